import type { Pod } from '../../../../api/objects.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type FilterPlugin, newStatus } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';

// Mirrors: pkg/scheduler/framework/plugins/nodename/node_name.go#Name
export const name = 'NodeName';

// Mirrors: pkg/scheduler/framework/plugins/nodename/node_name.go#ErrReason
export const errReason = "node(s) didn't match the requested hostname";

/** A pod that names a node runs on no other. */
// Mirrors: pkg/scheduler/framework/plugins/nodename/node_name.go#NodeName
export class NodeName implements FilterPlugin {
  // Mirrors: pkg/scheduler/framework/plugins/nodename/node_name.go#NodeName.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodename/node_name.go#NodeName.Filter
  filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    if (!nodeInfo.node()) return newStatus('Error', 'node not found');
    if (!fits(pod, nodeInfo)) return newStatus('UnschedulableAndUnresolvable', errReason);
    return undefined;
  }
}

// Mirrors: pkg/scheduler/framework/plugins/nodename/node_name.go#Fits
export function fits(pod: Pod, nodeInfo: NodeInfo): boolean {
  return !pod.spec.nodeName || pod.spec.nodeName === nodeInfo.name;
}

// Mirrors: pkg/scheduler/framework/plugins/nodename/node_name.go#New
export const newPlugin: PluginFactory = () => [new NodeName(), undefined];
