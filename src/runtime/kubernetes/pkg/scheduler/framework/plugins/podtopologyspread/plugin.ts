import type { TopologySpreadConstraint as V1TopologySpreadConstraint } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../../../../api/objects.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { PodTopologySpreadArgs } from '../../../apis/config/types_pluginargs.ts';
import { validatePodTopologySpreadArgs } from '../../../apis/config/validation/validation_pluginargs.ts';
import type { CycleState } from '../../cycle_state.ts';
import {
  type Answer,
  type FilterPlugin,
  type NodeScoreList,
  type PreFilterExtensions,
  type PreFilterPlugin,
  type PreScorePlugin,
  type ScoreExtensions,
  type ScorePlugin,
  asStatus,
} from '../../interface.ts';
import type { SharedLister } from '../../listers.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import { nodeInfoOf, readState } from '../helper/read.ts';
import { type SpreadListers, defaultSelector, spreadListersOf } from '../helper/spread.ts';
import { type TopologySpreadConstraint, filterTopologySpreadConstraints } from './common.ts';
import { type PreFilterState, calPreFilterState, filterBySkew, preFilterStateKey } from './filtering.ts';
import {
  PreScoreState,
  countPods,
  initPreScoreState,
  normalizeCounts,
  scoreNode,
  preScoreStateKey,
} from './scoring.ts';

// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go#Name
export const name = 'PodTopologySpread';

/** What holds for a pod without constraints that belongs to a Service or a controller. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go#systemDefaultConstraints
const systemDefaultConstraints: readonly V1TopologySpreadConstraint[] = [
  { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];

/** Spreads pods over the values of topology keys, such as zones: by force, or as far as it goes. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go#PodTopologySpread
export class PodTopologySpread
  implements PreFilterPlugin, PreFilterExtensions, FilterPlugin, PreScorePlugin, ScorePlugin, ScoreExtensions
{
  readonly #sharedLister: SharedLister;
  readonly #defaultConstraints: readonly V1TopologySpreadConstraint[];
  readonly #listers: SpreadListers | undefined;

  constructor(
    sharedLister: SharedLister,
    defaultConstraints: readonly V1TopologySpreadConstraint[],
    listers: SpreadListers | undefined,
  ) {
    this.#sharedLister = sharedLister;
    this.#defaultConstraints = defaultConstraints;
    this.#listers = listers;
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go#PodTopologySpread.Name
  name(): string {
    return name;
  }

  /** The pod's own constraints of that kind; those of the profile if it has none of any kind. */
  constraintsOf(
    pod: Pod,
    action: 'DoNotSchedule' | 'ScheduleAnyway',
  ): Result<readonly TopologySpreadConstraint[]> {
    const own = pod.spec.topologySpreadConstraints ?? [];
    return own.length > 0
      ? filterTopologySpreadConstraints(own, action)
      : this.#buildDefaultConstraints(pod, action);
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/common.go#PodTopologySpread.buildDefaultConstraints
  #buildDefaultConstraints(
    p: Pod,
    action: 'DoNotSchedule' | 'ScheduleAnyway',
  ): Result<readonly TopologySpreadConstraint[]> {
    const [constraints, err] = filterTopologySpreadConstraints(this.#defaultConstraints, action);
    if (err) return [undefined, err];
    if (constraints.length === 0 || !this.#listers) return [[], undefined];
    const selector = defaultSelector(p, this.#listers);
    if (selector.empty()) return [[], undefined];
    return [constraints.map((constraint) => ({ ...constraint, selector })), undefined];
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#PodTopologySpread.PreFilter
  preFilter(state: CycleState, pod: Pod): Answer {
    const [constraints, err] = this.constraintsOf(pod, 'DoNotSchedule');
    if (err) return asStatus(new Error(`obtaining pod's hard topology spread constraints: ${err.message}`));
    const lister = this.#sharedLister.nodeInfos();
    const s = calPreFilterState(pod, constraints, lister.list());
    state.write(preFilterStateKey, s);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#PodTopologySpread.PreFilterExtensions
  preFilterExtensions(): PreFilterExtensions {
    return this;
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#PodTopologySpread.AddPod
  addPod(state: CycleState, podToSchedule: Pod, podToAdd: Pod, nodeInfo: NodeInfo): Answer {
    const [s, err] = readState<PreFilterState>(state, preFilterStateKey, 'reading');
    if (err) return err;
    s.updateWithPod(podToAdd, podToSchedule, nodeInfo.node(), 1);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#PodTopologySpread.RemovePod
  removePod(state: CycleState, podToSchedule: Pod, podToRemove: Pod, nodeInfo: NodeInfo): Answer {
    const [s, err] = readState<PreFilterState>(state, preFilterStateKey, 'reading');
    if (err) return err;
    s.updateWithPod(podToRemove, podToSchedule, nodeInfo.node(), -1);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go#PodTopologySpread.Filter
  filter(state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const node = nodeInfo.node();
    if (!node) return asStatus(new Error('node not found'));
    const [s, err] = readState<PreFilterState>(state, preFilterStateKey, 'reading');
    return err ?? filterBySkew(s, pod, node);
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#PodTopologySpread.PreScore
  preScore(state: CycleState, pod: Pod, filteredNodes: readonly Node[]): Answer {
    const lister = this.#sharedLister.nodeInfos();
    if (filteredNodes.length === 0 || lister.list().length === 0) return undefined;
    const [constraints, err] = this.constraintsOf(pod, 'ScheduleAnyway');
    if (err) {
      const what = "calculating preScoreState: obtaining pod's soft topology spread constraints";
      return asStatus(new Error(`${what}: ${err.message}`));
    }
    const s = new PreScoreState(constraints);
    if (constraints.length > 0) {
      initPreScoreState(s, filteredNodes);
      countPods(s, pod, lister.list());
    }
    state.write(preScoreStateKey, s);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#PodTopologySpread.Score
  score(state: CycleState, pod: Pod, nodeName: string): [number, Answer] {
    const [nodeInfo, missing] = nodeInfoOf(this.#sharedLister, nodeName);
    if (missing) return [0, missing];
    const [s, err] = readState<PreScoreState>(state, preScoreStateKey);
    return err ? [0, err] : [scoreNode(s, pod, nodeInfo), undefined];
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#PodTopologySpread.NormalizeScore
  normalizeScore(state: CycleState, _pod: Pod, scores: NodeScoreList): Answer {
    const [s, err] = readState<PreScoreState>(state, preScoreStateKey);
    if (err) return err;
    normalizeCounts(s, scores);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go#PodTopologySpread.ScoreExtensions
  scoreExtensions(): ScoreExtensions {
    return this;
  }
}

// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go#New
export const newPlugin: PluginFactory = (plArgs, handle) => {
  const args = plArgs as PodTopologySpreadArgs;
  const err = validatePodTopologySpreadArgs(args);
  if (err) return [undefined, err];
  const { defaultingType, defaultConstraints = [] } = args;
  const constraints = defaultingType === 'System' ? systemDefaultConstraints : defaultConstraints;
  const listers = constraints.length > 0 ? spreadListersOf(handle.sharedInformerFactory()) : undefined;
  return [new PodTopologySpread(handle.snapshotSharedLister(), constraints, listers), undefined];
};
