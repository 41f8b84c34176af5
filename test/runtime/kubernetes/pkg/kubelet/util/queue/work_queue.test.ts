import { expect, test } from 'vitest';
import { newBasicWorkQueue } from '../../../../../../../src/runtime/kubernetes/pkg/kubelet/util/queue/work_queue.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

const minute = 60_000;

test('gives out what is due, once', () => {
  const sim = new Sim();
  const q = newBasicWorkQueue(sim);
  for (const item of ['foo1', 'foo2']) q.enqueue(item, -minute);
  for (const item of ['foo3', 'foo4']) q.enqueue(item, minute);
  expect(q.getWork()).toEqual(['foo1', 'foo2']);
  expect(q.getWork()).toEqual([]);
  sim.runFor(60 * minute);
  expect(q.getWork()).toEqual(['foo3', 'foo4']);
  expect(q.getWork()).toEqual([]);
});

test('takes the last word on when an item is due', () => {
  const sim = new Sim();
  const q = newBasicWorkQueue(sim);
  q.enqueue('late', minute);
  q.enqueue('late', 3 * minute);
  sim.runFor(2 * minute);
  expect(q.getWork()).toEqual([]);
  q.enqueue('late', -1);
  expect(q.getWork()).toEqual(['late']);
});

test('does not take an item for due at the very moment', () => {
  const sim = new Sim();
  const q = newBasicWorkQueue(sim);
  q.enqueue('now', 0);
  expect(q.getWork()).toEqual([]);
  sim.runFor(1);
  expect(q.getWork()).toEqual(['now']);
});
