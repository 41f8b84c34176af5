import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriorityQueue } from '../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { type QueueTurn, orderedBy, queueTurns, queueWrongs } from './scheduling-queue.ts';

test('property: no pod is lost from the queue, none is in it twice, the first goes first, and all are tried again', () => {
  fc.assert(
    fc.property(queueTurns, (turns) => {
      const wrongs = queueWrongs(
        turns,
        (sim, podNominator) => new PriorityQueue(sim, orderedBy, { podNominator }),
      );
      expect(wrongs).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('a queue that forgets pods which come back is found out, and so is one that keeps them aside', () => {
  class Forgetful extends PriorityQueue {
    override addUnschedulableIfNotPresent(): undefined {
      return undefined;
    }
  }
  class Sleepy extends PriorityQueue {
    override flushUnschedulableQLeftover(): void {}
  }
  const turns: QueueTurn[] = [{ kind: 'add', pod: 0 }, { kind: 'pop' }, { kind: 'putBack', cyclesAgo: 0 }];
  expect(queueWrongs(turns, (sim, podNominator) => new Forgetful(sim, orderedBy, { podNominator }))).toEqual([
    'after {"kind":"putBack","cyclesAgo":0}: the queue has [], and should have [p0]',
  ]);
  expect(queueWrongs(turns, (sim, podNominator) => new Sleepy(sim, orderedBy, { podNominator }))).toEqual([
    'in the end: 1 pods are never tried again',
  ]);
});
