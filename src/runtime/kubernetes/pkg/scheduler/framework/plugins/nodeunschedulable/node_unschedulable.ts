import type { Pod } from '../../../../api/objects.ts';
import { tolerationsTolerateTaint } from '../../../../apis/core/v1/helper/helpers.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type FilterPlugin, newStatus } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';

// Mirrors: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go#Name
export const name = 'NodeUnschedulable';

// Mirrors: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go#ErrReasonUnknownCondition
export const errReasonUnknownCondition = 'node(s) had unknown conditions';

// Mirrors: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go#ErrReasonUnschedulable
export const errReasonUnschedulable = 'node(s) were unschedulable';

/** The taint of a node that is cordoned off: a pod that tolerates it may still go there. */
const unschedulableTaint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

/** Keeps pods off nodes that were cordoned off. */
// Mirrors: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go#NodeUnschedulable
export class NodeUnschedulable implements FilterPlugin {
  // Mirrors: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go#NodeUnschedulable.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go#NodeUnschedulable.Filter
  filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const node = nodeInfo.node();
    if (!node) return newStatus('UnschedulableAndUnresolvable', errReasonUnknownCondition);
    if (!node.spec?.unschedulable) return undefined;
    if (tolerationsTolerateTaint(pod.spec.tolerations ?? [], unschedulableTaint)) return undefined;
    return newStatus('UnschedulableAndUnresolvable', errReasonUnschedulable);
  }
}

// Mirrors: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go#New
export const newPlugin: PluginFactory = () => [new NodeUnschedulable(), undefined];
