import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import type { CycleState } from '../../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { NodeInfoLister } from '../../kubernetes/pkg/scheduler/framework/listers.ts';
import type { PreFilterState } from '../../kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/filtering.ts';
import type { PreScoreState } from '../../kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/scoring.ts';
import type { PluginFacts } from './attempt-builder.ts';
import { type AffinityTerm, newPodInfo } from '../../kubernetes/pkg/scheduler/framework/types.ts';

/**
 * What is counted by domain: pods that match the affinity or the anti-affinity of the pod that is tried, pods whose own
 * anti-affinity it matches, and weights, with their signs, of what it and other pods prefer.
 */
export type DomainMeasure = 'affinity' | 'antiAffinity' | 'existingAntiAffinity' | 'preference';

/** A domain is all nodes that have the same value of the label `key`. */
interface DomainCount {
  readonly of: DomainMeasure;
  readonly key: string;
  readonly value: string;
  readonly count: number;
}

/** What pod affinity comes to for one pod, before any node is looked at. */
export interface Domains {
  /** What the pod asks for itself: measures of the same key stand for one or several terms. */
  readonly asks: readonly { readonly of: DomainMeasure; readonly key: string }[];
  /** Domains that are not named have 0; of more than a hundred the first are named. */
  readonly counts: readonly DomainCount[];
  /** How many pods on nodes upstream compares with terms for all this. Here pods that are alike are compared once. */
  readonly compared: number;
}

const mostCounts = 100;

/** What the plugin InterPodAffinity counted. */
export const affinityFacts = {
  preFilter: (facts: PluginFacts, state: CycleState, pod: Pod, lister: NodeInfoLister): PluginFacts => {
    const domains = domainsForFilter(state, pod, lister);
    return domains ? { ...facts, domains } : facts;
  },
  preScore: (facts: PluginFacts, state: CycleState, pod: Pod, lister: NodeInfoLister): PluginFacts => {
    const domains = domainsForScore(facts.domains, state, pod, lister);
    return domains ? { ...facts, domains } : facts;
  },
};

interface TermsOf {
  readonly of: DomainMeasure;
  readonly terms: readonly AffinityTerm[];
}

/** What was counted for the filter; undefined where affinity has nothing to do with the pod. */
function domainsForFilter(state: CycleState, pod: Pod, lister: NodeInfoLister): Domains | undefined {
  const info = newPodInfo(pod);
  const asks = asksOf([
    { of: 'affinity', terms: info.requiredAffinityTerms },
    { of: 'antiAffinity', terms: info.requiredAntiAffinityTerms },
  ]);
  let compared = 0;
  for (const node of lister.havePodsWithRequiredAntiAffinityList())
    compared += node.podsWithRequiredAntiAffinity.length;
  if (asks.length > 0) for (const node of lister.list()) compared += node.pods.length;
  if (compared === 0 && asks.length === 0) return undefined;
  const [written] = state.read('PreFilterInterPodAffinity') as [Partial<PreFilterState> | undefined, unknown];
  const counts: DomainCount[] = [];
  add(counts, 'affinity', written?.topologyToMatchedAffinityTerms);
  add(counts, 'antiAffinity', written?.topologyToMatchedAntiAffinityTerms);
  add(counts, 'existingAntiAffinity', written?.topologyToMatchedExistingAntiAffinityTerms);
  return { asks, counts, compared };
}

/** The same, with what was summed up for the scores. */
function domainsForScore(
  before: Domains | undefined,
  state: CycleState,
  pod: Pod,
  lister: NodeInfoLister,
): Domains | undefined {
  const info = newPodInfo(pod);
  const asks = asksOf([
    { of: 'preference', terms: info.preferredAffinityTerms },
    { of: 'preference', terms: info.preferredAntiAffinityTerms },
  ]);
  let compared = 0;
  if (asks.length > 0) for (const node of lister.list()) compared += node.pods.length;
  else for (const node of lister.havePodsWithAffinityList()) compared += node.podsWithAffinity.length;
  if (compared === 0 && asks.length === 0) return before;
  const [written] = state.read('PreScoreInterPodAffinity') as [Partial<PreScoreState> | undefined, unknown];
  const counts = [...(before?.counts ?? [])];
  add(counts, 'preference', written?.topologyScore);
  return { asks: [...(before?.asks ?? []), ...asks], counts, compared: (before?.compared ?? 0) + compared };
}

function asksOf(all: readonly TermsOf[]): Domains['asks'] {
  const known = new Map<string, Domains['asks'][number]>();
  for (const { of, terms } of all)
    for (const { topologyKey: key } of terms) known.set(`${of} ${key}`, { of, key });
  return [...known.values()];
}

interface Counted {
  entries(): Iterable<[string, ReadonlyMap<string, number>]>;
}

function add(counts: DomainCount[], of: DomainMeasure, counted: Counted | undefined): void {
  if (!counted) return;
  for (const [key, values] of counted.entries())
    for (const [value, count] of values)
      if (counts.length < mostCounts) counts.push({ of, key, value, count });
}
