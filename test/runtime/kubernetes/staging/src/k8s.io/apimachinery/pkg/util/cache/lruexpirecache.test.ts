import { describe, expect, test } from 'vitest';
import { newLRUExpireCache } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/cache/lruexpirecache.ts';
import { Sim } from '../../../../../../../../../../src/runtime/sim/sim.ts';

describe('a cache of a size, whose values expire', () => {
  test('keeps what was used last', () => {
    const cache = newLRUExpireCache<number>(new Sim(), 3);
    for (const [i, key] of ['a', 'b', 'c'].entries()) cache.add(key, i, 1000);
    expect(cache.keys()).toEqual(['a', 'b', 'c']);
    expect(cache.get('a')).toBe(0);
    cache.add('d', 3, 1000);
    expect([cache.keys(), cache.get('b')]).toEqual([['c', 'a', 'd'], undefined]);
    cache.add('c', 4, 1000);
    expect([cache.keys(), cache.get('c'), cache.peek()]).toEqual([['a', 'd', 'c'], 4, [0, 3, 4]]);
    cache.remove('d');
    cache.remove('never there');
    expect(cache.keys()).toEqual(['a', 'c']);
  });

  test('forgets what is older than its time', () => {
    const sim = new Sim();
    const cache = newLRUExpireCache<number>(sim, 10);
    cache.add('short', 1, 1000);
    cache.add('long', 2, 3000);
    sim.runFor(1000);
    expect([cache.peek(), cache.get('short')]).toEqual([[1, 2], 1]);
    sim.runFor(1);
    expect([cache.peek(), cache.keys()]).toEqual([[2], ['long', 'short']]);
    expect([cache.get('short'), cache.keys()]).toEqual([undefined, ['long']]);
    cache.add('long', 3, 1000);
    sim.runFor(999);
    expect(cache.get('long')).toBe(3);
    sim.runFor(2);
    expect(cache.get('long')).toBeUndefined();
  });
});
