import type { Node, Pod } from '../../../api/objects.ts';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { Context } from '../../../../../sim/context.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import {
  type PluginConfig,
  type PluginsConfig,
  type ExtensionPoint,
  type PluginRef,
  extensionPoints,
} from '../../apis/config/types.ts';
import type { CycleState } from '../cycle_state.ts';
import type * as api from '../interface.ts';
import {
  type Answer,
  type Framework,
  type Handle,
  type LessFunc,
  type NodeScoreList,
  type NodeToStatusMap,
  type PluginToNodeScores,
  type PluginToStatus,
  type PluginsRunner,
  type PodNominator,
  type PostFilterResult,
  type PreemptHandle,
  type ScorePlugin,
  type Status,
  type WaitingPod,
  codeOf,
  failed,
  isSuccess,
  isUnschedulable,
  maxNodeScore,
  mergeStatuses,
  minNodeScore,
  newStatus,
} from '../interface.ts';
import type { NodeInfo } from '../types.ts';
import type { Registry } from './registry.ts';
import type { SharedInformerFactory } from '../../../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { EventRecorder } from '../../../../staging/src/k8s.io/client-go/tools/events/interfaces.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { shippedGate } from '../../apis/config/v1beta1/defaults.ts';
import { pluginArgsWithDefaults } from '../../apis/config/v1beta1/zz_generated.defaults.ts';
import type { SchedulerMetrics } from '../../metrics/metrics.ts';
import type { Extender } from '../extender.ts';
import type { SharedLister } from '../listers.ts';
import { WaitingPodImpl, WaitingPodsMap } from './waiting_pods_map.ts';

/** The longest that a Permit plugin may hold a pod back, in ms. */
// Mirrors: pkg/scheduler/framework/runtime/framework.go#maxTimeout
const maxTimeoutMs = 15 * 60_000;

/** The plugins of each extension point, in the order in which they are called. */
export interface PluginLists {
  readonly preFilter: readonly api.PreFilterPlugin[];
  readonly filter: readonly api.FilterPlugin[];
  readonly postFilter: readonly api.PostFilterPlugin[];
  readonly reserve: readonly api.ReservePlugin[];
  readonly preScore: readonly api.PreScorePlugin[];
  readonly score: readonly api.ScorePlugin[];
  readonly preBind: readonly api.PreBindPlugin[];
  readonly bind: readonly api.BindPlugin[];
  readonly postBind: readonly api.PostBindPlugin[];
  readonly permit: readonly api.PermitPlugin[];
  readonly queueSort: readonly api.QueueSortPlugin[];
}

/** What a framework is given. A framework without client or informers serves plugins that ask for none. */
// Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkOptions
export interface FrameworkOptions {
  readonly sim: Sim;
  readonly snapshotSharedLister: SharedLister;
  readonly clientSet?: Clientset;
  readonly eventRecorder?: EventRecorder;
  readonly informerFactory?: SharedInformerFactory;
  readonly podNominator?: PodNominator;
  readonly metrics?: SchedulerMetrics;
  readonly extenders?: readonly Extender[];
  readonly profileName?: string;
  /** Features as v1.20.2 has them, if left out. */
  readonly featureGate?: ReturnType<Handle['featureGate']>;
  readonly env?: Readonly<Record<string, string>>;
  /** To learn of every filter that refuses a node, not of the first only. */
  readonly runAllFilters?: boolean;
}

/** The framework and the queue's nominated pods as one. Without a queue no pod is nominated. */
// Mirrors: pkg/scheduler/framework/runtime/framework.go#preemptHandle
function newPreemptHandle(runner: PluginsRunner, options: FrameworkOptions): PreemptHandle {
  const { podNominator, extenders = [] } = options;
  return {
    // Mirrors: pkg/scheduler/framework/runtime/framework.go#preemptHandle.Extenders
    extenders: () => extenders,
    addNominatedPod: (pod, nodeName) => podNominator?.addNominatedPod(pod, nodeName),
    deleteNominatedPodIfExists: (pod) => podNominator?.deleteNominatedPodIfExists(pod),
    updateNominatedPod: (oldPod, newPod) => podNominator?.updateNominatedPod(oldPod, newPod),
    nominatedPodsForNode: (nodeName) => podNominator?.nominatedPodsForNode(nodeName) ?? [],
    runPreScorePlugins: (state, pod, nodes) => runner.runPreScorePlugins(state, pod, nodes),
    runScorePlugins: (state, pod, nodes) => runner.runScorePlugins(state, pod, nodes),
    runFilterPlugins: (state, pod, nodeInfo) => runner.runFilterPlugins(state, pod, nodeInfo),
    runPreFilterExtensionAddPod: (...args) => runner.runPreFilterExtensionAddPod(...args),
    runPreFilterExtensionRemovePod: (...args) => runner.runPreFilterExtensionRemovePod(...args),
  };
}

/** Makes each plugin that the profile names once, wherever it is called, or says what is wrong with the profile. */
// Mirrors: pkg/scheduler/framework/runtime/framework.go#NewFramework
export function newFramework(
  r: Registry,
  plugins: PluginsConfig,
  args: readonly PluginConfig[],
  options: FrameworkOptions,
): Result<Framework> {
  const f = new FrameworkImpl(plugins, options);
  const pg = pluginsNeeded(plugins);
  const pluginConfig = new Map<string, object | undefined>();
  for (const { name, args: given } of args) {
    if (pluginConfig.has(name)) return failure(`repeated config for plugin ${name}`);
    pluginConfig.set(name, given);
  }
  const pluginsMap = new Map<string, api.Plugin>();
  for (const [name, factory] of r.entries()) {
    const ref = pg.get(name);
    if (!ref) continue;
    const given = pluginConfig.get(name) ?? pluginArgsWithDefaults(name, {}, f.featureGate());
    const [p, err] = factory(given, f);
    if (err) return failure(`initializing plugin ${quote(name)}: ${err.message}`);
    pluginsMap.set(name, options.sim.observe('scheduler-plugin', name, p));
    f.pluginNameToWeightMap.set(name, ref.weight || 1);
  }
  const [lists, err] = listsOf(plugins, pluginsMap);
  if (err) return [undefined, err];
  f.plugins = lists;
  return [options.sim.observe('framework', f.profileName(), f), undefined];
}

const failure = (message: string): [undefined, Error] => [undefined, new Error(message)];

function listsOf(config: PluginsConfig, plugins: ReadonlyMap<string, api.Plugin>): Result<PluginLists> {
  const lists: Partial<Record<ExtensionPoint, readonly api.Plugin[]>> = {};
  for (const point of extensionPoints) {
    const [list, err] = pluginList(point, config[point]?.enabled ?? [], plugins);
    if (err) return [undefined, err];
    lists[point] = list;
  }
  const { queueSort = [], bind = [] } = lists;
  if (queueSort.length === 0) return failure('no queue sort plugin is enabled');
  if (queueSort.length > 1) return failure('only one queue sort plugin can be enabled');
  if (bind.length === 0) return failure('at least one bind plugin is needed');
  return [lists as PluginLists, undefined];
}

/** The method that a plugin must have to be called at an extension point. */
const methods: Readonly<Record<ExtensionPoint, string>> = {
  preFilter: 'preFilter',
  filter: 'filter',
  postFilter: 'postFilter',
  reserve: 'reserve',
  preScore: 'preScore',
  score: 'score',
  preBind: 'preBind',
  bind: 'bind',
  postBind: 'postBind',
  permit: 'permit',
  queueSort: 'less',
};

const typeName = (point: ExtensionPoint): string => `${point.charAt(0).toUpperCase()}${point.slice(1)}Plugin`;

// Mirrors: pkg/scheduler/framework/runtime/framework.go#updatePluginList
function pluginList(
  point: ExtensionPoint,
  enabled: readonly PluginRef[],
  plugins: ReadonlyMap<string, api.Plugin>,
): Result<api.Plugin[]> {
  const list = new Map<string, api.Plugin>();
  for (const { name } of enabled) {
    const plugin = plugins.get(name);
    if (!plugin) return failure(`${typeName(point)} ${quote(name)} does not exist`);
    if (typeof Reflect.get(plugin, methods[point]) !== 'function')
      return failure(`plugin ${quote(name)} does not extend ${typeName(point)} plugin`);
    if (list.has(name))
      return failure(`plugin ${quote(name)} already registered as ${quote(typeName(point))}`);
    list.set(name, plugin);
  }
  return [[...list.values()], undefined];
}

/**
 * Kubernetes filters and scores nodes in 16 goroutines at once. Here they follow one another, in the order of the
 * nodes: no plugin waits for anything in between, so on a virtual clock all of it happens at the same moment, and the
 * result is one of those that the goroutines may give.
 */
// Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl
export class FrameworkImpl implements Framework {
  plugins: PluginLists = {
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
  readonly pluginNameToWeightMap = new Map<string, number>();
  /** To learn of every filter that refuses a node, not of the first only. */
  readonly runAllFilters: boolean;
  readonly podNominator: PodNominator | undefined;
  readonly #config: PluginsConfig;
  readonly #options: FrameworkOptions;
  readonly #waitingPods = new WaitingPodsMap();
  readonly #preemptHandle: PreemptHandle;

  constructor(config: PluginsConfig, options: FrameworkOptions) {
    this.#config = config;
    this.#options = options;
    this.runAllFilters = options.runAllFilters ?? false;
    this.podNominator = options.podNominator;
    this.#preemptHandle = newPreemptHandle(this, options);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.QueueSortFunc
  queueSortFunc(): LessFunc {
    const [sort] = this.plugins.queueSort;
    if (!sort) throw new Error('No QueueSort plugin is registered in the frameworkImpl.');
    return (podInfo1, podInfo2) => sort.less(podInfo1, podInfo2);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPreFilterPlugins
  runPreFilterPlugins(state: CycleState, pod: Pod, preFilterPlugins = this.plugins.preFilter): Answer {
    for (const pl of preFilterPlugins) {
      const status = pl.preFilter(state, pod);
      if (isUnschedulable(status)) return status;
      const err = status?.asError();
      if (err) return failed(`running PreFilter plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPreFilterExtensionAddPod
  runPreFilterExtensionAddPod(state: CycleState, podToSchedule: Pod, podToAdd: Pod, info: NodeInfo): Answer {
    for (const pl of this.plugins.preFilter) {
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
    for (const pl of this.plugins.preFilter) {
      const err = pl.preFilterExtensions()?.removePod(state, podToSchedule, podToRemove, info)?.asError();
      if (err) return failed(`running RemovePod on PreFilter plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  /** The failures by plugin: the first only, unless all filters are to run. */
  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunFilterPlugins
  runFilterPlugins(
    state: CycleState,
    pod: Pod,
    nodeInfo: NodeInfo,
    filterPlugins = this.plugins.filter,
  ): PluginToStatus {
    let statuses: Map<string, Status> | undefined; // Go: none
    for (const pl of filterPlugins) {
      const pluginStatus = pl.filter(state, pod, nodeInfo);
      if (pluginStatus === undefined || isSuccess(pluginStatus)) continue;
      if (!isUnschedulable(pluginStatus)) {
        const what = `running ${quote(pl.name())} filter plugin for pod ${quote(pod.metadata.name)}`;
        return new Map([[pl.name(), newStatus('Error', `${what}: ${pluginStatus.message()}`)]]);
      }
      statuses ??= new Map();
      statuses.set(pl.name(), pluginStatus);
      if (!this.runAllFilters) return statuses;
    }
    return statuses ?? noFailures;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPostFilterPlugins
  *runPostFilterPlugins(
    ctx: Context,
    state: CycleState,
    pod: Pod,
    filteredNodeStatusMap: NodeToStatusMap,
  ): Blocking<[PostFilterResult | undefined, Answer]> {
    const statuses = new Map<string, Status>();
    for (const pl of this.plugins.postFilter) {
      const [result, status] = yield* pl.postFilter(ctx, state, pod, filteredNodeStatusMap);
      if (status === undefined || isSuccess(status)) return [result, status];
      // Any status other than Success or Unschedulable is Error.
      if (!isUnschedulable(status)) return [undefined, newStatus('Error', status.message())];
      statuses.set(pl.name(), status);
    }
    return [undefined, mergeStatuses(statuses)];
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPreScorePlugins
  runPreScorePlugins(
    state: CycleState,
    pod: Pod,
    nodes: readonly Node[],
    preScorePlugins = this.plugins.preScore,
  ): Answer {
    for (const pl of preScorePlugins) {
      const err = pl.preScore(state, pod, nodes)?.asError();
      if (err) return failed(`running PreScore plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  /** The scores of each plugin, normalized and weighted, in the order of the nodes. */
  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunScorePlugins
  runScorePlugins(
    state: CycleState,
    pod: Pod,
    nodes: readonly Node[],
    scorePlugins = this.plugins.score,
  ): [PluginToNodeScores, undefined] | [undefined, Status] {
    const lists = scorePlugins.map((pl) => ({ pl, list: [] as NodeScoreList })); // Go: none
    const pluginToNodeScores = new Map(lists.map(({ pl, list }) => [pl.name(), list]));
    for (const { metadata } of nodes) {
      const { name } = metadata; // Go: none
      for (const { pl, list } of lists) {
        const [score, status] = pl.score(state, pod, name);
        const err = status && pluginFailed(pl, status);
        if (err) return [undefined, failed('running Score plugins', err)];
        list.push({ name, score });
      }
    }
    for (const pl of scorePlugins) {
      const nodeScoreList = pluginToNodeScores.get(pl.name()) ?? [];
      const status = pl.scoreExtensions()?.normalizeScore(state, pod, nodeScoreList);
      const err = pluginFailed(pl, status);
      if (err) return [undefined, failed('running Normalize on Score plugins', err)];
    }
    for (const pl of scorePlugins) {
      const weight = this.pluginNameToWeightMap.get(pl.name()) ?? 1;
      const err = applyWeight(pl, weight, pluginToNodeScores.get(pl.name()) ?? []);
      if (err) return [undefined, failed('applying score defaultWeights on Score plugins', err)];
    }
    return [pluginToNodeScores, undefined];
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPreBindPlugins
  *runPreBindPlugins(ctx: Context, state: CycleState, pod: Pod, nodeName: string): Blocking<Answer> {
    for (const pl of this.plugins.preBind) {
      const status = yield* pl.preBind(ctx, state, pod, nodeName);
      const err = status?.asError();
      if (err) return failed(`running PreBind plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunBindPlugins
  *runBindPlugins(ctx: Context, state: CycleState, pod: Pod, nodeName: string): Blocking<Answer> {
    let status: Answer = newStatus('Skip');
    for (const pl of this.plugins.bind) {
      status = yield* pl.bind(ctx, state, pod, nodeName);
      if (status?.code === 'Skip') continue;
      const err = status?.asError();
      return err ? failed(`running Bind plugin ${quote(pl.name())}`, err) : status;
    }
    return status;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPostBindPlugins
  runPostBindPlugins(state: CycleState, pod: Pod, nodeName: string): void {
    for (const pl of this.plugins.postBind) pl.postBind(state, pod, nodeName);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunReservePluginsReserve
  runReservePluginsReserve(state: CycleState, pod: Pod, nodeName: string): Answer {
    for (const pl of this.plugins.reserve) {
      const err = pl.reserve(state, pod, nodeName)?.asError();
      if (err) return failed(`running Reserve plugin ${quote(pl.name())}`, err);
    }
    return undefined;
  }

  /** In the opposite order: what was taken last is given back first. */
  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunReservePluginsUnreserve
  runReservePluginsUnreserve(state: CycleState, pod: Pod, nodeName: string): void {
    for (const pl of [...this.plugins.reserve].reverse()) pl.unreserve(state, pod, nodeName);
  }

  /** One plugin that refuses the pod is enough. Those that want it to wait may have it wait for a quarter of an hour each. */
  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPermitPlugins
  runPermitPlugins(state: CycleState, pod: Pod, nodeName: string): Answer {
    const pluginsWaitTime = new Map<string, number>();
    const podName = quote(pod.metadata.name);
    for (const pl of this.plugins.permit) {
      const [status, timeoutMs] = pl.permit(state, pod, nodeName);
      if (status === undefined || isSuccess(status)) continue;
      if (isUnschedulable(status)) {
        const msg = `rejected pod ${podName} by permit plugin ${quote(pl.name())}: ${status.message()}`;
        return newStatus(status.code, msg);
      }
      if (status.code !== 'Wait')
        return failed(`running Permit plugin ${quote(pl.name())}`, status.asError() as Error);
      pluginsWaitTime.set(pl.name(), Math.min(timeoutMs, maxTimeoutMs));
    }
    if (pluginsWaitTime.size === 0) return undefined;
    this.#waitingPods.add(new WaitingPodImpl(this.sim(), pod, pluginsWaitTime));
    return newStatus('Wait', `one or more plugins asked to wait and no plugin rejected pod ${podName}`);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.WaitOnPermit
  *waitOnPermit(_ctx: Context, pod: Pod): Blocking<Answer> {
    const { sim, metrics } = this.#options; // Go: none
    const waitingPod = this.#waitingPods.get(pod.metadata.uid);
    if (!waitingPod) return undefined;
    const startTime = sim.now;
    const [s] = yield* waitingPod.s.receive();
    const waitedSeconds = (sim.now - startTime) / 1000;
    metrics?.permitWaitDuration.observe(waitedSeconds, codeOf(s));
    this.#waitingPods.remove(pod.metadata.uid);
    if (s === undefined || isSuccess(s)) return undefined;
    if (!isUnschedulable(s)) return failed('waiting on permit for pod', s.asError() as Error);
    const msg = `pod ${quote(pod.metadata.name)} rejected while waiting on permit: ${s.message()}`;
    return newStatus(s.code, msg);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.SnapshotSharedLister
  snapshotSharedLister(): SharedLister {
    return this.#options.snapshotSharedLister;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.IterateOverWaitingPods
  iterateOverWaitingPods(callback: (wp: WaitingPod) => void): void {
    this.#waitingPods.iterate(callback);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.GetWaitingPod
  getWaitingPod(uid: string): WaitingPod | undefined {
    return this.#waitingPods.get(uid);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RejectWaitingPod
  rejectWaitingPod(uid: string): void {
    this.#waitingPods.get(uid)?.reject('removed');
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.HasFilterPlugins
  hasFilterPlugins(): boolean {
    return this.plugins.filter.length > 0;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.HasPostFilterPlugins
  hasPostFilterPlugins(): boolean {
    return this.plugins.postFilter.length > 0;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.HasScorePlugins
  hasScorePlugins(): boolean {
    return this.plugins.score.length > 0;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.ListPlugins
  listPlugins(): PluginsConfig {
    return this.#config;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.ClientSet
  clientSet(): Clientset {
    return given(this.#options.clientSet, 'client');
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.EventRecorder
  eventRecorder(): EventRecorder {
    return given(this.#options.eventRecorder, 'event recorder');
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.SharedInformerFactory
  sharedInformerFactory(): SharedInformerFactory {
    return given(this.#options.informerFactory, 'informer factory');
  }

  metrics(): SchedulerMetrics | undefined {
    return this.#options.metrics;
  }

  featureGate(): ReturnType<Handle['featureGate']> {
    return this.#options.featureGate ?? shippedGate;
  }

  env(): Readonly<Record<string, string>> {
    return this.#options.env ?? {};
  }

  sim(): Sim {
    return this.#options.sim;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.PreemptHandle
  preemptHandle(): PreemptHandle {
    return this.#preemptHandle;
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.ProfileName
  profileName(): string {
    return this.#options.profileName ?? '';
  }
}

/** Most nodes pass: a map for each would be many. */
const noFailures: PluginToStatus = new Map();

const pluginFailed = (pl: ScorePlugin, status: Answer): Error | undefined => {
  const err = status?.asError();
  return err && new Error(`plugin ${quote(pl.name())} failed with: ${err.message}`, { cause: err });
};

function applyWeight(pl: ScorePlugin, weight: number, scores: NodeScoreList): Error | undefined {
  for (const nodeScore of scores) {
    const { score } = nodeScore;
    if (score > maxNodeScore || score < minNodeScore) {
      const range = `it should in the range of [${minNodeScore}, ${maxNodeScore}] after normalizing`;
      return new Error(`plugin ${quote(pl.name())} returns an invalid score ${score}, ${range}`);
    }
    nodeScore.score = score * weight;
  }
  return undefined;
}

function given<T>(part: T | undefined, what: string): T {
  if (part === undefined) throw new Error(`a plugin asks for the ${what}, and the framework was given none`);
  return part;
}

/** Of several mentions the last counts, with its weight. */
// Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.pluginsNeeded
function pluginsNeeded(config: PluginsConfig): Map<string, PluginRef> {
  const needed = new Map<string, PluginRef>();
  for (const point of extensionPoints)
    for (const ref of config[point]?.enabled ?? []) needed.set(ref.name, ref);
  return needed;
}
