import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../src/runtime/api/objects.ts';
import { skipPodUpdate } from '../../../src/runtime/scheduler/eventhandlers.ts';
import {
  nodeAllocatableChanged,
  nodeConditionsChanged,
  nodeLabelsChanged,
  nodeSchedulingPropertiesChange,
  nodeSpecUnschedulableChanged,
  nodeTaintsChanged,
} from '../../../src/runtime/scheduler/eventhandlers_node.ts';
import type { Scheduler } from '../../../src/runtime/scheduler/scheduler.ts';
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
