import { expect, test } from 'vitest';
import { countSteps, stepsOf } from '../../src/recording/steps.ts';
import { newSample, toyRun } from './sample.ts';

test('every event is a step: when, who, what, why, and the step that led to it', () => {
  const told = stepsOf(toyRun(1)).map(
    ({ number, entry, who, what, why, cause }) =>
      `${number} ${entry.at} ms ${who}: ${what}. ${why} ${cause ?? '–'}`,
  );
  expect(told).toMatchInlineSnapshot(`
    [
      "1 0 ms story: The user scales ReplicaSet default/web to 1 replicas. Why: this is where the story begins: the user wants 1 pod of ReplicaSet default/web. –",
      "2 0 ms story: The API server stores ReplicaSet default/web (revision 1), which kubectl creates. Why: the user scales ReplicaSet default/web to 1 replicas. 1",
      "3 0 ms story: The workqueue replicaset takes in default/web. Why: the API server stores ReplicaSet default/web (revision 1), which kubectl creates. 2",
      "4 0 ms kube-controller-manager/replicaset/worker-1: worker-1 takes default/web from the workqueue replicaset. Why: the workqueue replicaset takes in default/web. 3",
      "5 5 ms kube-controller-manager/replicaset/worker-1: The API server stores pod default/web-1 (revision 2), which kube-controller-manager creates. Why: worker-1 takes default/web from the workqueue replicaset. 4",
      "6 5 ms kube-controller-manager/replicaset/worker-1: A worker of replicaset is done with default/web. Why: worker-1 takes default/web from the workqueue replicaset. 4",
    ]
  `);
});

test('lines of code are no steps, and take no number', () => {
  const sample = newSample();
  const add = { kind: 'workqueue.add', queue: 'replicaset', key: 'default/web', merged: false } as const;
  const line = { kind: 'line', file: 'a.ts', line: 1, function: 'f', depth: 0, locals: {} } as const;
  for (const event of [line, add, line, line, add]) sample.trace.record(event);
  const recording = sample.recording();
  expect(stepsOf(recording).map(({ number, entry }) => [number, entry.index])).toEqual([
    [1, 1],
    [2, 4],
  ]);
  expect(countSteps(recording)).toBe(2);
});
