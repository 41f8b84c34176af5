import type { Node, Pod } from '../../../../api/objects.ts';
import { podMatchesTermsNamespaceAndSelector } from '../../../util/topologies.ts';
import type { StateData } from '../../cycle_state.ts';
import { type Answer, newStatus } from '../../interface.ts';
import { type AffinityTerm, type NodeInfo, type PodInfo, newPodInfo } from '../../types.ts';
import { labelOf } from '../helper/read.ts';
import { TopologyPairs } from '../helper/topology-pairs.ts';

/** `PreFilter`, and the name of the plugin. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#preFilterStateKey
export const preFilterStateKey = 'PreFilterInterPodAffinity';

// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#ErrReasonExistingAntiAffinityRulesNotMatch
export const errReasonExistingAntiAffinityRulesNotMatch =
  "node(s) didn't satisfy existing pods anti-affinity rules";

// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#ErrReasonAffinityNotMatch
export const errReasonAffinityNotMatch = "node(s) didn't match pod affinity/anti-affinity";

// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#ErrReasonAffinityRulesNotMatch
export const errReasonAffinityRulesNotMatch = "node(s) didn't match pod affinity rules";

// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#ErrReasonAntiAffinityRulesNotMatch
export const errReasonAntiAffinityRulesNotMatch = "node(s) didn't match pod anti-affinity rules";

/** How many pods match, by a value of a topology key; a count of 0 is not kept. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#topologyToMatchedTermCount
export class TopologyToMatchedTermCount {
  readonly #counts: TopologyPairs;

  constructor(counts = new TopologyPairs()) {
    this.#counts = counts;
  }

  get empty(): boolean {
    return this.#counts.empty;
  }

  at(key: string, value: string): number {
    return this.#counts.get(key, value) ?? 0;
  }

  entries(): Iterable<[string, ReadonlyMap<string, number>]> {
    return this.#counts.entries();
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#topologyToMatchedTermCount.clone
  clone(): TopologyToMatchedTermCount {
    return new TopologyToMatchedTermCount(this.#counts.clone());
  }

  /** Counts a pod if it matches all of the terms. */
  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#topologyToMatchedTermCount.updateWithAffinityTerms
  updateWithAffinityTerms(
    targetPod: Pod,
    targetPodNode: Node,
    affinityTerms: readonly AffinityTerm[],
    value: number,
  ): void {
    if (!podMatchesAllAffinityTerms(targetPod, affinityTerms)) return;
    for (const { topologyKey } of affinityTerms) this.add(targetPodNode, topologyKey, value);
  }

  /** Counts a pod for each of the terms that it matches. */
  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#topologyToMatchedTermCount.updateWithAntiAffinityTerms
  updateWithAntiAffinityTerms(
    targetPod: Pod,
    targetPodNode: Node,
    antiAffinityTerms: readonly AffinityTerm[],
    value: number,
  ): void {
    for (const { namespaces, selector, topologyKey } of antiAffinityTerms)
      if (podMatchesTermsNamespaceAndSelector(targetPod, namespaces, selector))
        this.add(targetPodNode, topologyKey, value);
  }

  /** Counts so many more pods where the node is; a node without the label is nowhere. */
  add(node: Node, key: string, value: number): void {
    const topologyValue = labelOf(node, key);
    if (topologyValue === undefined) return;
    const count = this.at(key, topologyValue) + value;
    if (count === 0) this.#counts.delete(key, topologyValue);
    else this.#counts.set(key, topologyValue, count);
  }
}

/** What the filter needs of all nodes. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#preFilterState
export class PreFilterState implements StateData {
  /** Pods that run and have anti-affinity to this one. */
  readonly topologyToMatchedExistingAntiAffinityTerms: TopologyToMatchedTermCount;
  /** Pods that run and match the affinity of this one. */
  readonly topologyToMatchedAffinityTerms: TopologyToMatchedTermCount;
  /** Pods that run and match the anti-affinity of this one. */
  readonly topologyToMatchedAntiAffinityTerms: TopologyToMatchedTermCount;
  readonly podInfo: PodInfo;

  constructor(
    podInfo: PodInfo,
    existingAntiAffinity: TopologyToMatchedTermCount,
    affinity: TopologyToMatchedTermCount,
    antiAffinity: TopologyToMatchedTermCount,
  ) {
    this.podInfo = podInfo;
    this.topologyToMatchedExistingAntiAffinityTerms = existingAntiAffinity;
    this.topologyToMatchedAffinityTerms = affinity;
    this.topologyToMatchedAntiAffinityTerms = antiAffinity;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#preFilterState.Clone
  clone(): PreFilterState {
    return new PreFilterState(
      this.podInfo,
      this.topologyToMatchedExistingAntiAffinityTerms.clone(),
      this.topologyToMatchedAffinityTerms.clone(),
      this.topologyToMatchedAntiAffinityTerms.clone(),
    );
  }

  /** Counts a pod that comes to the node, or goes. */
  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#preFilterState.updateWithPod
  updateWithPod(updatedPod: Pod, nodeInfo: NodeInfo, multiplier: 1 | -1): void {
    const { pod, requiredAffinityTerms, requiredAntiAffinityTerms } = this.podInfo;
    const termless = requiredAffinityTerms.length === 0 && requiredAntiAffinityTerms.length === 0; // Go: none
    if (termless && !updatedPod.spec.affinity?.podAntiAffinity) return;
    const node = nodeInfo.node(); // Go: none
    if (!node) return;
    const theirs = newPodInfo(updatedPod).requiredAntiAffinityTerms;
    this.topologyToMatchedExistingAntiAffinityTerms.updateWithAntiAffinityTerms(
      pod,
      node,
      theirs,
      multiplier,
    );
    this.topologyToMatchedAffinityTerms.updateWithAffinityTerms(
      updatedPod,
      node,
      requiredAffinityTerms,
      multiplier,
    );
    this.topologyToMatchedAntiAffinityTerms.updateWithAntiAffinityTerms(
      updatedPod,
      node,
      requiredAntiAffinityTerms,
      multiplier,
    );
  }
}

/** False for no terms at all. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#podMatchesAllAffinityTerms
export function podMatchesAllAffinityTerms(pod: Pod, terms: readonly AffinityTerm[]): boolean {
  if (terms.length === 0) return false;
  for (const { namespaces, selector } of terms)
    if (!podMatchesTermsNamespaceAndSelector(pod, namespaces, selector)) return false;
  return true;
}

// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#getTPMapMatchingExistingAntiAffinity
export function getTPMapMatchingExistingAntiAffinity(
  pod: Pod,
  nodes: readonly NodeInfo[],
): TopologyToMatchedTermCount {
  const result = new TopologyToMatchedTermCount();
  for (const nodeInfo of nodes) {
    const node = nodeInfo.node();
    if (!node) continue;
    for (const existingPod of nodeInfo.podsWithRequiredAntiAffinity)
      result.updateWithAntiAffinityTerms(pod, node, existingPod.requiredAntiAffinityTerms, 1);
  }
  return result;
}

/** `[pods that match the affinity, pods that match the anti-affinity]`. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#getTPMapMatchingIncomingAffinityAntiAffinity
export function getTPMapMatchingIncomingAffinityAntiAffinity(
  { requiredAffinityTerms, requiredAntiAffinityTerms }: PodInfo,
  allNodes: readonly NodeInfo[],
): [TopologyToMatchedTermCount, TopologyToMatchedTermCount] {
  const affinityCounts = new TopologyToMatchedTermCount();
  const antiAffinityCounts = new TopologyToMatchedTermCount();
  if (requiredAffinityTerms.length === 0 && requiredAntiAffinityTerms.length === 0)
    return [affinityCounts, antiAffinityCounts];
  for (const nodeInfo of allNodes) {
    const node = nodeInfo.node();
    if (!node) continue;
    for (const { pod } of nodeInfo.pods) {
      affinityCounts.updateWithAffinityTerms(pod, node, requiredAffinityTerms, 1);
      antiAffinityCounts.updateWithAntiAffinityTerms(pod, node, requiredAntiAffinityTerms, 1);
    }
  }
  return [affinityCounts, antiAffinityCounts];
}

// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#satisfyExistingPodsAntiAffinity
function satisfyExistingPodsAntiAffinity(state: PreFilterState, node: Node): boolean {
  const counts = state.topologyToMatchedExistingAntiAffinityTerms;
  if (counts.empty) return true;
  for (const [key, values] of counts.entries()) {
    const value = labelOf(node, key);
    if (value !== undefined && (values.get(value) ?? 0) > 0) return false;
  }
  return true;
}

// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#satisfyPodAntiAffinity
function satisfyPodAntiAffinity(state: PreFilterState, node: Node): boolean {
  const counts = state.topologyToMatchedAntiAffinityTerms;
  if (counts.empty) return true;
  return state.podInfo.requiredAntiAffinityTerms.every(({ topologyKey }) => {
    const value = labelOf(node, topologyKey);
    return value === undefined || counts.at(topologyKey, value) <= 0;
  });
}

/**
 * The first of pods that have affinity to one another matches none that runs: it is let through where it matches its
 * own terms, and the node has all the topology keys.
 */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#satisfyPodAffinity
function satisfyPodAffinity(state: PreFilterState, node: Node): boolean {
  const counts = state.topologyToMatchedAffinityTerms;
  const { pod, requiredAffinityTerms } = state.podInfo;
  let podsExist = true;
  for (const { topologyKey } of requiredAffinityTerms) {
    const value = labelOf(node, topologyKey);
    if (value === undefined) return false;
    if (counts.at(topologyKey, value) <= 0) podsExist = false;
  }
  return podsExist || (counts.empty && podMatchesAllAffinityTerms(pod, requiredAffinityTerms));
}

/** Three rules, each with its reason: the affinity of the pod, its anti-affinity, and that of the pods that run. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go#InterPodAffinity.Filter
export function filterByRules(state: PreFilterState, node: Node): Answer {
  if (!satisfyPodAffinity(state, node)) return affinityRulesNotMatch;
  if (!satisfyPodAntiAffinity(state, node)) return antiAffinityRulesNotMatch;
  if (!satisfyExistingPodsAntiAffinity(state, node)) return existingAntiAffinityRulesNotMatch;
  return undefined;
}

// Thousands of nodes may be refused for the same.
const affinityRulesNotMatch = newStatus(
  'UnschedulableAndUnresolvable',
  errReasonAffinityNotMatch,
  errReasonAffinityRulesNotMatch,
);
const antiAffinityRulesNotMatch = newStatus(
  'Unschedulable',
  errReasonAffinityNotMatch,
  errReasonAntiAffinityRulesNotMatch,
);
const existingAntiAffinityRulesNotMatch = newStatus(
  'Unschedulable',
  errReasonAffinityNotMatch,
  errReasonExistingAntiAffinityRulesNotMatch,
);
