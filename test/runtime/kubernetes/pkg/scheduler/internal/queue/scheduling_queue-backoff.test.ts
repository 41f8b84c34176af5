import { describe, expect, test } from 'vitest';
import { podOf, priorityFirst } from './pods.ts';
import {
  PodBackoff,
  PriorityQueue,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

const tried = (name: string, attempts: number, timestamp: number) => ({
  pod: podOf(`ns/${name}`),
  timestamp,
  attempts,
  initialAttemptTimestamp: 0,
});

describe('how long a pod waits', () => {
  test.each([
    ['by default', new PodBackoff(new Sim()), [1000, 1000, 2000, 4000, 8000, 10_000, 10_000]],
    [
      'where the limit is a step',
      new PodBackoff(new Sim(), 1000, 4000),
      [1000, 1000, 2000, 4000, 4000, 4000, 4000],
    ],
    [
      'where the limit is less than the beginning',
      new PodBackoff(new Sim(), 3000, 2000),
      [3000, 3000, 2000, 2000, 2000, 2000, 2000],
    ],
  ])('%s, by its attempts', (_what, backoff, expected) => {
    expect(
      expected.map((_, attempts) => backoff.calculateBackoffDuration(tried('p', attempts, 500))),
    ).toEqual(expected);
    expect(backoff.getBackoffTime(tried('p', 0, 500))).toBe(500 + (expected[0] ?? 0));
  });

  test('is over at that moment, reckoned in whole ms', () => {
    const sim = new Sim();
    const backoff = new PodBackoff(sim);
    const pInfo = tried('p', 1, 0.4);
    const at = (now: number) => {
      sim.now = now;
      return backoff.isPodBackingoff(pInfo);
    };
    expect([at(0), at(999), at(1000), at(1001)]).toEqual([true, true, false, false]);
  });
});

test('pods come back in the order in which their time ends, whatever their priority and the order of their coming', () => {
  const sim = new Sim();
  const moves: string[] = [];
  const incomingPods = (queue: string, _event: string, { pod }: { pod: { metadata: { name: string } } }) =>
    void moves.push(`${sim.now} ${pod.metadata.name} ${queue}`);
  const q = new PriorityQueue(sim, priorityFirst(), { metrics: { incomingPods } });
  for (const pInfo of [
    tried('fourth', 5, 0),
    tried('third', 4, 0),
    tried('first', 1, 0),
    tried('second', 2, 700),
    tried('also-first', 1, 100),
  ])
    q.podBackoffQ.add(pInfo);
  q.run();
  sim.runFor(12_000);
  expect(moves).toEqual([
    '1000 first active',
    '2000 also-first active',
    '3000 second active',
    '8000 third active',
    '10000 fourth active',
  ]);
});
