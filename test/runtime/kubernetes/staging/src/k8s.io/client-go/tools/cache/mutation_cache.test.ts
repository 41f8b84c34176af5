import { beforeEach, describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Indexer } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import { newIntegerResourceVersionMutationCache } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/mutation_cache.ts';
import {
  metaNamespaceKeyFunc,
  newIndexer,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { makePod } from './support.ts';

/** A pod that stands on a node, in an indexer that finds pods by their nodes. */
const on = (node: string, name: string, resourceVersion: string): KubeObject =>
  makePod(name, resourceVersion, { labels: { node } });
const byNode = { node: (obj: KubeObject) => [[obj.metadata.labels?.node ?? ''], undefined] as const };

describe('a mutation cache', () => {
  let sim: Sim;
  let indexer: Indexer<KubeObject>;
  const minute = 60_000;
  const cacheOf = (includeAdds: boolean) =>
    newIntegerResourceVersionMutationCache(sim, indexer, minute, includeAdds);
  const versions = (found: readonly (KubeObject | undefined)[] | undefined): unknown =>
    found?.map((obj) => obj && `${obj.metadata.name} ${obj.metadata.resourceVersion}`);

  beforeEach(() => {
    sim = new Sim();
    indexer = newIndexer<KubeObject>(metaNamespaceKeyFunc, byNode as never);
  });

  test('gives the newer of what the cache has and what was written, also when the last digit misleads', () => {
    const cache = cacheOf(false);
    indexer.add(on('n', 'a', '9'));
    expect(versions([cache.getByKey('a')])).toEqual(['a 9']);
    cache.mutation(on('n', 'a', '10'));
    expect(versions([cache.getByKey('a')])).toEqual(['a 10']);
    indexer.update(on('n', 'a', '11'));
    expect(versions([cache.getByKey('a')])).toEqual(['a 11']);
  });

  test.each(['10', '11'])('forgets what was written as 10 once the cache has %s', (resourceVersion) => {
    const cache = cacheOf(false);
    cache.mutation(on('n', 'a', '10'));
    expect(versions(cache.peek())).toEqual(['a 10']);
    indexer.add(on('n', 'a', resourceVersion));
    expect(cache.getByKey('a')).toBe(indexer.getByKey('a')[0]);
    expect(cache.peek()).toEqual([]);
  });

  test('takes an older write for nothing new, and one of the same version for the same', () => {
    const cache = cacheOf(true);
    const again = on('m', 'a', '10');
    cache.mutation(on('n', 'a', '10'));
    cache.mutation(on('n', 'a', '9'));
    expect(versions(cache.peek())).toEqual(['a 10']);
    cache.mutation(again);
    expect(cache.peek()).toEqual([again]);
  });

  test('takes an object without a version for the oldest', () => {
    const cache = cacheOf(false);
    indexer.add(makePod('a'));
    cache.mutation(on('n', 'a', '1'));
    expect(versions([cache.getByKey('a')])).toEqual(['a 1']);
    cache.mutation(makePod('a'));
    expect(versions([cache.getByKey('a')])).toEqual(['a 1']);
  });

  test('leaves alone what has no key', () => {
    const cache = cacheOf(true);
    cache.mutation({ kind: 'Pod', apiVersion: 'v1' } as KubeObject);
    expect(cache.peek()).toEqual([]);
  });

  test.each([
    [true, ['a 1'], ['a 1']],
    [false, [undefined], []],
  ])('with includeAdds %s of what the cache does not have gives %o', (includeAdds, byKey, byIndex) => {
    const cache = cacheOf(includeAdds);
    cache.mutation(on('n', 'a', '1'));
    expect(versions([cache.getByKey('a')])).toEqual(byKey);
    expect(versions(cache.byIndex('node', 'n')[0])).toEqual(byIndex);
    expect(cache.getByKey('b')).toBeUndefined();
  });

  test('finds by index what the cache has, each as it was last written, then what was added where it asks', () => {
    const cache = cacheOf(true);
    indexer.add(on('n', 'a', '1'));
    indexer.add(on('n', 'b', '2'));
    indexer.add(on('m', 'c', '3'));
    for (const written of [on('n', 'b', '4'), on('m', 'd', '5'), on('n', 'e', '6')]) cache.mutation(written);
    expect(versions(cache.byIndex('node', 'n')[0])).toEqual(['a 1', 'b 4', 'e 6']);
    expect(versions(cache.byIndex('node', 'm')[0])).toEqual(['c 3', 'd 5']);
    expect(cache.byIndex('colour', 'red')).toEqual([
      undefined,
      new Error('Index with name colour does not exist'),
    ]);
  });

  test('remembers what was written for a minute', () => {
    const cache = cacheOf(true);
    indexer.add(on('n', 'a', '1'));
    cache.mutation(on('n', 'a', '2'));
    cache.mutation(on('n', 'b', '3'));
    sim.runFor(minute);
    expect(versions(cache.byIndex('node', 'n')[0])).toEqual(['a 2', 'b 3']);
    sim.runFor(1);
    expect(versions(cache.byIndex('node', 'n')[0])).toEqual(['a 1']);
  });

  test('remembers the last hundred that were written or asked for', () => {
    const cache = cacheOf(true);
    for (let i = 0; i < 100; i++) cache.mutation(on('n', `pod-${i}`, '1'));
    cache.getByKey('pod-0');
    cache.mutation(on('n', 'one more', '1'));
    const names = cache.byIndex('node', 'n')[0]?.map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(100);
    expect(names).not.toContain('pod-1');
    expect(names?.slice(-2)).toEqual(['pod-0', 'one more']);
  });
});
