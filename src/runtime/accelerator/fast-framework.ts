import type { Pod } from '../kubernetes/pkg/api/objects.ts';
import type { CycleState } from '../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  Framework,
  NodeScoreList,
  Plugin,
  PreFilterPlugin,
  PreScorePlugin,
  PreemptHandle,
} from '../kubernetes/pkg/scheduler/framework/interface.ts';
import type { FrameworkImpl } from '../kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import type { NodeInfo } from '../kubernetes/pkg/scheduler/framework/types.ts';
import { overriding } from '../stage/overriding.ts';
import { Divisions } from './domains.ts';
import { EquivalenceCache, type EquivalenceClass } from './equivalence-cache.ts';
import { Filters } from './filters.ts';
import { runKnownScorePlugins } from './known-scores.ts';
import { Nominations } from './nominations.ts';
import type { SnapshotFacts } from './snapshot-facts.ts';
import type { Traits, TraitsOf } from './traits.ts';

/** A framework that calls only those plugins whose answers are not known. */
export class FastFramework {
  readonly plain: FrameworkImpl;
  readonly filters: Filters;
  readonly preemptHandle: PreemptHandle;
  readonly framework: Framework;
  /** For who needs only the sums of scores: it may give one list for several plugins. */
  readonly forSums: Framework;
  readonly #traits = new Map<Plugin, Traits>();
  readonly #traitsOf: TraitsOf;
  readonly #facts: SnapshotFacts;
  readonly #nominations: Nominations | undefined;

  constructor(plain: FrameworkImpl, traitsOf: TraitsOf, facts: SnapshotFacts) {
    this.plain = plain;
    this.#traitsOf = traitsOf;
    this.#facts = facts;
    if (plain.podNominator instanceof Nominations) this.#nominations = plain.podNominator;
    const traits = (plugin: Plugin): Traits => this.#of(plugin);
    const known = new EquivalenceCache(facts.nodes);
    const filters = new Filters(plain, traits, known, new Divisions(facts.ofNodes()));
    const runFilterPlugins: Framework['runFilterPlugins'] = (...args) => filters.run(...args);
    this.filters = filters;
    this.preemptHandle = { ...plain.preemptHandle(), runFilterPlugins };
    this.framework = overriding<Framework>(plain, this.#methods(runFilterPlugins));
    const sums: NodeScoreList = [];
    this.forSums = overriding<Framework>(this.framework, {
      runScorePlugins: (state, pod, nodes) =>
        runKnownScorePlugins(plain, traits, state, pod, nodes, known.scoresOf(pod), sums),
    });
  }

  /**
   * What was found out on each node for pods like this one; undefined if a filter has a say that looks at more than one,
   * or if nobody would tell of other nominations.
   */
  remembered(state: CycleState, pod: Pod): EquivalenceClass | undefined {
    return this.#nominations && this.filters.remembered(state, pod);
  }

  /** Those that are nominated to a node of the snapshot. */
  nominatedPods(info: NodeInfo): readonly Pod[] {
    return this.#nominations?.of(info, this.#facts.nodes) ?? [];
  }

  #methods(runFilterPlugins: Framework['runFilterPlugins']): Partial<Framework> {
    const { plain, filters } = this;
    const preFilter = plain.plugins.preFilter.map((pl) => this.#preFilterPlugin(pl));
    const preScore = plain.plugins.preScore.map((pl) => this.#preScorePlugin(pl));
    return {
      runFilterPlugins,
      preemptHandle: () => this.preemptHandle,
      runPreFilterPlugins(state, pod) {
        const status = plain.runPreFilterPlugins(state, pod, preFilter);
        if (!status) filters.begin(state, pod);
        return status;
      },
      runPreScorePlugins: (state, pod, nodes) => plain.runPreScorePlugins(state, pod, nodes, preScore),
    };
  }

  #of(plugin: Plugin): Traits {
    let traits = this.#traits.get(plugin);
    if (!traits) {
      traits = this.#traitsOf(plugin, this.#facts);
      this.#traits.set(plugin, traits);
    }
    return traits;
  }

  #preFilterPlugin(plugin: PreFilterPlugin): PreFilterPlugin {
    const { preFilter } = this.#of(plugin);
    return preFilter ? overriding(plugin, { preFilter }) : plugin;
  }

  #preScorePlugin(plugin: PreScorePlugin): PreScorePlugin {
    const { preScore } = this.#of(plugin);
    return preScore ? overriding(plugin, { preScore }) : plugin;
  }
}
