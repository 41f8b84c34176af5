import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import type { CycleState } from '../../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { NodeInfoLister } from '../../kubernetes/pkg/scheduler/framework/listers.ts';
import { affinityFacts } from './domains.ts';
import { spreadFacts } from './spread.ts';
import type { FilterCollector, ScoreCollector } from './tables.ts';
import type { Attempt } from './world.ts';

/** What a plugin has worked out for a pod before any node is looked at. */
export type PluginFacts = Pick<Attempt, 'domains' | 'spread'>;

/** Reads what a plugin has left in the state of the cycle. `facts` are those that were read before. */
type ReadFacts = (facts: PluginFacts, state: CycleState, pod: Pod, lister: NodeInfoLister) => PluginFacts;

/** Of which plugins more is told than what they say of nodes, by their names: edited code may stand in their place. */
const told: Readonly<Record<string, { readonly preFilter?: ReadFacts; readonly preScore?: ReadFacts }>> = {
  InterPodAffinity: affinityFacts,
  PodTopologySpread: spreadFacts,
};

/**
 * What is heard of an attempt before it can be told: each plugin says a little, of one node after the other. There is one an attempt.
 * Tables of nodes and what was drawn have a beginning and an end of their own; what is said outside of these is not heard.
 */
export class AttemptBuilder {
  /** The PreFilter plugin that refused the pod; blank where none did. */
  refusedBy = '';
  facts: PluginFacts = {};
  #lister: NodeInfoLister | undefined;
  #filters: FilterCollector | undefined;
  #scores: ScoreCollector | undefined;
  #draws: { readonly of: number; readonly drawn: number }[] | undefined;

  get filters(): FilterCollector | undefined {
    return this.#filters;
  }

  get scores(): ScoreCollector | undefined {
    return this.#scores;
  }

  /** PreFilter plugins run over a snapshot; each starts with nothing counted. */
  beginPreFilter(lister: NodeInfoLister): void {
    this.refusedBy = '';
    this.facts = {};
    this.#lister = lister;
  }

  /** A plugin has prepared filters or scores for a pod. */
  prepared(phase: 'preFilter' | 'preScore', plugin: string, state: CycleState, pod: Pod): void {
    const read = told[plugin]?.[phase];
    if (read && this.#lister) this.facts = read(this.facts, state, pod, this.#lister);
  }

  beginFilters(filters: FilterCollector): void {
    this.#filters = filters;
  }

  endFilters(): void {
    this.#filters = undefined;
  }

  beginScores(scores: ScoreCollector): void {
    this.#scores = scores;
  }

  endScores(): void {
    this.#scores = undefined;
  }

  beginDraws(): void {
    this.#draws = [];
  }

  drew(of: number, drawn: number): void {
    this.#draws?.push({ of, drawn });
  }

  /** All that was drawn, in order. */
  endDraws(): readonly { readonly of: number; readonly drawn: number }[] {
    const draws = this.#draws ?? [];
    this.#draws = undefined;
    return draws;
  }
}
