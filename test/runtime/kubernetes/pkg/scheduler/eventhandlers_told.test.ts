import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { ResourceEventHandler } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { DeletedFinalStateUnknown } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { addAllEventHandlers } from '../../../../../src/runtime/kubernetes/pkg/scheduler/eventhandlers.ts';
import type { Scheduler } from '../../../../../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { node } from './framework/plugins/handle.ts';

const podOf = (more: object = {}, spec: object = {}): Pod =>
  ({
    metadata: { name: 'p', namespace: 'ns', uid: 'p', resourceVersion: '1', ...more },
    spec: { schedulerName: 'mine', ...spec },
    status: {},
  }) as Pod;
const bound = (more: object = {}) => podOf(more, { nodeName: 'n' });

/** What cache, queue and framework are told when the informers tell a scheduler of pods and nodes. */
function stage(assumed?: Pod) {
  const calls: string[] = [];
  const name = (of: unknown): string => {
    const { metadata } = of as { metadata?: Pod['metadata'] };
    return metadata
      ? `${metadata.uid.startsWith('uid-') ? metadata.name : metadata.uid}@${metadata.resourceVersion ?? '-'}`
      : String(of);
  };
  const noting = (part: string, answers: object) =>
    new Proxy(answers, {
      get: (given, key) =>
        Reflect.get(given, key) ??
        ((...args: readonly unknown[]) =>
          void calls.push(`${part}.${String(key)} ${args.map(name).join(' ')}`)),
    });
  const fwk = noting('framework', {});
  const sched = {
    parts: {
      schedulerCache: noting('cache', {
        isAssumedPod: () => [assumed !== undefined, undefined],
        getPod: () => [assumed, assumed ? undefined : new Error('no')],
      }),
      schedulingQueue: noting('queue', { numUnschedulablePods: () => 0 }),
      profiles: new Map([['mine', fwk]]),
    },
    frameworkForPod: ({ spec }: Pod) =>
      spec.schedulerName === 'mine' ? [fwk, undefined] : [undefined, new Error('none')],
  } as unknown as Scheduler;
  const handlers = new Map<string, ResourceEventHandler<object>[]>();
  const informer = (kind: string) => ({
    informer: () => ({
      addEventHandler: (handler: ResourceEventHandler<object>) =>
        handlers.set(kind, [...(handlers.get(kind) ?? []), handler]),
    }),
  });
  const v1 = {
    pods: () => informer('pods'),
    nodes: () => informer('nodes'),
    services: () => informer('services'),
  };
  addAllEventHandlers(sched, { core: () => ({ v1: () => v1 }), of: () => informer('others') } as never);
  const told = (tell: (handler: ResourceEventHandler<object>) => void, kind = 'pods') => {
    calls.length = 0;
    for (const handler of handlers.get(kind) ?? []) tell(handler);
    return [...calls];
  };
  return {
    added: (obj: object, kind?: string) => told((handler) => handler.onAdd(obj), kind),
    updated: (from: object, to: object, kind?: string) => told((handler) => handler.onUpdate(from, to), kind),
    deleted: (obj: object, kind?: string) => told((handler) => handler.onDelete(obj as never), kind),
  };
}

const missed = (obj: Pod | Node | undefined) => new DeletedFinalStateUnknown('ns/p', obj);

describe('of a pod without a node', () => {
  const { added, updated, deleted } = stage();

  test('the queue is told', () => {
    expect(added(podOf())).toEqual(['queue.add p@1']);
    expect(updated(podOf(), podOf({ resourceVersion: '2' }))).toEqual(['queue.update p@1 p@2']);
    const gone = ['queue.delete p@1', 'framework.rejectWaitingPod p'];
    expect(deleted(podOf())).toEqual(gone);
    expect(deleted(missed(podOf()))).toEqual(gone);
  });

  test('nothing is told of an update without a change, nor of one of which only the key is known', () => {
    expect(updated(podOf(), podOf())).toEqual([]);
    expect(deleted(missed(undefined))).toEqual([]);
  });

  test('nor of one that is for another scheduler, until it is for this one', () => {
    const other = podOf({}, { schedulerName: 'other' });
    expect([added(other), deleted(other), updated(other, other)]).toEqual([[], [], []]);
    expect(updated(other, podOf({ resourceVersion: '2' }))).toEqual(['queue.add p@2']);
    expect(updated(podOf(), other)).toEqual(['queue.delete p@1', 'framework.rejectWaitingPod p']);
  });

  test('nor of one that is on its way to a node, if nothing changed that matters', () => {
    const onItsWay = stage(bound());
    expect(onItsWay.updated(podOf(), podOf({ resourceVersion: '2' }))).toEqual([]);
    expect(onItsWay.updated(podOf(), podOf({ resourceVersion: '2', labels: { a: 'b' } }))).toEqual([
      'queue.update p@1 p@2',
    ]);
  });
});

describe('of a pod with a node', () => {
  const { added, updated, deleted } = stage();
  const gone = ['cache.removePod p@1', 'queue.moveAllToActiveOrBackoffQueue AssignedPodDelete'];

  test('the cache is told, and the queue of pods that may want to be with it', () => {
    expect(added(bound())).toEqual(['cache.addPod p@1', 'queue.assignedPodAdded p@1']);
    expect(updated(bound(), bound({ resourceVersion: '2' }))).toEqual([
      'cache.updatePod p@1 p@2',
      'queue.assignedPodUpdated p@2',
    ]);
    expect(deleted(bound())).toEqual(gone);
    expect(deleted(missed(bound()))).toEqual(gone);
  });

  test('that got it, the queue is told that it is gone', () => {
    expect(updated(podOf(), bound({ resourceVersion: '2' }))).toEqual([
      'cache.addPod p@2',
      'queue.assignedPodAdded p@2',
      'queue.delete p@1',
      'framework.rejectWaitingPod p',
    ]);
  });

  test('that went while another of its name came, both are told', () => {
    expect(updated(bound(), bound({ uid: 'q', resourceVersion: '5' }))).toEqual([
      ...gone,
      'cache.addPod q@5',
      'queue.assignedPodAdded q@5',
    ]);
  });
});

test('of a node the cache is told, and the queue of what may help a pod', () => {
  const { added, updated, deleted } = stage();
  const n = node('n');
  expect(added(n, 'nodes')).toEqual(['cache.addNode n@-', 'queue.moveAllToActiveOrBackoffQueue NodeAdd']);
  expect(updated(n, n, 'nodes')).toEqual([
    'cache.updateNode n@- n@-',
    'queue.moveAllToActiveOrBackoffQueue Unknown',
  ]);
  expect(deleted(n, 'nodes')).toEqual(['cache.removeNode n@-']);
  expect(deleted(missed(n), 'nodes')).toEqual(['cache.removeNode n@-']);
  expect(deleted(missed(undefined), 'nodes')).toEqual([]);
});
