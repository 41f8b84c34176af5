import type { Node, Pod } from '../../../api/objects.ts';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { Context } from '../../../../../sim/context.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { PluginConfig, PluginsConfig } from '../../apis/config/types.ts';
import type { CycleState } from '../cycle_state.ts';
import type { Answer, Framework, LessFunc, PostFilterResult, PreemptHandle } from '../interface.ts';
import {
  type NodeToStatusMap,
  type PluginToStatus,
  type Status,
  failed,
  isSuccess,
  isUnschedulable,
  mergeStatuses,
  newStatus,
} from '../interface_status.ts';
import type { NodeInfo } from '../types.ts';
import { EquivalenceCache, type EquivalenceClass } from './equivalence-cache.ts';
import { Filters } from './framework_filter.ts';
import { FrameworkHandle, type FrameworkOptions, newPreemptHandle } from './framework_handle.ts';
import { runPermitPlugins, waitOnPermit } from './framework_permit.ts';
import { type PluginLists, type Plugins, makePlugins } from './framework_plugins.ts';
import { runScorePlugins } from './framework_score.ts';
import { runKnownScorePlugins } from './known-scores.ts';
import type { Registry } from './registry.ts';

/**
 * Makes the plugins that the profile names, and puts each where it is called.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#NewFramework
 */
export function newFramework(
  registry: Registry,
  plugins: PluginsConfig,
  args: readonly PluginConfig[],
  options: FrameworkOptions,
): Result<Framework> {
  const framework = new FrameworkImpl(plugins, options);
  const [made, err] = makePlugins(registry, plugins, args, framework);
  if (err) return [undefined, err];
  framework.setPlugins(made);
  const name = options.profileName ?? '';
  return [options.sim.observe('framework', name, framework), undefined];
}

/**
 * Kubernetes filters and scores nodes in 16 goroutines at once. Here they follow one another, in the order of the
 * nodes: no plugin waits for anything in between, so on a virtual clock all of it happens at the same moment, and the
 * result is one of those that the goroutines may give.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl
 */
class FrameworkImpl extends FrameworkHandle implements Framework {
  readonly #config: PluginsConfig;
  readonly #preemptHandle: PreemptHandle;
  #plugins: PluginLists = {
    preFilter: [],
    filter: [],
    postFilter: [],
    reserve: [],
    preScore: [],
    score: [],
    preBind: [],
    bind: [],
    postBind: [],
    permit: [],
    queueSort: [],
  };
  #weights: ReadonlyMap<string, number> = new Map();
  #filters = new Filters([], false, undefined);
  /** None if the calls of plugins are observed: then each is to be seen. */
  #equivalenceCache: EquivalenceCache | undefined;

  constructor(config: PluginsConfig, options: FrameworkOptions) {
    super(options);
    this.#config = config;
    this.#preemptHandle = newPreemptHandle(this, options);
  }

  setPlugins({ lists, weights, observed }: Plugins): void {
    if (!observed)
      this.#equivalenceCache = new EquivalenceCache(
        this.snapshotSharedLister().nodeInfos(),
        this.options.podNominator,
      );
    this.#plugins = lists;
    this.#weights = weights;
    this.#filters = new Filters(lists.filter, this.options.runAllFilters ?? false, this.#equivalenceCache);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.QueueSortFunc
  queueSortFunc(): LessFunc {
    const [sort] = this.#plugins.queueSort;
    if (!sort) throw new Error('No QueueSort plugin is registered in the frameworkImpl.');
    return (podInfo1, podInfo2) => sort.less(podInfo1, podInfo2);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPreFilterPlugins
  runPreFilterPlugins(state: CycleState, pod: Pod): Answer {
    for (const pl of this.#plugins.preFilter) {
      const status = pl.preFilter(state, pod);
      if (isUnschedulable(status)) return status;
      const err = status?.asError();
      if (err) return failed(`running PreFilter plugin ${quote(pl.name())}`, err);
    }
    this.#filters.begin(state, pod); // Go: none
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPreFilterExtensionAddPod
  runPreFilterExtensionAddPod(state: CycleState, podToSchedule: Pod, podToAdd: Pod, info: NodeInfo): Answer {
    for (const pl of this.#plugins.preFilter) {
      const err = pl.preFilterExtensions()?.addPod(state, podToSchedule, podToAdd, info)?.asError();
      if (err) return failed(`running AddPod on PreFilter plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPreFilterExtensionRemovePod
  runPreFilterExtensionRemovePod(
    state: CycleState,
    podToSchedule: Pod,
    podToRemove: Pod,
    info: NodeInfo,
  ): Answer {
    for (const pl of this.#plugins.preFilter) {
      const err = pl.preFilterExtensions()?.removePod(state, podToSchedule, podToRemove, info)?.asError();
      if (err) return failed(`running RemovePod on PreFilter plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  runFilterPlugins(state: CycleState, pod: Pod, nodeInfo: NodeInfo): PluginToStatus {
    return this.#filters.run(state, pod, nodeInfo);
  }

  remembered(state: CycleState, pod: Pod): EquivalenceClass | undefined {
    return this.#filters.remembered(state, pod);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPostFilterPlugins
  *runPostFilterPlugins(
    ctx: Context,
    state: CycleState,
    pod: Pod,
    filteredNodeStatusMap: NodeToStatusMap,
  ): Blocking<[PostFilterResult | undefined, Answer]> {
    const statuses = new Map<string, Status>();
    for (const pl of this.#plugins.postFilter) {
      const [result, status] = yield* pl.postFilter(ctx, state, pod, filteredNodeStatusMap);
      if (status === undefined || isSuccess(status)) return [result, status];
      // Any status other than Success or Unschedulable is Error.
      if (!isUnschedulable(status)) return [undefined, newStatus('Error', status.message())];
      statuses.set(pl.name(), status);
    }
    return [undefined, mergeStatuses(statuses)];
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPreScorePlugins
  runPreScorePlugins(state: CycleState, pod: Pod, nodes: readonly Node[]): Answer {
    for (const pl of this.#plugins.preScore) {
      const err = pl.preScore(state, pod, nodes)?.asError();
      if (err) return failed(`running PreScore plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  runScorePlugins(
    state: CycleState,
    pod: Pod,
    nodes: readonly Node[],
    sumsSuffice = false,
  ): ReturnType<typeof runScorePlugins> {
    const known = sumsSuffice ? this.#equivalenceCache?.scoresOf(pod) : undefined;
    const { score } = this.#plugins;
    return known
      ? runKnownScorePlugins(score, this.#weights, state, pod, nodes, known)
      : runScorePlugins(score, this.#weights, state, pod, nodes);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunReservePluginsReserve
  runReservePluginsReserve(state: CycleState, pod: Pod, nodeName: string): Answer {
    for (const pl of this.#plugins.reserve) {
      const err = pl.reserve(state, pod, nodeName)?.asError();
      if (err) return failed(`running Reserve plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  /**
   * In the opposite order: what was taken last is given back first.
   *
   * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunReservePluginsUnreserve
   */
  runReservePluginsUnreserve(state: CycleState, pod: Pod, nodeName: string): void {
    for (const pl of [...this.#plugins.reserve].reverse()) pl.unreserve(state, pod, nodeName);
  }

  runPermitPlugins(state: CycleState, pod: Pod, nodeName: string): Answer {
    return runPermitPlugins(this.options.sim, this.#plugins.permit, this.waitingPods, state, pod, nodeName);
  }

  *waitOnPermit(_ctx: Context, pod: Pod): Blocking<Answer> {
    return yield* waitOnPermit(this.options, this.waitingPods, pod);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPreBindPlugins
  *runPreBindPlugins(ctx: Context, state: CycleState, pod: Pod, nodeName: string): Blocking<Answer> {
    for (const pl of this.#plugins.preBind) {
      const status = yield* pl.preBind(ctx, state, pod, nodeName);
      const err = status?.asError();
      if (err) return failed(`running PreBind plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunBindPlugins
  *runBindPlugins(ctx: Context, state: CycleState, pod: Pod, nodeName: string): Blocking<Answer> {
    let status: Answer = newStatus('Skip');
    for (const pl of this.#plugins.bind) {
      status = yield* pl.bind(ctx, state, pod, nodeName);
      if (status?.code === 'Skip') continue;
      const err = status?.asError();
      return err ? failed(`running Bind plugin ${quote(pl.name())}`, err) : status;
    }
    return status;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPostBindPlugins
  runPostBindPlugins(state: CycleState, pod: Pod, nodeName: string): void {
    for (const pl of this.#plugins.postBind) pl.postBind(state, pod, nodeName);
  }

  hasFilterPlugins(): boolean {
    return this.#filters.length > 0;
  }

  hasPostFilterPlugins(): boolean {
    return this.#plugins.postFilter.length > 0;
  }

  hasScorePlugins(): boolean {
    return this.#plugins.score.length > 0;
  }

  listPlugins(): PluginsConfig {
    return this.#config;
  }

  override preemptHandle(): PreemptHandle {
    return this.#preemptHandle;
  }
}
