import type { Node, Pod } from '../../../../api/objects.ts';
import type { StateData } from '../../cycle_state.ts';
import { type NodeScoreList, maxNodeScore } from '../../interface.ts';
import type { NodeInfo } from '../../types.ts';
import { podMatchesNodeSelectorAndAffinityTerms } from '../helper/node_affinity.ts';
import { TopologyPairs } from '../helper/topology-pairs.ts';
import { labelOf } from '../helper/read.ts';
import {
  type TopologySpreadConstraint,
  countPodsMatchSelector,
  nodeLabelsMatchSpreadConstraints,
} from './common.ts';

/** `PreScore`, and the name of the plugin. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#preScoreStateKey
export const preScoreStateKey = 'PreScorePodTopologySpread';

/** Each node is a topology of its own under this key, so its pods are counted when it is scored. */
export const labelHostname = 'kubernetes.io/hostname';

/** What was counted of the topologies of the nodes that passed the filters. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#preScoreState
export class PreScoreState implements StateData {
  readonly constraints: readonly TopologySpreadConstraint[];
  /** Names of nodes that lack a topology key. */
  readonly ignoredNodes = new Set<string>();
  readonly topologyPairToPodCounts = new TopologyPairs();
  /** Of each constraint. Counts in a topology of few values are not to vanish beside those of one with many. */
  readonly topologyNormalizingWeight: number[] = [];

  constructor(constraints: readonly TopologySpreadConstraint[]) {
    this.constraints = constraints;
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#preScoreState.Clone
  clone(): StateData {
    return this;
  }
}

/** Finds the topologies of the nodes that passed the filters, and what each constraint weighs. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#PodTopologySpread.initPreScoreState
export function initPreScoreState(s: PreScoreState, filteredNodes: readonly Node[]): void {
  const topoSize = s.constraints.map(() => 0);
  for (const node of filteredNodes) {
    if (!nodeLabelsMatchSpreadConstraints(node, s.constraints)) {
      s.ignoredNodes.add(node.metadata.name);
      continue;
    }
    for (let i = 0; i < s.constraints.length; i++) {
      const { topologyKey } = s.constraints[i] as TopologySpreadConstraint;
      if (topologyKey === labelHostname) continue;
      const value = labelOf(node, topologyKey) ?? '';
      if (s.topologyPairToPodCounts.get(topologyKey, value) !== undefined) continue;
      s.topologyPairToPodCounts.set(topologyKey, value, 0);
      topoSize[i] = (topoSize[i] ?? 0) + 1;
    }
  }
  for (const [i, { topologyKey }] of s.constraints.entries()) {
    const hosts = filteredNodes.length - s.ignoredNodes.size;
    const size = topologyKey === labelHostname ? hosts : (topoSize[i] ?? 0);
    s.topologyNormalizingWeight.push(topologyNormalizingWeight(size));
  }
}

/**
 * Counts the matching pods of all nodes that the pod's node selector and affinity allow and that have all the topology
 * keys.
 */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#PodTopologySpread.PreScore
export function countPods(s: PreScoreState, pod: Pod, allNodes: readonly NodeInfo[]): void {
  for (const nodeInfo of allNodes) {
    const node = nodeInfo.node();
    if (!node || !podMatchesNodeSelectorAndAffinityTerms(pod, node)) continue;
    if (!nodeLabelsMatchSpreadConstraints(node, s.constraints)) continue;
    for (const { topologyKey, selector } of s.constraints) {
      const value = labelOf(node, topologyKey) ?? '';
      const tpCount = s.topologyPairToPodCounts.get(topologyKey, value);
      if (tpCount === undefined) continue;
      const count = countPodsMatchSelector(nodeInfo.pods, selector, pod.metadata.namespace);
      s.topologyPairToPodCounts.set(topologyKey, value, tpCount + count);
    }
  }
}

/** The matching pods in the topologies of the node, weighted: more is worse, until the scores are normalized. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#PodTopologySpread.Score
export function scoreNode(s: PreScoreState, pod: Pod, info: NodeInfo): number {
  const node = info.node();
  if (!node || s.ignoredNodes.has(node.metadata.name)) return 0;
  let score = 0;
  for (let i = 0; i < s.constraints.length; i++) {
    const { topologyKey, selector, maxSkew } = s.constraints[i] as TopologySpreadConstraint;
    const tpVal = labelOf(node, topologyKey);
    if (tpVal === undefined) continue;
    const cnt =
      topologyKey === labelHostname
        ? countPodsMatchSelector(info.pods, selector, pod.metadata.namespace)
        : (s.topologyPairToPodCounts.get(topologyKey, tpVal) ?? 0);
    score += scoreForCount(cnt, maxSkew, s.topologyNormalizingWeight[i] ?? 0);
  }
  return Math.trunc(score);
}

/** Turns counts round, so that fewer pods score more. A node that lacks a topology key scores 0. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#PodTopologySpread.NormalizeScore
export function normalizeCounts(s: PreScoreState, scores: NodeScoreList): void {
  let minScore = Number.MAX_SAFE_INTEGER;
  let maxScore = 0;
  for (const { name, score } of scores) {
    if (s.ignoredNodes.has(name)) continue;
    minScore = Math.min(minScore, score);
    maxScore = Math.max(maxScore, score);
  }
  for (const node of scores) {
    if (s.ignoredNodes.has(node.name)) node.score = 0;
    else if (maxScore === 0) node.score = maxNodeScore;
    else node.score = Math.trunc((maxNodeScore * (maxScore + minScore - node.score)) / maxScore);
  }
}

/** Grows slowly with the number of values of a topology. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#topologyNormalizingWeight
function topologyNormalizingWeight(size: number): number {
  return Math.log(size + 2);
}

/** The more skew is allowed, the less a difference between topologies counts. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#scoreForCount
function scoreForCount(cnt: number, maxSkew: number, tpWeight: number): number {
  return cnt * tpWeight + (maxSkew - 1);
}
