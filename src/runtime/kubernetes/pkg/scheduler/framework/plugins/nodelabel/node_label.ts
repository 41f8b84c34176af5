import type { Node, Pod } from '../../../../api/objects.ts';
import type { NodeLabelArgs } from '../../../apis/config/types_pluginargs.ts';
import { validateNodeLabelArgs } from '../../../apis/config/validation/validation_pluginargs.ts';
import type { CycleState } from '../../cycle_state.ts';
import {
  type Answer,
  type FilterPlugin,
  type Handle,
  type ScorePlugin,
  maxNodeScore,
  newStatus,
} from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import { nodeInfoOf } from '../helper/read.ts';

// Mirrors: pkg/scheduler/framework/plugins/nodelabel/node_label.go#Name
export const name = 'NodeLabel';

// Mirrors: pkg/scheduler/framework/plugins/nodelabel/node_label.go#ErrReasonPresenceViolated
export const errReasonPresenceViolated = "node(s) didn't have the requested labels";

/**
 * Keeps all pods of the profile to nodes that have some labels and lack others, whatever their values, and ranks nodes
 * in the same way.
 */
// Mirrors: pkg/scheduler/framework/plugins/nodelabel/node_label.go#NodeLabel
export class NodeLabel implements FilterPlugin, ScorePlugin {
  readonly #handle: Handle;
  readonly #args: NodeLabelArgs;

  constructor(handle: Handle, args: NodeLabelArgs) {
    this.#handle = handle;
    this.#args = args;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodelabel/node_label.go#NodeLabel.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodelabel/node_label.go#NodeLabel.Filter
  filter(_state: CycleState, _pod: Pod, nodeInfo: NodeInfo): Answer {
    const node = nodeInfo.node();
    if (!node) return newStatus('Error', 'node not found');
    const { presentLabels = [], absentLabels = [] } = this.#args;
    const fits =
      presentLabels.every((label) => hasLabel(node, label)) &&
      !absentLabels.some((label) => hasLabel(node, label));
    return fits ? undefined : newStatus('UnschedulableAndUnresolvable', errReasonPresenceViolated);
  }

  /** The mean over the preferences. Without any, Kubernetes divides by zero, which ends the scheduler. */
  // Mirrors: pkg/scheduler/framework/plugins/nodelabel/node_label.go#NodeLabel.Score
  score(_state: CycleState, _pod: Pod, nodeName: string): [number, Answer] {
    const [nodeInfo, err] = nodeInfoOf(this.#handle.snapshotSharedLister(), nodeName);
    if (err) return [0, err];
    const node = nodeInfo.node() as Node;
    const { presentLabelsPreference = [], absentLabelsPreference = [] } = this.#args;
    let score = 0;
    for (const label of presentLabelsPreference) if (hasLabel(node, label)) score += maxNodeScore;
    for (const label of absentLabelsPreference) if (!hasLabel(node, label)) score += maxNodeScore;
    const preferences = presentLabelsPreference.length + absentLabelsPreference.length;
    if (preferences === 0) throw new Error('runtime error: integer divide by zero');
    return [Math.trunc(score / preferences), undefined];
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodelabel/node_label.go#NodeLabel.ScoreExtensions
  scoreExtensions(): undefined {
    return undefined;
  }
}

function hasLabel({ metadata }: Node, label: string): boolean {
  return Object.hasOwn(metadata.labels ?? {}, label);
}

// Mirrors: pkg/scheduler/framework/plugins/nodelabel/node_label.go#New
export const newPlugin: PluginFactory = (plArgs, handle) => {
  const args = plArgs as NodeLabelArgs;
  const err = validateNodeLabelArgs(args);
  return err ? [undefined, err] : [new NodeLabel(handle, args), undefined];
};
