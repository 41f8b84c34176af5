import type { Node, Pod } from '../../../../api/objects.ts';
import type { StateData } from '../../cycle_state.ts';
import { type Answer, newStatus } from '../../interface.ts';
import type { NodeInfo } from '../../types.ts';
import { podMatchesNodeSelectorAndAffinityTerms } from '../helper/node_affinity.ts';
import { TopologyPairs } from '../helper/topology-pairs.ts';
import { labelOf } from '../helper/read.ts';
import {
  type TopologySpreadConstraint,
  countPodsMatchSelector,
  nodeLabelsMatchSpreadConstraints,
} from './common.ts';

/** `PreFilter`, and the name of the plugin. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#preFilterStateKey
export const preFilterStateKey = 'PreFilterPodTopologySpread';

// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go#ErrReasonConstraintsNotMatch
export const errReasonConstraintsNotMatch = "node(s) didn't match pod topology spread constraints";

// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go#ErrReasonNodeLabelNotMatch
export const errReasonNodeLabelNotMatch = `${errReasonConstraintsNotMatch} (missing required label)`;

/** The number that is greater than each count of pods. */
const maxInt32 = 2 ** 31 - 1;

/**
 * Of one topology key, the value with the fewest matching pods, and another. Two are enough, because while it is tried
 * which pods would have to go, the pods of one node go, so the count of one value changes.
 */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#criticalPaths
class CriticalPaths {
  /** The first holds the least count. The second is not less, but need not be the next. */
  paths: readonly [Path, Path];

  constructor(
    paths: readonly [Path, Path] = [
      { topologyValue: '', matchNum: maxInt32 },
      { topologyValue: '', matchNum: maxInt32 },
    ],
  ) {
    this.paths = paths;
  }

  get minMatchNum(): number {
    return this.paths[0].matchNum;
  }

  clone(): CriticalPaths {
    return new CriticalPaths(this.paths);
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#criticalPaths.update
  update(tpVal: string, num: number): void {
    const [first, second] = this.paths; // Go: none
    const path = { topologyValue: tpVal, matchNum: num };
    if (tpVal === first.topologyValue || tpVal === second.topologyValue) {
      const [a, b] = tpVal === first.topologyValue ? [path, second] : [first, path];
      this.paths = a.matchNum > b.matchNum ? [b, a] : [a, b];
    } else if (num < first.matchNum) {
      this.paths = [path, first]; // Go: none
    } else if (num < second.matchNum) {
      this.paths = [first, path]; // Go: none
    }
  }
}

interface Path {
  readonly topologyValue: string;
  readonly matchNum: number;
}

/** How the matching pods are spread. Without constraints every node is right. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#preFilterState
export class PreFilterState implements StateData {
  readonly constraints: readonly TopologySpreadConstraint[];
  readonly tpKeyToCriticalPaths: ReadonlyMap<string, CriticalPaths>;
  readonly tpPairToMatchNum: TopologyPairs;

  constructor(
    constraints: readonly TopologySpreadConstraint[],
    paths: ReadonlyMap<string, CriticalPaths> = new Map(),
    matchNum = new TopologyPairs(),
  ) {
    this.constraints = constraints;
    this.tpKeyToCriticalPaths = paths;
    this.tpPairToMatchNum = matchNum;
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#preFilterState.Clone
  clone(): PreFilterState {
    if (this.constraints.length === 0) return this;
    const paths = [...this.tpKeyToCriticalPaths].map(([key, path]) => [key, path.clone()] as const);
    return new PreFilterState(this.constraints, new Map(paths), this.tpPairToMatchNum.clone());
  }

  /** Counts a pod that comes to the node, or goes. */
  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#preFilterState.updateWithPod
  updateWithPod(updatedPod: Pod, preemptorPod: Pod, node: Node | undefined, delta: 1 | -1): void {
    if (this.constraints.length === 0) return;
    if (!node || updatedPod.metadata.namespace !== preemptorPod.metadata.namespace) return;
    if (!nodeLabelsMatchSpreadConstraints(node, this.constraints)) return;
    for (const { selector, topologyKey } of this.constraints) {
      if (!selector.matches(updatedPod.metadata.labels)) continue;
      const value = labelOf(node, topologyKey) ?? '';
      const num = (this.tpPairToMatchNum.get(topologyKey, value) ?? 0) + delta;
      this.tpPairToMatchNum.set(topologyKey, value, num);
      this.tpKeyToCriticalPaths.get(topologyKey)?.update(value, num);
    }
  }
}

/**
 * Counts the matching pods by topology, over the values that each constraint's key has on the nodes that the pod's node
 * selector and affinity allow and that have all the topology keys.
 */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#PodTopologySpread.calPreFilterState
export function calPreFilterState(
  pod: Pod,
  constraints: readonly TopologySpreadConstraint[],
  allNodes: readonly NodeInfo[],
): PreFilterState {
  if (constraints.length === 0) return new PreFilterState([]);
  const tpPairToMatchNum = new TopologyPairs(); // Go: TpPairToMatchNum
  for (const n of allNodes) {
    const node = n.node();
    if (!node || !podMatchesNodeSelectorAndAffinityTerms(pod, node)) continue;
    if (!nodeLabelsMatchSpreadConstraints(node, constraints)) continue;
    for (const { topologyKey } of constraints)
      tpPairToMatchNum.set(topologyKey, labelOf(node, topologyKey) ?? '', 0);
  }
  // Pods count on any node that has one of these values, also where this pod itself may not go.
  for (const nodeInfo of allNodes) {
    const node = nodeInfo.node();
    if (!node) continue;
    for (const { topologyKey, selector } of constraints) {
      const value = labelOf(node, topologyKey) ?? '';
      const tpCount = tpPairToMatchNum.get(topologyKey, value);
      if (tpCount === undefined) continue;
      const count = countPodsMatchSelector(nodeInfo.pods, selector, pod.metadata.namespace);
      tpPairToMatchNum.set(topologyKey, value, tpCount + count);
    }
  }
  return preFilterStateOf(constraints, tpPairToMatchNum);
}

/** Finds the fewest matching pods of each topology key. */
// Part of: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#PodTopologySpread.calPreFilterState
export function preFilterStateOf(
  constraints: readonly TopologySpreadConstraint[],
  tpPairToMatchNum: TopologyPairs,
): PreFilterState {
  const paths = new Map(constraints.map(({ topologyKey }) => [topologyKey, new CriticalPaths()]));
  for (const [key, values] of tpPairToMatchNum.entries())
    for (const [value, num] of values) paths.get(key)?.update(value, num);
  return new PreFilterState(constraints, paths, tpPairToMatchNum);
}

/**
 * A node is refused if with the pod on it its topology would hold more matching pods than the emptiest one by more
 * than the constraint allows.
 */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#PodTopologySpread.Filter
export function filterBySkew(s: PreFilterState, pod: Pod, node: Node): Answer {
  for (const { topologyKey, selector, maxSkew } of s.constraints) {
    const tpVal = labelOf(node, topologyKey);
    if (tpVal === undefined) return newStatus('UnschedulableAndUnresolvable', errReasonNodeLabelNotMatch);
    const selfMatchNum = selector.matches(pod.metadata.labels) ? 1 : 0;
    const minMatchNum = s.tpKeyToCriticalPaths.get(topologyKey)?.minMatchNum ?? maxInt32;
    const matchNum = s.tpPairToMatchNum.get(topologyKey, tpVal) ?? 0;
    const skew = matchNum + selfMatchNum - minMatchNum;
    if (skew > maxSkew) return newStatus('Unschedulable', errReasonConstraintsNotMatch);
  }
  return undefined;
}
