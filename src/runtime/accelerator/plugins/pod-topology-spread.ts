import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import { podMatchesNodeSelectorAndAffinityTerms } from '../../kubernetes/pkg/scheduler/framework/plugins/helper/node_affinity.ts';
import { labelOf, readState } from '../../kubernetes/pkg/scheduler/framework/plugins/helper/read.ts';
import { TopologyPairs } from '../../kubernetes/pkg/scheduler/framework/plugins/helper/topology-pairs.ts';
import {
  type TopologySpreadConstraint,
  countPodsMatchSelector,
  nodeLabelsMatchSpreadConstraints,
} from '../../kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/common.ts';
import {
  type PreFilterState,
  preFilterStateOf,
  preFilterStateKey,
} from '../../kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/filtering.ts';
import { PodTopologySpread } from '../../kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/plugin.ts';
import {
  PreScoreState,
  initPreScoreState,
  labelHostname,
  preScoreStateKey,
} from '../../kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/scoring.ts';
import type { NodeInfo } from '../../kubernetes/pkg/scheduler/framework/types.ts';
import type { PodKinds } from '../pod-kinds.ts';
import { Topologies } from './topologies.ts';
import type { TraitsOfClass } from '../traits.ts';

/** Holds one pod of each kind against the constraints, where the plugin holds every pod. */
export const podTopologySpread: TraitsOfClass<PodTopologySpread> = {
  class: PodTopologySpread,
  traits(plugin, facts) {
    const topologies = new Topologies(facts.ofNodes());
    return {
      ignores(_pod, state) {
        const [s] = state ? readState<PreFilterState>(state, preFilterStateKey) : [undefined];
        return s?.constraints.length === 0;
      },
      topologyKeys(state) {
        const [s] = readState<PreFilterState>(state, preFilterStateKey);
        return s?.constraints.map(({ topologyKey }) => topologyKey) ?? [];
      },
      scoresAlike(state) {
        const [s] = readState<PreScoreState>(state, preScoreStateKey);
        return s?.constraints.length === 0;
      },
      preFilter(state, pod) {
        const [constraints = []] = plugin.constraintsOf(pod, 'DoNotSchedule');
        if (constraints.length === 0) return plugin.preFilter(state, pod);
        const counts = new TopologyPairs();
        for (const [i, values] of topologies.of(pod, constraints).entries())
          for (const value of values) counts.set(constraints[i]?.topologyKey ?? '', value, 0);
        countPods(counts, constraints, pod, facts.kinds, () => true);
        state.write(preFilterStateKey, preFilterStateOf(constraints, counts));
        return undefined;
      },
      preScore(state, pod, nodes) {
        const [constraints = []] = plugin.constraintsOf(pod, 'ScheduleAnyway');
        if (constraints.length === 0 || nodes.length === 0) return plugin.preScore(state, pod, nodes);
        const s = new PreScoreState(constraints);
        initPreScoreState(s, nodes);
        const counted = constraints.filter(({ topologyKey }) => topologyKey !== labelHostname);
        countPods(s.topologyPairToPodCounts, counted, pod, facts.kinds, (info) => {
          const node = info.node();
          return (
            node !== undefined &&
            podMatchesNodeSelectorAndAffinityTerms(pod, node) &&
            nodeLabelsMatchSpreadConstraints(node, constraints)
          );
        });
        state.write(preScoreStateKey, s);
        return undefined;
      },
    };
  },
};

/** Adds the matching pods to those counts that there are, over the nodes that count. */
function countPods(
  counts: TopologyPairs,
  constraints: readonly TopologySpreadConstraint[],
  pod: Pod,
  kinds: PodKinds,
  counting: (info: NodeInfo) => boolean,
): void {
  const found = constraints.map((constraint) => ({ ...constraint, of: counts.of(constraint.topologyKey) }));
  for (const { podInfo, nodes } of kinds.list())
    for (const { topologyKey, selector, of } of found) {
      if (countPodsMatchSelector([podInfo], selector, pod.metadata.namespace) === 0) continue;
      for (const [info, pods] of nodes) {
        if (!counting(info)) continue;
        const node = info.node();
        const value = (node && labelOf(node, topologyKey)) ?? '';
        const count = of.get(value);
        if (count !== undefined) of.set(value, count + pods);
      }
    }
}
