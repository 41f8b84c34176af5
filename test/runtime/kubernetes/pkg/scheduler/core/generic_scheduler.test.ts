import { describe, expect, test } from 'vitest';
import {
  FitError,
  GenericScheduler,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newStatus } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newEmptySnapshot } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Random } from '../../../../../../src/runtime/sim/random.ts';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';

function scheduler(percentage = 0, seed = 1): GenericScheduler {
  const cache = { updateSnapshot: () => undefined };
  return new GenericScheduler(new Random(seed), cache, newEmptySnapshot(), [], percentage);
}

describe('how many nodes are enough', () => {
  test.each([
    ['all of a small cluster', 0, 10, 10],
    ['all of a small cluster, whatever the share', 40, 10, 10],
    ['a share that falls with the size', 0, 1000, 420],
    ['the share that is configured', 40, 1000, 400],
    ['a twentieth at least', 0, 6000, 300],
    ['the share that is configured, of a large cluster', 40, 6000, 2400],
    ['a hundred at least', 0, 100, 100],
  ])('%s', (_what, percentage, nodes, enough) => {
    expect(scheduler(percentage).numFeasibleNodesToFind(nodes)).toBe(enough);
  });
});

describe('the draw', () => {
  const scored = (...scores: readonly number[]) => scores.map((score, i) => ({ name: `n${i}`, score }));

  test('is among the best only, and each of them wins at times', () => {
    const drawn = new Map<string, number>();
    const drawing = scheduler();
    for (let i = 0; i < 300; i++) {
      const [host] = drawing.selectHost(scored(1, 7, 3, 7, 7));
      drawn.set(host ?? '', (drawn.get(host ?? '') ?? 0) + 1);
    }
    expect([...drawn.keys()].sort()).toEqual(['n1', 'n3', 'n4']);
    for (const times of drawn.values()) expect(times).toBeGreaterThan(60);
  });

  test.each([2, 3, 5])('gives each of the best %i the same chance', (count) => {
    const drawing = scheduler();
    const draws = Array.from(
      { length: 1000 * count },
      () => drawing.selectHost(scored(...Array<number>(count).fill(7)))[0],
    );
    for (let i = 0; i < count; i++) {
      const times = draws.filter((host) => host === `n${i}`).length;
      expect(Math.abs(times - 1000)).toBeLessThan(100);
    }
  });

  test('is the same for the same seed', () => {
    const draws = (seed: number) => {
      const drawing = scheduler(0, seed);
      return Array.from({ length: 20 }, () => drawing.selectHost(scored(1, 1, 1))[0]);
    };
    expect(draws(5)).toEqual(draws(5));
    expect(draws(5)).not.toEqual(draws(6));
  });

  test('of no nodes is an error', () => {
    expect(scheduler().selectHost([])[1]?.message).toBe('empty priorityList');
  });
});

test('the reasons are counted, and sorted as texts with their counts', () => {
  const statuses = new Map(
    Array.from({ length: 12 }, (_, i) => {
      const reasons = i < 10 ? ['Insufficient cpu'] : ['Too many pods', 'Insufficient memory'];
      return [`n${i}`, newStatus('Unschedulable', ...reasons)] as const;
    }),
  );
  expect(new FitError({} as Pod, 12, statuses).message).toBe(
    '0/12 nodes are available: 10 Insufficient cpu, 2 Insufficient memory, 2 Too many pods.',
  );
});
