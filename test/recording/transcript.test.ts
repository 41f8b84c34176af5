import { describe, expect, test } from 'vitest';
import { because } from '../../src/recording/why.ts';
import { transcript } from '../../src/recording/transcript.ts';
import { toyRun } from './sample.ts';

describe('transcript', () => {
  test('tells a run in fixed columns', () => {
    expect(`\n${transcript(toyRun())}\n`).toMatchInlineSnapshot(`
      "
      0 ms  story                                        The user scales ReplicaSet default/web to 2 replicas
      0 ms  story                                        The API server stores ReplicaSet default/web (revision 1), which kubectl creates
      0 ms  story                                        The workqueue replicaset takes in default/web
      0 ms  kube-controller-manager/replicaset/worker-1  worker-1 takes default/web from the workqueue replicaset
      5 ms  kube-controller-manager/replicaset/worker-1  The API server stores pod default/web-1 (revision 2), which kube-controller-manager creates
      5 ms  kube-controller-manager/replicaset/worker-1  The API server stores pod default/web-2 (revision 3), which kube-controller-manager creates
      5 ms  kube-controller-manager/replicaset/worker-1  A worker of replicaset is done with default/web
      "
    `);
  });

  test('gives a part of a run', () => {
    expect(transcript(toyRun(), { from: 2, to: 3 }).split('\n')).toHaveLength(2);
  });
});

describe('because', () => {
  test('says what happened and why, in one line', () => {
    const run = toyRun();
    expect(run.entries.map(({ index }) => because(run, index)).join('\n')).toMatchInlineSnapshot(`
      "The user scales ReplicaSet default/web to 2 replicas. Why: this is where the story begins: the user wants 2 pods of ReplicaSet default/web.
      The API server stores ReplicaSet default/web (revision 1), which kubectl creates. Why: the user scales ReplicaSet default/web to 2 replicas.
      The workqueue replicaset takes in default/web. Why: the API server stores ReplicaSet default/web (revision 1), which kubectl creates.
      worker-1 takes default/web from the workqueue replicaset. Why: the workqueue replicaset takes in default/web.
      The API server stores pod default/web-1 (revision 2), which kube-controller-manager creates. Why: worker-1 takes default/web from the workqueue replicaset.
      The API server stores pod default/web-2 (revision 3), which kube-controller-manager creates. Why: worker-1 takes default/web from the workqueue replicaset.
      A worker of replicaset is done with default/web. Why: worker-1 takes default/web from the workqueue replicaset."
    `);
  });
});
