import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import type { CycleState } from '../../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { readState } from '../../kubernetes/pkg/scheduler/framework/plugins/helper/read.ts';
import {
  PreFilterState,
  TopologyToMatchedTermCount,
  podMatchesAllAffinityTerms,
  preFilterStateKey,
} from '../../kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/filtering.ts';
import { InterPodAffinity } from '../../kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/plugin.ts';
import {
  PreScoreState,
  hasPreferences,
  preScoreStateKey,
} from '../../kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/scoring.ts';
import {
  type AffinityTerm,
  type PodInfo,
  newPodInfo,
} from '../../kubernetes/pkg/scheduler/framework/types.ts';
import { podMatchesTermsNamespaceAndSelector } from '../../kubernetes/pkg/scheduler/util/topologies.ts';
import type { PodCounts, PodKind, PodKinds } from '../pod-kinds.ts';
import type { TraitsOfClass } from '../traits.ts';

/** Holds one pod of each kind against the terms, where the plugin holds every pod. */
export const interPodAffinity: TraitsOfClass<InterPodAffinity> = {
  class: InterPodAffinity,
  traits: (plugin, { kinds }) => ({
    ignores: (_pod, state) => {
      const s = state && preFilterStateIn(state);
      return s !== undefined && ownTerms(s.podInfo).length === 0 && existingOf(s).empty;
    },
    topologyKeys(state) {
      const s = preFilterStateIn(state);
      if (!s) return [];
      const own = ownTerms(s.podInfo).map(({ topologyKey }) => topologyKey);
      return [...new Set([...own, ...[...existingOf(s).entries()].map(([key]) => key)])];
    },
    scoresAlike(state) {
      const [s] = readState<PreScoreState>(state, preScoreStateKey);
      return s?.topologyScore.size === 0;
    },
    preFilter(state, pod) {
      const podInfo = newPodInfo(pod);
      if (podInfo.parseError) return plugin.preFilter(state, pod);
      state.write(preFilterStateKey, preFilterStateOf(podInfo, kinds));
      return undefined;
    },
    preScore(state, pod, nodes) {
      const podInfo = newPodInfo(pod);
      if (podInfo.parseError || nodes.length === 0) return plugin.preScore(state, pod, nodes);
      const s = new PreScoreState(podInfo);
      for (const kind of hasPreferences(pod) ? kinds.list() : kinds.withAffinityList())
        weigh(s, kind, plugin.args.hardPodAffinityWeight);
      state.write(preScoreStateKey, s);
      return undefined;
    },
  }),
};

const preFilterStateIn = (state: CycleState): PreFilterState | undefined =>
  readState<PreFilterState>(state, preFilterStateKey)[0];

const existingOf = (s: PreFilterState): TopologyToMatchedTermCount =>
  s.topologyToMatchedExistingAntiAffinityTerms;

const ownTerms = ({ requiredAffinityTerms, requiredAntiAffinityTerms }: PodInfo): readonly AffinityTerm[] => [
  ...requiredAffinityTerms,
  ...requiredAntiAffinityTerms,
];

function preFilterStateOf(podInfo: PodInfo, kinds: PodKinds): PreFilterState {
  const [existing, affinity, antiAffinity] = [
    new TopologyToMatchedTermCount(),
    new TopologyToMatchedTermCount(),
    new TopologyToMatchedTermCount(),
  ];
  for (const { podInfo: other, nodes } of kinds.withAffinityList())
    count(existing, other.requiredAntiAffinityTerms, podInfo.pod, nodes);
  const { requiredAffinityTerms, requiredAntiAffinityTerms } = podInfo;
  if (ownTerms(podInfo).length > 0)
    for (const { podInfo: other, nodes } of kinds.list()) {
      if (podMatchesAllAffinityTerms(other.pod, requiredAffinityTerms))
        for (const { topologyKey } of requiredAffinityTerms) add(affinity, nodes, topologyKey, 1);
      count(antiAffinity, requiredAntiAffinityTerms, other.pod, nodes);
    }
  return new PreFilterState(podInfo, existing, affinity, antiAffinity);
}

/** Counts the pods of a kind for each of the terms that `target` matches. */
function count(
  counts: TopologyToMatchedTermCount,
  terms: readonly AffinityTerm[],
  target: Pod,
  nodes: PodCounts,
): void {
  for (const { namespaces, selector, topologyKey } of terms)
    if (podMatchesTermsNamespaceAndSelector(target, namespaces, selector)) add(counts, nodes, topologyKey, 1);
}

function add(
  to: Pick<TopologyToMatchedTermCount, 'add'>,
  nodes: PodCounts,
  topologyKey: string,
  each: number,
): void {
  for (const [info, pods] of nodes) {
    const node = info.node();
    if (node) to.add(node, topologyKey, each * pods);
  }
}

/** As the plugin's `processExistingPod`, for all pods of a kind. */
function weigh(
  { podInfo, topologyScore }: PreScoreState,
  { podInfo: existing, nodes }: PodKind,
  hardWeight: number,
): void {
  const weighTerm = (term: AffinityTerm, weight: number, target: Pod): void => {
    const { namespaces, selector, topologyKey } = term;
    if (podMatchesTermsNamespaceAndSelector(target, namespaces, selector))
      add(topologyScore, nodes, topologyKey, weight);
  };
  for (const term of podInfo.preferredAffinityTerms) weighTerm(term, term.weight, existing.pod);
  for (const term of podInfo.preferredAntiAffinityTerms) weighTerm(term, -term.weight, existing.pod);
  if (hardWeight > 0)
    for (const term of existing.requiredAffinityTerms) weighTerm(term, hardWeight, podInfo.pod);
  for (const term of existing.preferredAffinityTerms) weighTerm(term, term.weight, podInfo.pod);
  for (const term of existing.preferredAntiAffinityTerms) weighTerm(term, -term.weight, podInfo.pod);
}
