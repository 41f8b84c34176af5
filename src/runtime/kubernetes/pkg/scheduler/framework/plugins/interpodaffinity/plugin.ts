import type { Node, Pod } from '../../../../api/objects.ts';
import type { InterPodAffinityArgs } from '../../../apis/config/types_pluginargs.ts';
import { validateInterPodAffinityArgs } from '../../../apis/config/validation/validation_pluginargs.ts';
import type { CycleState } from '../../cycle_state.ts';
import {
  type Answer,
  type FilterPlugin,
  type NodeScoreList,
  type PreFilterExtensions,
  type PreFilterPlugin,
  type PreScorePlugin,
  type ScoreExtensions,
  type ScorePlugin,
  newStatus,
} from '../../interface.ts';
import type { SharedLister } from '../../listers.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import { type NodeInfo, newPodInfo } from '../../types.ts';
import { nodeInfoOf, readState } from '../helper/read.ts';
import {
  PreFilterState,
  filterByRules,
  getTPMapMatchingExistingAntiAffinity,
  getTPMapMatchingIncomingAffinityAntiAffinity,
  preFilterStateKey,
} from './filtering.ts';
import {
  PreScoreState,
  hasPreferences,
  normalizeSums,
  processExistingPod,
  preScoreStateKey,
} from './scoring.ts';

// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/plugin.go#Name
export const name = 'InterPodAffinity';

/** Puts pods near others, and keeps them away from others, by what they require and what they prefer. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/plugin.go#InterPodAffinity
export class InterPodAffinity
  implements PreFilterPlugin, PreFilterExtensions, FilterPlugin, PreScorePlugin, ScorePlugin, ScoreExtensions
{
  readonly args: InterPodAffinityArgs;
  readonly #sharedLister: SharedLister;

  constructor(args: InterPodAffinityArgs, sharedLister: SharedLister) {
    this.args = args;
    this.#sharedLister = sharedLister;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/plugin.go#InterPodAffinity.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#InterPodAffinity.PreFilter
  preFilter(state: CycleState, pod: Pod): Answer {
    const podInfo = newPodInfo(pod);
    if (podInfo.parseError)
      return newStatus('UnschedulableAndUnresolvable', `parsing pod: ${podInfo.parseError.message}`);
    const lister = this.#sharedLister.nodeInfos();
    const existing = getTPMapMatchingExistingAntiAffinity(pod, lister.havePodsWithRequiredAntiAffinityList());
    const [affinity, antiAffinity] = getTPMapMatchingIncomingAffinityAntiAffinity(podInfo, lister.list());
    state.write(preFilterStateKey, new PreFilterState(podInfo, existing, affinity, antiAffinity));
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#InterPodAffinity.PreFilterExtensions
  preFilterExtensions(): PreFilterExtensions {
    return this;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#InterPodAffinity.AddPod
  addPod(state: CycleState, _podToSchedule: Pod, podToAdd: Pod, nodeInfo: NodeInfo): Answer {
    const [s, err] = readState<PreFilterState>(state, preFilterStateKey);
    if (err) return err;
    s.updateWithPod(podToAdd, nodeInfo, 1);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#InterPodAffinity.RemovePod
  removePod(state: CycleState, _podToSchedule: Pod, podToRemove: Pod, nodeInfo: NodeInfo): Answer {
    const [s, err] = readState<PreFilterState>(state, preFilterStateKey);
    if (err) return err;
    s.updateWithPod(podToRemove, nodeInfo, -1);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#InterPodAffinity.Filter
  filter(state: CycleState, _pod: Pod, nodeInfo: NodeInfo): Answer {
    const node = nodeInfo.node();
    if (!node) return newStatus('Error', 'node not found');
    const [s, err] = readState<PreFilterState>(state, preFilterStateKey);
    return err ?? filterByRules(s, node);
  }

  /** Unless the pod has preferences, only pods that have affinity are looked at. */
  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#InterPodAffinity.PreScore
  preScore(state: CycleState, pod: Pod, nodes: readonly Node[]): Answer {
    if (nodes.length === 0) return undefined;
    const podInfo = newPodInfo(pod);
    if (podInfo.parseError) return newStatus('Error', `parsing pod: ${podInfo.parseError.message}`);
    const lister = this.#sharedLister.nodeInfos();
    const s = new PreScoreState(podInfo);
    const all = hasPreferences(pod);
    for (const nodeInfo of all ? lister.list() : lister.havePodsWithAffinityList()) {
      const node = nodeInfo.node();
      if (!node) continue;
      for (const existingPod of all ? nodeInfo.pods : nodeInfo.podsWithAffinity)
        processExistingPod(s, existingPod, node, this.args.hardPodAffinityWeight);
    }
    state.write(preScoreStateKey, s);
    return undefined;
  }

  /** The sum of the weights: for affinity above 0, for anti-affinity below. */
  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#InterPodAffinity.Score
  score(state: CycleState, _pod: Pod, nodeName: string): [number, Answer] {
    const [nodeInfo, missing] = nodeInfoOf(this.#sharedLister, nodeName);
    if (missing) return [0, missing];
    const node = nodeInfo.node();
    if (!node) return [0, newStatus('Error', 'node not found')];
    const [s, err] = readState<PreScoreState>(state, preScoreStateKey, 'failed to read');
    return err ? [0, err] : [s.topologyScore.of(node), undefined];
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#InterPodAffinity.NormalizeScore
  normalizeScore(state: CycleState, _pod: Pod, scores: NodeScoreList): Answer {
    const [s, err] = readState<PreScoreState>(state, preScoreStateKey, 'failed to read');
    if (err) return err;
    normalizeSums(s, scores);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#InterPodAffinity.ScoreExtensions
  scoreExtensions(): ScoreExtensions {
    return this;
  }
}

// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/plugin.go#New
export const newPlugin: PluginFactory = (plArgs, handle) => {
  const args = plArgs as InterPodAffinityArgs;
  const err = validateInterPodAffinityArgs(args);
  if (err) return [undefined, err];
  return [new InterPodAffinity(args, handle.snapshotSharedLister()), undefined];
};
