import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectCandidate } from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import { crowds, preemptionWrongs } from './preemption.ts';

test('property: victims are as few as it takes, and go against no more budgets than the best candidate needs', () => {
  fc.assert(
    fc.property(crowds, (crowd) => {
      expect(preemptionWrongs(crowd, selectCandidate)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('who takes any candidate is found out', () => {
  const full = (app: string) => ({ tenths: 5, pods: [{ tenths: 5, priority: 0, app, start: 0 }] });
  const crowd = { nodes: [full('a'), full('b')], budgets: { a: 0 }, pending: { tenths: 5, priority: 1 } };
  expect(preemptionWrongs(crowd, selectCandidate)).toEqual([]);
  expect(preemptionWrongs(crowd, (candidates) => candidates.at(-1))).toEqual([
    'node-0 goes against 1 budgets, and 0 would do',
  ]);
});
