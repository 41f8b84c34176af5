import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import type { CycleState } from '../../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { PluginFacts } from './attempt-builder.ts';
import type { PreFilterState } from '../../kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/filtering.ts';

/** How pods are spread where a constraint of the pod that is tried says so, before any node is looked at. */
export interface Spread {
  readonly key: string;
  readonly maxSkew: number;
  /** 1 if the pod itself is one of those that count, else 0. */
  readonly self: number;
  /** The fewest pods that any value of the key has. */
  readonly min: number;
  /** The pods that count, by the value; of more than a hundred values the first. */
  readonly counts: readonly (readonly [value: string, count: number])[];
}

/** Values whose pods are told. */
export const mostCounts = 100;

/** What the plugin PodTopologySpread counted. */
export const spreadFacts = {
  preFilter: (facts: PluginFacts, state: CycleState, pod: Pod): PluginFacts => {
    const spread = spreadForFilter(state, pod);
    return spread ? { ...facts, spread } : facts;
  },
};

/** What was counted for the filter, a constraint each; undefined without any. */
function spreadForFilter(state: CycleState, { metadata }: Pod): readonly Spread[] | undefined {
  const [written] = state.read('PreFilterPodTopologySpread') as [PreFilterState | undefined, unknown];
  const spread = written?.constraints?.map(({ topologyKey: key, maxSkew, selector }): Spread => {
    const counts = [...written.tpPairToMatchNum.of(key)];
    return {
      key,
      maxSkew,
      self: selector.matches(metadata.labels) ? 1 : 0,
      min: written.tpKeyToCriticalPaths.get(key)?.minMatchNum ?? 0,
      counts: counts.slice(0, mostCounts),
    };
  });
  return spread?.length ? spread : undefined;
}
