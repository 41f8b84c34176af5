import { describe, expect, test } from 'vitest';
import {
  StatusError,
  newConflict,
  newNotFound,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { makeDefaultErrorFunc } from '../../../../../src/runtime/kubernetes/pkg/scheduler/factory.ts';
import type { QueuedPodInfo } from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { SchedulerStage } from './stage.ts';

/** A scheduler that is busy elsewhere, with one pod that it took from its queue. */
function busy() {
  const stage = new SchedulerStage();
  stage.pod('test-pod', '0', { schedulerName: 'nobody' });
  const { schedulingQueue, schedulerCache } = stage.sched.parts;
  const pod = stage.pods().get('test-pod');
  if (!pod) throw new Error('expected the pod, found none');
  const info: QueuedPodInfo = { pod, timestamp: 0, attempts: 1, initialAttemptTimestamp: 0 };
  const lister = { pods: () => ({ get: (name: string) => cached(name) }) } as never;
  const cached = (name: string) => [stage.pods().get(name), undefined];
  const failed = (err: Error): void => {
    const { client } = stage.sched.parts;
    const errFunc = makeDefaultErrorFunc(client, lister, schedulingQueue, schedulerCache);
    stage.sim.go('error', errFunc(info, err));
    stage.sim.runFor(20);
  };
  return { stage, failed, waiting: () => schedulingQueue.pendingPods() };
}

// Upstream's TestDefaultErrorFunc.
describe('a pod that could not be scheduled', () => {
  test('is in the queue again as it is now, if it was updated meanwhile', () => {
    const { stage, failed, waiting } = busy();
    const body = { metadata: { labels: { foo: '' } } };
    stage.do({ verb: 'patch', resource: 'pods', namespace: 'default', name: 'test-pod', body });
    failed(new Error('nil'));
    expect(waiting().map(({ metadata }) => metadata.labels)).toEqual([{ foo: '' }]);
  });

  test('is in the queue again', () => {
    const { failed, waiting } = busy();
    failed(new Error('nil'));
    expect(waiting().map(({ metadata }) => metadata.name)).toEqual(['test-pod']);
  });

  test('is gone, if it was deleted meanwhile', () => {
    const { stage, failed, waiting } = busy();
    stage.delete('test-pod');
    failed(new Error('nil'));
    expect(waiting()).toEqual([]);
  });
});

// Upstream's TestDefaultErrorFunc_NodeNotFound.
describe('a node that was not found', () => {
  const gone = newNotFound({ group: '', resource: 'node' }, 'foo');
  const nodes = (stage: SchedulerStage) => [...stage.sched.parts.schedulerCache.dump().nodes.keys()].sort();

  test('is taken out of the cache, if the API server does not have it either', () => {
    const { stage, failed } = busy();
    stage.node('bar');
    const node = { metadata: { name: 'foo' }, status: {} } as never;
    stage.sched.parts.schedulerCache.addNode(node);
    failed(gone);
    expect(nodes(stage)).toEqual(['bar']);
  });

  test.each<[string, Error]>([
    ['it is a pod that was not found', newNotFound({ group: '', resource: 'pods' }, 'foo')],
    ['the node is in conflict', newConflict({ group: '', resource: 'node' }, 'foo', new Error('x'))],
    ['nobody says what was not found', new StatusError(404, 'NotFound', 'foo')],
  ])('stays, if %s', (_what, err) => {
    const { stage, failed, waiting } = busy();
    const node = { metadata: { name: 'foo' }, status: {} } as never;
    stage.sched.parts.schedulerCache.addNode(node);
    failed(err);
    expect(nodes(stage)).toEqual(['foo']);
    expect(waiting()).toHaveLength(1);
  });

  test('stays, if the API server has it', () => {
    const { stage, failed } = busy();
    stage.node('foo');
    stage.node('bar');
    failed(gone);
    expect(nodes(stage)).toEqual(['bar', 'foo']);
  });
});
