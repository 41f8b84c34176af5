import type { PreferredSchedulingTerm } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../api/objects.ts';
import {
  type NodeSelector,
  type PreferredSchedulingTerms,
  newNodeSelector,
  newPreferredSchedulingTerms,
} from '../../../../../staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.ts';
import type { NodeAffinityArgs } from '../../../apis/config/types_pluginargs.ts';
import { validateNodeAffinityArgs } from '../../../apis/config/validation/validation_pluginargs.ts';
import type { CycleState } from '../../cycle_state.ts';
import {
  type Answer,
  type FilterPlugin,
  type Handle,
  type NodeScoreList,
  type ScoreExtensions,
  type ScorePlugin,
  asStatus,
  maxNodeScore,
  newStatus,
} from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import { podMatchesNodeSelectorAndAffinityTerms } from '../helper/node_affinity.ts';
import { defaultNormalizeScore } from '../helper/normalize_score.ts';
import { nodeInfoOf } from '../helper/read.ts';

// Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#Name
export const name = 'NodeAffinity';

// Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#ErrReasonPod
export const errReasonPod = "node(s) didn't match Pod's node affinity";

// Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#errReasonEnforced
export const errReasonEnforced = "node(s) didn't match scheduler-enforced node affinity";

/** Terms that were read before: a pod's are asked for on every node, and objects that are stored never change. */
const parsed = new WeakMap<
  readonly PreferredSchedulingTerm[],
  ReturnType<typeof newPreferredSchedulingTerms>
>();

/** Holds a pod to the nodes that its node selector and node affinity allow, and ranks those by its preferences. */
// Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#NodeAffinity
export class NodeAffinity implements FilterPlugin, ScorePlugin, ScoreExtensions {
  readonly #handle: Handle;
  readonly #addedNodeSelector: NodeSelector | undefined;
  readonly addedPrefSchedTerms: PreferredSchedulingTerms | undefined;

  constructor(handle: Handle, selector?: NodeSelector, preferred?: PreferredSchedulingTerms) {
    this.#handle = handle;
    this.#addedNodeSelector = selector;
    this.addedPrefSchedTerms = preferred;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#NodeAffinity.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#NodeAffinity.Filter
  filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const node = nodeInfo.node();
    if (!node) return newStatus('Error', 'node not found');
    if (this.#addedNodeSelector && !this.#addedNodeSelector.match(node))
      return newStatus('UnschedulableAndUnresolvable', errReasonEnforced);
    if (!podMatchesNodeSelectorAndAffinityTerms(pod, node))
      return newStatus('UnschedulableAndUnresolvable', errReasonPod);
    return undefined;
  }

  /** The sum of the weights of the terms that match the node: those of the pod, and those of the profile. */
  // Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#NodeAffinity.Score
  score(_state: CycleState, pod: Pod, nodeName: string): [number, Answer] {
    const [nodeInfo, missing] = nodeInfoOf(this.#handle.snapshotSharedLister(), nodeName);
    if (missing) return [0, missing];
    const node = nodeInfo.node();
    if (!node) return [0, newStatus('Error', 'node not found')];
    let count = this.addedPrefSchedTerms?.score(node) ?? 0;
    const preferred = pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
    if (preferred) {
      const read = parsed.get(preferred) ?? newPreferredSchedulingTerms(preferred);
      parsed.set(preferred, read); // Go: none
      const [terms, err] = read;
      if (err) return [0, asStatus(err)];
      count += terms.score(node);
    }
    return [count, undefined];
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#NodeAffinity.NormalizeScore
  normalizeScore(_state: CycleState, _pod: Pod, scores: NodeScoreList): Answer {
    return defaultNormalizeScore(maxNodeScore, false, scores);
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#NodeAffinity.ScoreExtensions
  scoreExtensions(): ScoreExtensions {
    return this;
  }
}

// Mirrors: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go#New
export const newPlugin: PluginFactory = (plArgs, handle) => {
  const args = (plArgs ?? {}) as NodeAffinityArgs;
  const invalid = validateNodeAffinityArgs(args);
  if (invalid) return [undefined, invalid];
  const required = args.addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const preferred = args.addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const [selector] = required ? newNodeSelector(required) : [];
  const [terms] = preferred.length > 0 ? newPreferredSchedulingTerms(preferred) : [];
  return [new NodeAffinity(handle, selector, terms), undefined];
};
