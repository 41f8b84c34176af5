import { expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  Handle,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  errReasonUnknownCondition,
  errReasonUnschedulable,
  newPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newPluginOf, node, pod } from '../handle.ts';

const plugin = newPluginOf<FilterPlugin>(newPlugin, undefined, {} as Handle);
const tolerant = { tolerations: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] };

// Upstream's TestNodeUnschedulable.
test.each([
  ['cordoned off', {}, true, ['UnschedulableAndUnresolvable', errReasonUnschedulable]],
  ['as usual', {}, false, undefined],
  ['cordoned off, and the pod tolerates it', tolerant, true, undefined],
])('a node that is %s', (_name, spec, unschedulable, refused) => {
  const info = newNodeInfo();
  info.setNode({ ...node('node'), spec: { unschedulable } });
  const status = plugin.filter(newCycleState(), pod({}, spec), info);
  expect(status && [status.code, ...status.reasons]).toEqual(refused);
});

test('a node of which only pods are known', () => {
  const status = plugin.filter(newCycleState(), pod(), newNodeInfo());
  expect([status?.code, status?.message()]).toEqual([
    'UnschedulableAndUnresolvable',
    errReasonUnknownCondition,
  ]);
});

test('a node without a spec is as usual', () => {
  const info = newNodeInfo();
  info.setNode(node('node'));
  expect(plugin.filter(newCycleState(), pod(), info)).toBeUndefined();
});
