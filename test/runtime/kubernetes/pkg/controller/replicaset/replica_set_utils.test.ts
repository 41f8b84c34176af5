import type { ReplicaSetCondition, ReplicaSetStatus } from 'kubernetes-types/apps/v1';
import { describe, expect, test } from 'vitest';
import type { ReplicaSet } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newConflict } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  calculateStatus,
  getCondition,
  removeCondition,
  setCondition,
  updateReplicaSetStatus,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/replicaset/replica_set_utils.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { now } from '../fake_pod_control.ts';
import { newPod, newReplicaSet } from '../objects.ts';
import { FakeServer } from './fake-server.ts';

const part = { name: 'foo' };
const full = { name: 'foo', type: 'production' };
const readySince = '2021-01-16T12:00:00Z';

describe('RS-11: calculateStatus counts', () => {
  const partly = newReplicaSet(1, part);
  const fully = newReplicaSet(2, full);
  const patient = newReplicaSet(1, full, { spec: { minReadySeconds: 3600 } });
  test.each([
    ['1 pod with all labels', fully, [newPod('pod1', fully, 'Running')], [1, 1, 1, 1]],
    ['1 pod that lacks a label', partly, [newPod('pod1', partly, 'Running')], [1, 0, 1, 1]],
    [
      '2 pods with all labels',
      fully,
      [newPod('pod1', fully, 'Running'), newPod('pod2', fully, 'Running')],
      [2, 2, 2, 2],
    ],
    [
      '2 pods that lack one',
      partly,
      [newPod('pod1', partly, 'Running'), newPod('pod2', partly, 'Running')],
      [2, 0, 2, 2],
    ],
    [
      'one of each',
      partly,
      [newPod('pod1', partly, 'Running'), newPod('pod2', fully, 'Running')],
      [2, 1, 2, 2],
    ],
    ['1 pod that is not ready', fully, [newPod('pod1', fully, 'Pending')], [1, 1, 0, 0]],
    ['1 pod that is not ready for long enough', patient, [newPod('pod1', patient, 'Running')], [1, 1, 1, 0]],
  ] as const)('%s', (_name, rs, pods, expected) => {
    const status = calculateStatus(new Sim(), rs, pods, undefined);
    const { replicas, fullyLabeledReplicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
    expect([replicas, fullyLabeledReplicas, readyReplicas, availableReplicas]).toEqual(expected);
    expect(status.conditions).toBeUndefined();
  });

  test('RS-12: a pod is available once it was ready for longer than minReadySeconds', () => {
    const rs = newReplicaSet(1, full, { spec: { minReadySeconds: 5 } });
    const pods = [newPod('pod1', rs, 'Running', { readySince })];
    const sim = new Sim();
    sim.runFor(5000);
    expect(calculateStatus(sim, rs, pods, undefined).availableReplicas).toBeUndefined();
    sim.runFor(1);
    expect(calculateStatus(sim, rs, pods, undefined).availableReplicas).toBe(1);
  });
});

describe('RS-11: calculateStatus sets the condition ReplicaFailure', () => {
  const rs = newReplicaSet(2, part);
  const failed = (replicas: number): ReplicaSet => ({
    ...newReplicaSet(replicas, part),
    status: { replicas: 0, conditions: [{ type: 'ReplicaFailure', status: 'True' }] },
  });
  const pods = (count: number) => Array.from({ length: count }, (_, i) => newPod(`pod${i}`, rs, 'Running'));
  const err = new Error('fake manageReplicasErr');
  const told = { type: 'ReplicaFailure', status: 'True', lastTransitionTime: '2021-01-16T12:00:00Z' };
  test.each([
    [
      'pods could not be created',
      rs,
      pods(1),
      err,
      [{ ...told, reason: 'FailedCreate', message: err.message }],
    ],
    [
      'pods could not be deleted',
      rs,
      pods(3),
      err,
      [{ ...told, reason: 'FailedDelete', message: err.message }],
    ],
    ['it went well after a failure', failed(10), pods(1), undefined, []],
    ['it failed again', failed(10), pods(1), err, [{ type: 'ReplicaFailure', status: 'True' }]],
    ['it went well', rs, pods(1), undefined, undefined],
  ])('%s', (_name, given, filteredPods, manageReplicasErr, conditions) => {
    const status = calculateStatus(new Sim(), given, filteredPods, manageReplicasErr);
    expect(status.conditions).toEqual(conditions);
  });
});

describe('conditions', () => {
  const backOff: ReplicaSetCondition = {
    type: 'ImagePullBackOff',
    status: 'True',
    reason: 'NonExistentImage',
  };
  const failure: ReplicaSetCondition = { type: 'ReplicaFailure', status: 'True', reason: 'OtherFailure' };
  const failure2: ReplicaSetCondition = { ...failure, reason: 'AnotherFailure' };
  const status = (...conditions: ReplicaSetCondition[]): ReplicaSetStatus => ({ replicas: 0, conditions });

  test('getCondition finds one by its type', () => {
    expect(getCondition(status(failure), 'ReplicaFailure')).toBe(failure);
    expect(getCondition(status(failure), 'ImagePullBackOff')).toBeUndefined();
    expect(getCondition({ replicas: 0 }, 'ReplicaFailure')).toBeUndefined();
  });

  test.each([
    ['to none', status(), failure, [failure]],
    ['to one of another type', status(backOff), failure, [backOff, failure]],
    ['in place of one with another reason', status(failure), failure2, [failure2]],
    ['not in place of one that says the same', status(failure), { ...failure, message: 'new' }, [failure]],
  ])('setCondition adds one %s', (_name, given, condition, conditions) => {
    setCondition(given, condition);
    expect(given.conditions).toEqual(conditions);
  });

  test.each([
    ['the one that is there', status(failure), 'ReplicaFailure', []],
    ['one of several', status(backOff, failure), 'ImagePullBackOff', [failure]],
    ['none that is not there', status(failure), 'ImagePullBackOff', [failure]],
  ])('removeCondition takes away %s', (_name, given, type, conditions) => {
    removeCondition(given, type);
    expect(given.conditions).toEqual(conditions);
  });
});

describe('RS-11: updateReplicaSetStatus', () => {
  const rs = newReplicaSet(1, full, { metadata: { generation: 4 } });
  const conflict = newConflict({ group: 'apps', resource: 'replicasets' }, 'foobar', new Error('changed'));
  const counted = { replicas: 10, fullyLabeledReplicas: 9, readyReplicas: 8, availableReplicas: 7 };

  test('writes nothing if there is nothing new to say', () => {
    const server = new FakeServer();
    const same = { ...rs, status: { ...counted, observedGeneration: 4 } };
    const client = server.clientset(new Sim()).appsV1().replicaSets('default');
    expect(now(updateReplicaSetStatus(client, same, { ...counted }))).toEqual([same, undefined]);
    expect(server.requests).toEqual([]);
  });

  test('writes the same numbers again to tell that it has seen a new generation', () => {
    const server = new FakeServer(rs);
    const client = server.clientset(new Sim()).appsV1().replicaSets('default');
    const [updated] = now(updateReplicaSetStatus(client, { ...rs, status: { ...counted } }, { ...counted }));
    expect(updated?.status.observedGeneration).toBe(4);
    expect(server.requests).toEqual(['update replicasets/status foobar']);
  });

  test('after a conflict reads the set and tries once more, with the status and the generation of before', () => {
    const server = new FakeServer({
      ...rs,
      metadata: { ...rs.metadata, generation: 5, resourceVersion: '19' },
    });
    server.refuse('update', conflict, 1);
    const client = server.clientset(new Sim()).appsV1().replicaSets('default');
    const [updated] = now(updateReplicaSetStatus(client, rs, { replicas: 10 }));
    expect(server.requests).toEqual([
      'update replicasets/status foobar: Conflict',
      'get replicasets foobar',
      'update replicasets/status foobar',
    ]);
    expect(updated?.metadata.resourceVersion).toBe('19');
    expect(updated?.status).toEqual({ replicas: 10, observedGeneration: 4 });
  });

  test('gives up after the second conflict', () => {
    const server = new FakeServer(rs);
    server.refuse('update', conflict, 2);
    const client = server.clientset(new Sim()).appsV1().replicaSets('default');
    expect(now(updateReplicaSetStatus(client, rs, { replicas: 10 }))).toEqual([undefined, conflict]);
    expect(server.requests).toHaveLength(3);
  });

  test('gives up if the set cannot be read', () => {
    const server = new FakeServer();
    server.refuse('update', conflict, 1);
    const client = server.clientset(new Sim()).appsV1().replicaSets('default');
    const [, err] = now(updateReplicaSetStatus(client, rs, { replicas: 10 }));
    expect(err?.message).toBe('replicasets.apps "foobar" not found');
  });
});
