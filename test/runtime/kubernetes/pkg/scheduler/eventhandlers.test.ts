import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { RoundTripper } from '../../../../../src/runtime/go/http-client.ts';
import {
  nodeAllocatableChanged,
  nodeConditionsChanged,
  nodeLabelsChanged,
  nodeSchedulingPropertiesChange,
  nodeSpecUnschedulableChanged,
  nodeTaintsChanged,
  skipPodUpdate,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/eventhandlers.ts';
import {
  type Plugin,
  newStatus,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { Registry } from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import type { Scheduler } from '../../../../../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import type { PriorityQueue } from '../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { SchedulerStage } from './stage.ts';

const podOf = (metadata: object, rest: object = {}): Pod =>
  ({ metadata: { name: 'pod-0', ...metadata }, spec: {}, status: {}, ...rest }) as unknown as Pod;

const nodeOf = (rest: object): Node => ({ metadata: { name: 'node-0' }, ...rest }) as unknown as Node;

// Upstream's TestSkipPodUpdate.
describe('an update of a pod that is assumed to be on a node is skipped if nothing of it matters', () => {
  const managed = (fields: string) => ({ managedFields: [{ manager: 'some-actor', fieldsV1: fields }] });
  test.each<readonly [string, Pod, boolean, Pod, boolean]>([
    ['Non-assumed pod', podOf({}), false, podOf({}), false],
    [
      'with changes on ResourceVersion, Spec.NodeName and/or Annotations',
      podOf({ annotations: { a: 'b' }, resourceVersion: '0' }, { spec: { nodeName: 'node-0' } }),
      true,
      podOf({ annotations: { c: 'd' }, resourceVersion: '1' }, { spec: { nodeName: 'node-1' } }),
      true,
    ],
    [
      'with ServerSideApply changes on Annotations',
      podOf({ annotations: { a: 'b' }, ...managed('f:a') }, { spec: { nodeName: 'node-0' } }),
      true,
      podOf({ annotations: { a: 'c', d: 'e' }, ...managed('f:a f:d') }, { spec: { nodeName: 'node-1' } }),
      true,
    ],
    ['with changes on Labels', podOf({ labels: { a: 'b' } }), true, podOf({ labels: { c: 'd' } }), false],
    [
      'with changes on Finalizers',
      podOf({ finalizers: ['a', 'b'] }),
      true,
      podOf({ finalizers: ['c', 'd'] }),
      true,
    ],
    [
      'with changes on Conditions',
      podOf({}, { status: { conditions: [{ type: 'foo' }] } }),
      true,
      podOf({}),
      true,
    ],
  ])('%s', (_name, pod, assumed, inCache, expected) => {
    const schedulerCache = { isAssumedPod: () => [assumed, undefined], getPod: () => [inCache, undefined] };
    expect(skipPodUpdate({ parts: { schedulerCache } } as unknown as Scheduler, pod)).toBe(expected);
  });
});

// Upstream's TestNodeAllocatableChanged, TestNodeLabelsChanged, TestNodeTaintsChanged and TestNodeConditionsChanged.
describe('what changes of a node', () => {
  const pressure = { type: 'DiskPressure', status: 'True' };
  const at = (seconds: number) => ({ ...pressure, lastHeartbeatTime: `2021-01-16T12:00:0${seconds}Z` });
  const allocatable = (resources: object) => nodeOf({ status: { allocatable: resources } });
  const labels = (of: object) => nodeOf({ metadata: { name: 'node-0', labels: of } });
  const taints = (...of: readonly object[]) => nodeOf({ spec: { taints: of } });
  const conditions = (...of: readonly object[]) => nodeOf({ status: { conditions: of } });
  const taint = { key: 'key', value: 'value' };
  const cases: readonly (readonly [string, (newNode: Node, oldNode: Node) => boolean, Node, Node, boolean])[] = [
    [
      'no allocatable resources changed',
      nodeAllocatableChanged, allocatable({ memory: '1024' }), allocatable({ memory: '1024' }), false,
    ],
    [
      'new node has more allocatable resources',
      nodeAllocatableChanged, allocatable({ memory: '1024' }), allocatable({ memory: '1024', storage: '1024' }), true,
    ],
    ['no labels changed', nodeLabelsChanged, labels({ foo: 'bar' }), labels({ foo: 'bar' }), false],
    ['Labels changed', nodeLabelsChanged, labels({ foo: 'bar' }), labels({ foo: 'bar', test: 'a' }), true],
    ['no taint changed', nodeTaintsChanged, taints(taint), taints(taint), false],
    ['taint value changed', nodeTaintsChanged, taints(taint), taints({ ...taint, value: 'value2' }), true],
    ['no condition changed', nodeConditionsChanged, conditions(pressure), conditions(pressure), false],
    ['only LastHeartbeatTime changed', nodeConditionsChanged, conditions(at(1)), conditions(at(2)), false],
    [
      'new node has more healthy conditions',
      nodeConditionsChanged, conditions(), conditions({ type: 'Ready', status: 'True' }), true,
    ],
    ['new node has less unhealthy conditions', nodeConditionsChanged, conditions(pressure), conditions(), true],
    [
      'condition status changed',
      nodeConditionsChanged,
      conditions({ type: 'Ready', status: 'False' }), conditions({ type: 'Ready', status: 'True' }), true,
    ],
    [
      'the node is cordoned',
      nodeSpecUnschedulableChanged, nodeOf({ spec: {} }), nodeOf({ spec: { unschedulable: true } }), false,
    ],
    [
      'the node is cordoned no longer',
      nodeSpecUnschedulableChanged, nodeOf({ spec: { unschedulable: true } }), nodeOf({ spec: {} }), true,
    ],
  ]; // prettier-ignore

  test.each(cases)('%s', (_name, changed, oldNode, newNode, expected) => {
    expect(changed(newNode, oldNode)).toBe(expected);
  });

  test('the first that counts is told', () => {
    const before = nodeOf({
      spec: { unschedulable: true, taints: [taint] },
      status: { allocatable: { cpu: '1' } },
    });
    expect(nodeSchedulingPropertiesChange(nodeOf({ spec: {}, status: {} }), before)).toBe(
      'NodeSpecUnschedulableChange',
    );
    const same = { unschedulable: true, taints: [taint] };
    const more = nodeOf({ spec: same, status: { allocatable: { cpu: '2' } } });
    expect(nodeSchedulingPropertiesChange(more, before)).toBe('NodeAllocatableChange');
    const untainted = nodeOf({ spec: { unschedulable: true }, status: { allocatable: { cpu: '1' } } });
    expect(nodeSchedulingPropertiesChange(untainted, before)).toBe('NodeTaintChange');
    expect(nodeSchedulingPropertiesChange(before, before)).toBeUndefined();
    const bare = nodeOf({});
    expect(nodeSchedulingPropertiesChange(bare, bare)).toBeUndefined();
    expect(nodeSchedulingPropertiesChange(conditions(pressure), bare)).toBe('NodeConditionChange');
    expect(nodeSchedulingPropertiesChange(bare, conditions(pressure))).toBe('NodeConditionChange');
  });
});

describe('what lets a pod that fits nowhere be tried again', () => {
  const patchNode = (stage: SchedulerStage, body: object, subresource?: 'status'): void => {
    stage.do({
      verb: 'patch',
      resource: 'nodes',
      name: 'node-a',
      body,
      ...(subresource ? { subresource } : {}),
    });
    stage.sim.runFor(12_000);
  };
  const tried = (stage: SchedulerStage): number =>
    stage.recorder.events.filter((event) => event.includes('FailedScheduling')).length;

  test.each<readonly [string, boolean, (stage: SchedulerStage) => void]>([
    ['a node with more room', true, (s) => patchNode(s, { status: { allocatable: { cpu: '2' } } }, 'status')],
    ['a new label of a node', true, (s) => patchNode(s, { metadata: { labels: { a: 'b' } } })],
    ['a taint less', true, (s) => patchNode(s, { spec: { taints: null } })],
    ['an annotation of a node', false, (s) => patchNode(s, { metadata: { annotations: { a: 'b' } } })],
    ['a heartbeat of a node', false, (s) => patchNode(s, { status: { phase: 'Running' } }, 'status')],
  ])('%s: %s', (_what, again, act) => {
    const stage = new SchedulerStage();
    const taints = [{ key: 'k', effect: 'PreferNoSchedule' }];
    stage.node('node-a', { cpu: '1' }, { taints });
    stage.pod('web', '8');
    stage.sim.runFor(11_000);
    const before = tried(stage);
    act(stage);
    expect(tried(stage) > before).toBe(again);
  });

  type Verb = 'create' | 'update' | 'patch' | 'delete';
  const named = { name: 'x' };
  /** What another client does with an object named x. */
  const does =
    (verb: Verb, resource: string, body: object = {}) =>
    (stage: SchedulerStage) => {
      const namespace = ['services', 'persistentvolumeclaims', 'pods'].includes(resource)
        ? { namespace: 'default' }
        : {};
      const name = verb === 'create' ? {} : named;
      stage.do({ verb, resource, body: { metadata: named, ...body }, ...namespace, ...name } as Parameters<
        typeof stage.do
      >[0]);
      stage.sim.runFor(100);
    };
  const patchX = (resource: string) => does('patch', resource, { metadata: { labels: { a: 'b' } } });
  const service = does('create', 'services', { spec: { ports: [{ port: 80 }] } });
  const claim = does('create', 'persistentvolumeclaims', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      storageClassName: 'slow',
    },
  });
  const volume = does('create', 'persistentvolumes', {
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } },
  });
  const csiNode = does('create', 'csinodes', { spec: { drivers: [] } });
  const storageClass = (volumeBindingMode: string) =>
    does('create', 'storageclasses', { provisioner: 'example.com/none', volumeBindingMode });
  const nothing = (): void => {};
  const bound = (labels: Readonly<Record<string, string>>) => (stage: SchedulerStage) =>
    stage.pod('x', '0', { nodeName: 'node-a' }, 100, labels);

  /** By which event the pod comes back that asks for company of `app: web` and for more than there is; after something else. */
  test.each<
    readonly [string | undefined, string, (stage: SchedulerStage) => void, (stage: SchedulerStage) => void]
  >([
    ['NodeAdd', 'a node', nothing, (s) => s.node('node-b')],
    [
      'NodeAllocatableChange',
      'more room',
      nothing,
      (s) => patchNode(s, { status: { allocatable: { cpu: '2' } } }, 'status'),
    ],
    [
      'NodeLabelChange',
      'a label of a node',
      nothing,
      (s) => patchNode(s, { metadata: { labels: { a: 'b' } } }),
    ],
    [
      'NodeTaintChange',
      'a taint of a node',
      nothing,
      (s) => patchNode(s, { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } }),
    ],
    [
      'NodeConditionChange',
      'a condition of a node',
      nothing,
      (s) => patchNode(s, { status: { conditions: [{ type: 'Ready', status: 'True' }] } }, 'status'),
    ],
    [
      'NodeSpecUnschedulableChange',
      'a node that is cordoned no longer',
      (s) => patchNode(s, { spec: { unschedulable: true } }),
      (s) => patchNode(s, { spec: { unschedulable: null } }),
    ],
    [undefined, 'a node that is cordoned', nothing, (s) => patchNode(s, { spec: { unschedulable: true } })],
    ['ServiceAdd', 'a service', nothing, service],
    ['ServiceUpdate', 'a service that changes', service, patchX('services')],
    ['ServiceDelete', 'a service that goes', service, does('delete', 'services')],
    ['PvAdd', 'a volume', nothing, volume],
    ['PvUpdate', 'a volume that changes', volume, patchX('persistentvolumes')],
    [undefined, 'a volume that goes', volume, does('delete', 'persistentvolumes')],
    ['PvcAdd', 'a claim', nothing, claim],
    ['PvcUpdate', 'a claim that changes', claim, patchX('persistentvolumeclaims')],
    ['CSINodeAdd', 'what a node has of drivers', nothing, csiNode],
    ['CSINodeUpdate', 'what a node has of drivers, when it changes', csiNode, patchX('csinodes')],
    ['StorageClassAdd', 'a class that waits for pods', nothing, storageClass('WaitForFirstConsumer')],
    [undefined, 'a class that does not', nothing, storageClass('Immediate')],
    ['AssignedPodAdd', 'a pod to be with', nothing, bound({ app: 'web' })],
    [undefined, 'a pod of another kind', nothing, bound({ app: 'db' })],
    [
      'AssignedPodUpdate',
      'a pod that becomes one to be with',
      bound({ app: 'db' }),
      does('patch', 'pods', { metadata: { labels: { app: 'web' } } }),
    ],
    ['AssignedPodDelete', 'a pod that goes', bound({ app: 'db' }), (s) => s.delete('x')],
  ])('%s: %s', (event, _what, before, act) => {
    const stage = new SchedulerStage();
    stage.node('node-a', { cpu: '1' });
    before(stage);
    const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } };
    const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
    stage.pod('waits', '8', { affinity: { podAffinity } });
    stage.sim.runFor(11_000);
    const events = () => {
      const metric = stage.sched.parts.metrics.list().find(({ name }) => name.includes('incoming_pods'));
      return new Map(metric?.samples().map(({ labels, value }) => [labels.event, value]));
    };
    const counted = events();
    act(stage);
    stage.sim.runFor(100);
    const since = [...events()].filter(([of, value]) => value !== counted.get(of)).map(([of]) => of);
    expect(since.filter((of) => !['ScheduleAttemptFailure', 'BackoffComplete'].includes(of ?? ''))).toEqual(
      event ? [event] : [],
    );
  });

  test('a pod that was being tried when a node changed is not put aside, though no pod waited for the change', () => {
    const at: { stage?: SchedulerStage } = {};
    const roundTripper: RoundTripper = {
      *post() {
        yield* at.stage?.sim.sleep(1000) ?? [];
        return [
          { statusCode: 200, body: JSON.stringify({ NodeNames: [], FailedNodes: { 'node-a': 'no' } }) },
          undefined,
        ];
      },
    };
    const extenders = [{ urlPrefix: 'http://extender', filterVerb: 'filter', nodeCacheCapable: true }];
    const queued = (act: (stage: SchedulerStage) => void) => {
      const stage = (at.stage = new SchedulerStage({ extenders, roundTripper }));
      stage.node('node-a', { cpu: '1' });
      stage.pod('web', '1', {}, 500);
      act(stage);
      stage.sim.runFor(501);
      const { podBackoffQ, unschedulableQ } = stage.sched.parts.schedulingQueue as PriorityQueue;
      return [podBackoffQ.length, unschedulableQ.podInfoMap.size];
    };
    const annotate = {
      verb: 'patch',
      resource: 'nodes',
      name: 'node-a',
      body: { metadata: { annotations: { a: 'b' } } },
    } as const;
    expect(queued(() => {})).toEqual([0, 1]);
    expect(queued((stage) => stage.do(annotate))).toEqual([1, 0]);
  });

  test('what goes is forgotten: a node by the cache, a pod without a node by the queue', () => {
    const stage = new SchedulerStage();
    const { schedulerCache, schedulingQueue } = stage.sched.parts;
    stage.node('node-a', { cpu: '1' });
    stage.pod('waits', '8');
    expect([schedulerCache.nodeCount(), schedulingQueue.pendingPods().length]).toEqual([1, 1]);
    stage.do({ verb: 'delete', resource: 'nodes', name: 'node-a' });
    stage.delete('waits');
    stage.sim.runFor(100);
    expect([schedulerCache.nodeCount(), schedulingQueue.pendingPods().length]).toEqual([0, 0]);
  });

  test('a pod that is deleted while a plugin holds it back is held back no longer', () => {
    const patient = {
      name: () => 'patient',
      permit: () => [newStatus('Wait', 'later'), 60_000],
    } as unknown as Plugin;
    const stage = new SchedulerStage({
      profiles: [
        { schedulerName: 'default-scheduler', plugins: { permit: { enabled: [{ name: 'patient' }] } } },
      ],
      frameworkOutOfTreeRegistry: new Registry({ patient: () => [patient, undefined] }),
    });
    stage.node('node-a', { cpu: '1' });
    stage.pod('held', '1');
    expect(stage.sched.parts.schedulerCache.podCount()).toBe(1);
    stage.delete('held');
    stage.sim.runFor(100);
    expect(stage.sched.parts.schedulerCache.podCount()).toBe(0);
    expect(stage.recorder.events).toContain(
      'Warning FailedScheduling pod "held" rejected while waiting on permit: removed',
    );
  });

  // Upstream's TestUpdatePodInCache.
  test('a pod that went and another of its name that came count as two', () => {
    const stage = new SchedulerStage();
    stage.node('node-a', { cpu: '4' });
    stage.pod('web', '3', { nodeName: 'node-a' });
    stage.delete('web');
    stage.pod('web', '1', { nodeName: 'node-a' });
    const info = stage.sched.parts.schedulerCache.dump().nodes.get('node-a');
    expect(info?.requested.milliCPU).toBe(1000);
    expect(info?.pods).toHaveLength(1);
  });
});
