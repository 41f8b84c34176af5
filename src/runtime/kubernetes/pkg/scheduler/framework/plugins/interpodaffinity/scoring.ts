import type { Node, Pod } from '../../../../api/objects.ts';
import { podMatchesTermsNamespaceAndSelector } from '../../../util/topologies.ts';
import type { StateData } from '../../cycle_state.ts';
import { type NodeScoreList, maxNodeScore } from '../../interface.ts';
import type { AffinityTerm, PodInfo, WeightedAffinityTerm } from '../../types.ts';
import { labelOf } from '../helper/read.ts';

/** `PreScore`, and the name of the plugin. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#preScoreStateKey
export const preScoreStateKey = 'PreScoreInterPodAffinity';

/** Sums of weights, by topology key and by its value. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#scoreMap
export class ScoreMap {
  /** Few keys, and they are gone over for each node. */
  readonly #scores: [key: string, values: Map<string, number>][] = [];

  get size(): number {
    return this.#scores.length;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#scoreMap.processTerm
  processTerm(
    { namespaces, selector, topologyKey }: AffinityTerm,
    weight: number,
    podToCheck: Pod,
    fixedNode: Node,
    multiplier: 1 | -1,
  ): void {
    if (podMatchesTermsNamespaceAndSelector(podToCheck, namespaces, selector))
      this.add(fixedNode, topologyKey, weight * multiplier);
  }

  /** Adds to what it is worth to be where the node is; a node without the label is nowhere. */
  add(node: Node, topologyKey: string, weight: number): void {
    const tpValue = labelOf(node, topologyKey);
    if (tpValue === undefined) return;
    let scores: Map<string, number> | undefined;
    for (const [key, values] of this.#scores) if (key === topologyKey) scores = values;
    if (!scores) this.#scores.push([topologyKey, (scores = new Map())]);
    scores.set(tpValue, (scores.get(tpValue) ?? 0) + weight);
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#scoreMap.processTerms
  processTerms(
    terms: readonly WeightedAffinityTerm[],
    podToCheck: Pod,
    fixedNode: Node,
    multiplier: 1 | -1,
  ): void {
    for (const term of terms) this.processTerm(term, term.weight, podToCheck, fixedNode, multiplier);
  }

  entries(): Iterable<[string, ReadonlyMap<string, number>]> {
    return this.#scores;
  }

  /** What all the labels of a node are worth together. */
  of(node: Node): number {
    let score = 0;
    for (const [tpKey, tpValues] of this.#scores) {
      const value = labelOf(node, tpKey);
      if (value !== undefined) score += tpValues.get(value) ?? 0;
    }
    return score;
  }
}

/** What nodes are worth by their labels. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#preScoreState
export class PreScoreState implements StateData {
  readonly topologyScore = new ScoreMap();
  readonly podInfo: PodInfo;

  constructor(podInfo: PodInfo) {
    this.podInfo = podInfo;
  }

  // Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#preScoreState.Clone
  clone(): StateData {
    return this;
  }
}

/** True if the pod prefers to be near others, or away from them: then all pods matter, not only those that have terms. */
export function hasPreferences({ spec: { affinity } }: Pod): boolean {
  const near = affinity?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const away = affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return near.length > 0 || away.length > 0;
}

/** Weighs a pod that runs: by what the pod that comes prefers, and by what it prefers or requires itself. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#InterPodAffinity.processExistingPod
export function processExistingPod(
  { podInfo, topologyScore }: PreScoreState,
  existingPod: PodInfo,
  existingPodNode: Node,
  hardPodAffinityWeight: number,
): void {
  const incomingPod = podInfo.pod;
  topologyScore.processTerms(podInfo.preferredAffinityTerms, existingPod.pod, existingPodNode, 1);
  topologyScore.processTerms(podInfo.preferredAntiAffinityTerms, existingPod.pod, existingPodNode, -1);
  // What a pod that runs requires counts for the pod that comes, as if it preferred it.
  if (hardPodAffinityWeight > 0)
    for (const term of existingPod.requiredAffinityTerms)
      topologyScore.processTerm(term, hardPodAffinityWeight, incomingPod, existingPodNode, 1);
  topologyScore.processTerms(existingPod.preferredAffinityTerms, incomingPod, existingPodNode, 1);
  topologyScore.processTerms(existingPod.preferredAntiAffinityTerms, incomingPod, existingPodNode, -1);
}

/** From the lowest score, or 0 if none is below, to the highest, or 0. Without any terms all scores stay 0. */
// Mirrors: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go#InterPodAffinity.NormalizeScore
export function normalizeSums({ topologyScore }: PreScoreState, scores: NodeScoreList): void {
  if (topologyScore.size === 0) return;
  let maxCount = 0;
  let minCount = 0;
  for (const { score } of scores) {
    maxCount = Math.max(maxCount, score);
    minCount = Math.min(minCount, score);
  }
  const maxMinDiff = maxCount - minCount;
  for (const node of scores)
    node.score = maxMinDiff > 0 ? Math.trunc(maxNodeScore * ((node.score - minCount) / maxMinDiff)) : 0;
}
