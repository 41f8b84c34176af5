import { expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  Handle,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  errReason,
  newPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodename/node_name.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newPluginOf, node, pod } from '../handle.ts';

// Upstream's TestNodeName.
test.each([
  ['none', undefined, undefined],
  ['this node', 'foo', undefined],
  ['another', 'bar', ['UnschedulableAndUnresolvable', errReason]],
])('a pod that names %s', (_name, nodeName, refused) => {
  const plugin = newPluginOf<FilterPlugin>(newPlugin, undefined, {} as Handle);
  const info = newNodeInfo();
  info.setNode(node('foo'));
  const status = plugin.filter(newCycleState(), pod({}, { nodeName }), info);
  expect(status && [status.code, ...status.reasons]).toEqual(refused);
});
