import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { SchedulerCache } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import type { Snapshot } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { type CacheTurn, cacheTurns, cacheWrongs, ttlMs } from './scheduler-cache.ts';

test('property: the cache is what its pods and nodes make when counted anew, and a snapshot is what it would be anew', () => {
  fc.assert(
    fc.property(cacheTurns, (turns) => {
      expect(cacheWrongs(turns, (sim) => new SchedulerCache(sim, ttlMs, 1000, undefined))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('a cache that keeps what it should forget is found out, and so is one that leaves the snapshot as it is', () => {
  class Greedy extends SchedulerCache {
    override forgetPod(pod: Pod): undefined {
      this.assumedPods.delete(pod.metadata.uid);
      return undefined;
    }
  }
  class Lazy extends SchedulerCache {
    override updateSnapshot(snapshot: Snapshot): Error | undefined {
      return snapshot.numNodes() > 0 ? undefined : super.updateSnapshot(snapshot);
    }
  }
  const turns: CacheTurn[] = [
    { kind: 'addNode', node: 0, zone: 0 },
    { kind: 'snapshot' },
    { kind: 'assume', pod: 0, node: 0 },
    { kind: 'snapshot' },
    { kind: 'forget', pod: 0, node: 0 },
  ];
  const wrongOf = (make: typeof SchedulerCache) =>
    cacheWrongs(turns, (sim) => new make(sim, ttlMs, 1000, undefined))[0];
  expect(wrongOf(SchedulerCache)).toBeUndefined();
  expect(wrongOf(Greedy)).toMatch(/^after {"kind":"forget","pod":0,"node":0}: the cache has n0 as/);
  expect(wrongOf(Lazy)).toMatch(/^after {"kind":"snapshot"}: the snapshot has/);
});
