import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../src/runtime/api/objects.ts';
import type { Cache } from '../../../../../src/runtime/scheduler/internal/cache/interface.ts';
import { SchedulerCache, newCache } from '../../../../../src/runtime/scheduler/internal/cache/cache.ts';
import { Chan } from '../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';

const ttl = 10_000;

function podOf(name: string, nodeName: string): Pod {
  const metadata = { name, namespace: 'default', uid: name, resourceVersion: '1' };
  return { kind: 'Pod', apiVersion: 'v1', metadata, spec: { containers: [], nodeName }, status: {} };
}

describe('SCH-10: the cache', () => {
  test('lets a pod expire that was bound, and that the API server does not speak of', () => {
    const sim = new Sim();
    const stop = new Chan<never>('stop');
    const cache: Cache = newCache(sim, ttl, stop);
    const pod = podOf('p', 'n');
    cache.assumePod(pod);
    sim.runFor(60_000);
    expect(cache.isAssumedPod(pod)).toEqual([true, undefined]);
    cache.finishBinding(pod);
    sim.runFor(ttl);
    expect(cache.podCount()).toBe(1);
    sim.runFor(1000);
    expect(cache.podCount()).toBe(0);
    stop.close();
    sim.runUntilIdle();
    expect(sim.processes.size).toBe(0);
  });

  test('throws if a pod moves from one node to another', () => {
    const cache = new SchedulerCache(new Sim(), ttl, 1000, undefined);
    cache.addPod(podOf('p', 'n'));
    expect(() => cache.updatePod(podOf('p', 'n'), podOf('p', 'm'))).toThrow('corrupted');
    expect(() => cache.removePod(podOf('p', 'm'))).toThrow('corrupted');
  });
});
