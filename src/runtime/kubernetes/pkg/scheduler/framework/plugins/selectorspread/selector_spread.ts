import type { Pod } from '../../../../api/objects.ts';
import type { Selector } from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { getZoneKey } from '../../../../util/node/node.ts';
import type { CycleState, StateData } from '../../cycle_state.ts';
import {
  type Answer,
  type NodeScoreList,
  type PreScorePlugin,
  type ScoreExtensions,
  type ScorePlugin,
  maxNodeScore,
} from '../../interface.ts';
import type { SharedLister } from '../../listers.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import { nodeInfoOf, readState } from '../helper/read.ts';
import { type SpreadListers, defaultSelector, spreadListersOf } from '../helper/spread.ts';

// Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#Name
export const name = 'SelectorSpread';

// Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#preScoreStateKey
const preScoreStateKey = `PreScore${name}`;

/** How much zones count, where nodes have any; the rest is for the nodes themselves. */
// Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#zoneWeighting
const zoneWeighting = 2 / 3;

/** What the pods have in common from which the pod is to be kept apart. */
// Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#preScoreState
class PreScoreState implements StateData {
  readonly selector: Selector;

  constructor(selector: Selector) {
    this.selector = selector;
  }

  // Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#preScoreState.Clone
  clone(): StateData {
    return this;
  }
}

/** True for a pod that says itself how it is to be spread. */
// Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#skipSelectorSpread
function skipSelectorSpread({ spec }: Pod): boolean {
  return (spec.topologySpreadConstraints ?? []).length !== 0;
}

/** Spreads the pods of a Service or of a controller over nodes and zones: what PodTopologySpread took over. */
// Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#SelectorSpread
class SelectorSpread implements PreScorePlugin, ScorePlugin, ScoreExtensions {
  readonly #sharedLister: SharedLister;
  readonly #listers: SpreadListers;

  constructor(sharedLister: SharedLister, listers: SpreadListers) {
    this.#sharedLister = sharedLister;
    this.#listers = listers;
  }

  // Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#SelectorSpread.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#SelectorSpread.PreScore
  preScore(state: CycleState, pod: Pod): Answer {
    if (skipSelectorSpread(pod)) return undefined;
    state.write(preScoreStateKey, new PreScoreState(defaultSelector(pod, this.#listers)));
    return undefined;
  }

  /** The matching pods on the node. */
  // Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#SelectorSpread.Score
  score(state: CycleState, pod: Pod, nodeName: string): [number, Answer] {
    if (skipSelectorSpread(pod)) return [0, undefined];
    const [s, err] = readState<PreScoreState>(state, preScoreStateKey, 'reading');
    if (err) return [0, err];
    const [nodeInfo, missing] = nodeInfoOf(this.#sharedLister, nodeName);
    if (missing) return [0, missing];
    return [countMatchingPods(pod.metadata.namespace, s.selector, nodeInfo), undefined];
  }

  /** Fewer matching pods score more: on the node, and, where it has a zone, in all nodes of that zone together. */
  // Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#SelectorSpread.NormalizeScore
  normalizeScore(_state: CycleState, pod: Pod, scores: NodeScoreList): Answer {
    if (skipSelectorSpread(pod)) return undefined;
    const countsByZone = new Map<string, number>();
    const zones: string[] = [];
    let maxCountByNodeName = 0;
    for (const { name: nodeName, score } of scores) {
      maxCountByNodeName = Math.max(maxCountByNodeName, score);
      const [nodeInfo, missing] = nodeInfoOf(this.#sharedLister, nodeName);
      if (missing) return missing;
      const node = nodeInfo.node();
      const zoneID = node ? getZoneKey(node) : '';
      zones.push(zoneID);
      if (zoneID !== '') countsByZone.set(zoneID, (countsByZone.get(zoneID) ?? 0) + score);
    }
    const maxCountByZone = Math.max(0, ...countsByZone.values());
    for (const [i, nodeScore] of scores.entries()) {
      let fScore = shareLeft(nodeScore.score, maxCountByNodeName);
      const countInZone = countsByZone.get(zones[i] ?? '');
      if (countInZone !== undefined) {
        const zoneScore = shareLeft(countInZone, maxCountByZone);
        fScore = fScore * (1 - zoneWeighting) + zoneWeighting * zoneScore;
      }
      nodeScore.score = Math.trunc(fScore);
    }
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#SelectorSpread.ScoreExtensions
  scoreExtensions(): ScoreExtensions {
    return this;
  }
}

/** From 100 for no pods to 0 for the most. */
function shareLeft(count: number, maxCount: number): number {
  return maxCount > 0 ? maxNodeScore * ((maxCount - count) / maxCount) : maxNodeScore;
}

/** Pods that are being deleted do not count. */
// Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#countMatchingPods
function countMatchingPods(namespace: string, selector: Selector, { pods }: NodeInfo): number {
  if (pods.length === 0 || selector.empty()) return 0;
  let count = 0;
  for (const { pod } of pods) {
    const { metadata } = pod;
    if (metadata.namespace !== namespace || metadata.deletionTimestamp !== undefined) continue;
    if (selector.matches(metadata.labels)) count++;
  }
  return count;
}

// Mirrors: pkg/scheduler/framework/plugins/selectorspread/selector_spread.go#New
export const newPlugin: PluginFactory = (_args, handle) => {
  const listers = spreadListersOf(handle.sharedInformerFactory());
  return [new SelectorSpread(handle.snapshotSharedLister(), listers), undefined];
};
