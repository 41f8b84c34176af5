import type { Node, Pod } from '../../../api/objects.ts';
import type { SharedInformerFactory } from '../../../client-go/informers/factory.ts';
import type { Clientset } from '../../../client-go/kubernetes/clientset.ts';
import type { EventRecorder } from '../../../client-go/tools/events/interfaces.ts';
import { quote } from '../../../go/strconv.ts';
import type { Context } from '../../../sim/context.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import type { PluginConfig, PluginsConfig } from '../../apis/config/types.ts';
import { shippedGate } from '../../apis/config/v1beta1/defaults.ts';
import type { CycleState } from '../cycle_state.ts';
import type { Extender } from '../extender.ts';
import type {
  Answer,
  FilterPlugin,
  Framework,
  Handle,
  LessFunc,
  PodNominator,
  PostFilterResult,
  PreemptHandle,
  ScorePlugin,
  WaitingPod,
} from '../interface.ts';
import {
  type NodeScoreList,
  type NodeToStatusMap,
  type PluginToNodeScores,
  type PluginToStatus,
  type Status,
  asStatus,
  codeOf,
  isSuccess,
  isUnschedulable,
  maxNodeScore,
  mergeStatuses,
  minNodeScore,
  newStatus,
} from '../interface_status.ts';
import type { SharedLister } from '../listers.ts';
import type { NodeInfo } from '../types.ts';
import type { SchedulerMetrics } from '../../metrics/metrics.ts';
import { type PluginLists, type Plugins, makePlugins } from './framework_plugins.ts';
import type { Registry } from './registry.ts';
import { WaitingPodImpl, WaitingPodsMap } from './waiting_pods_map.ts';

/**
 * The longest that a Permit plugin may hold a pod back, in ms.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#maxTimeout
 */
const maxTimeout = 15 * 60_000;

/**
 * What a framework is given. A framework without client or informers serves plugins that ask for none.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkOptions
 */
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
): [Framework, undefined] | [undefined, Error] {
  const framework = new FrameworkImpl(plugins, options);
  const [made, err] = makePlugins(registry, plugins, args, framework);
  if (err) return [undefined, err];
  framework.setPlugins(made);
  const name = options.profileName ?? '';
  return [options.sim.observe<Framework>('framework', name, framework), undefined];
}

const failed = (what: string, err: Error): Status =>
  asStatus(new Error(`${what}: ${err.message}`, { cause: err }));

/**
 * Kubernetes filters and scores nodes in 16 goroutines at once. Here they follow one another, in the order of the
 * nodes: no plugin waits for anything in between, so on a virtual clock all of it happens at the same moment, and the
 * result is one of those that the goroutines may give.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl
 */
class FrameworkImpl implements Framework {
  readonly #config: PluginsConfig;
  readonly #options: FrameworkOptions;
  readonly #preemptHandle: PreemptHandle;
  readonly #waitingPods = new WaitingPodsMap();
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
  #filters: { readonly pod: Pod | undefined; readonly plugins: readonly FilterPlugin[] } = {
    pod: undefined,
    plugins: [],
  };

  constructor(config: PluginsConfig, options: FrameworkOptions) {
    this.#config = config;
    this.#options = options;
    this.#preemptHandle = preemptHandle(this, options);
  }

  setPlugins({ lists, weights }: Plugins): void {
    this.#plugins = lists;
    this.#weights = weights;
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

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunFilterPlugins
  runFilterPlugins(state: CycleState, pod: Pod, nodeInfo: NodeInfo): PluginToStatus {
    let statuses: Map<string, Status> | undefined;
    for (const pl of this.#filtersFor(pod)) {
      const status = pl.filter(state, pod, nodeInfo);
      if (status === undefined || isSuccess(status)) continue;
      if (!isUnschedulable(status)) {
        const what = `running ${quote(pl.name())} filter plugin for pod ${quote(pod.metadata.name)}`;
        return new Map([[pl.name(), newStatus('Error', `${what}: ${status.message()}`)]]);
      }
      statuses ??= new Map();
      statuses.set(pl.name(), status);
      if (!this.#options.runAllFilters) return statuses;
    }
    return statuses ?? noFailures;
  }

  /** Those that look at anything that the pod has. One pod is filtered after the other, so the last is remembered. */
  #filtersFor(pod: Pod): readonly FilterPlugin[] {
    if (this.#filters.pod !== pod)
      this.#filters = { pod, plugins: this.#plugins.filter.filter((pl) => !pl.ignores?.(pod)) };
    return this.#filters.plugins;
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

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunScorePlugins
  runScorePlugins(
    state: CycleState,
    pod: Pod,
    nodes: readonly Node[],
  ): [PluginToNodeScores, undefined] | [undefined, Status] {
    const plugins = this.#plugins.score;
    const lists = plugins.map((): NodeScoreList => []);
    const unscored = scoreNodes(plugins, state, pod, nodes, lists);
    if (unscored) return [undefined, failed('running Score plugins', unscored)];
    const pluginToNodeScores = new Map(plugins.map((pl, i) => [pl.name(), lists[i] as NodeScoreList]));
    for (const pl of plugins) {
      const scores = pluginToNodeScores.get(pl.name()) ?? [];
      const status = pl.scoreExtensions()?.normalizeScore(state, pod, scores);
      const err = pluginFailed(pl, status);
      if (err) return [undefined, failed('running Normalize on Score plugins', err)];
    }
    for (const pl of this.#plugins.score) {
      const err = this.#applyWeight(pl, pluginToNodeScores.get(pl.name()) ?? []);
      if (err) return [undefined, failed('applying score defaultWeights on Score plugins', err)];
    }
    return [pluginToNodeScores, undefined];
  }

  #applyWeight(pl: ScorePlugin, scores: NodeScoreList): Error | undefined {
    const weight = this.#weights.get(pl.name()) ?? 1;
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

  /**
   * One plugin that refuses the pod is enough. Those that want it to wait may have it wait for a quarter of an hour each.
   *
   * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPermitPlugins
   */
  runPermitPlugins(state: CycleState, pod: Pod, nodeName: string): Answer {
    const pluginsWaitTime = new Map<string, number>();
    const podName = quote(pod.metadata.name);
    for (const pl of this.#plugins.permit) {
      const [status, timeout] = pl.permit(state, pod, nodeName);
      if (status === undefined || isSuccess(status)) continue;
      if (isUnschedulable(status)) {
        const msg = `rejected pod ${podName} by permit plugin ${quote(pl.name())}: ${status.message()}`;
        return newStatus(status.code, msg);
      }
      if (status.code !== 'Wait')
        return failed(`running Permit plugin ${quote(pl.name())}`, status.asError() as Error);
      pluginsWaitTime.set(pl.name(), Math.min(timeout, maxTimeout));
    }
    if (pluginsWaitTime.size === 0) return undefined;
    this.#waitingPods.add(new WaitingPodImpl(this.#options.sim, pod, pluginsWaitTime));
    return newStatus('Wait', `one or more plugins asked to wait and no plugin rejected pod ${podName}`);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.WaitOnPermit
  *waitOnPermit(_ctx: Context, pod: Pod): Blocking<Answer> {
    const waitingPod = this.#waitingPods.get(pod.metadata.uid);
    if (!waitingPod) return undefined;
    const startTime = this.#options.sim.now;
    const [s] = yield* waitingPod.s.receive();
    const waited = (this.#options.sim.now - startTime) / 1000;
    this.#options.metrics?.permitWaitDuration.observe(waited, codeOf(s));
    this.#waitingPods.remove(pod.metadata.uid);
    if (s === undefined || isSuccess(s)) return undefined;
    if (!isUnschedulable(s)) return failed('waiting on permit for pod', s.asError() as Error);
    const msg = `pod ${quote(pod.metadata.name)} rejected while waiting on permit: ${s.message()}`;
    return newStatus(s.code, msg);
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
    return this.#plugins.filter.length > 0;
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

  profileName(): string {
    return this.#options.profileName ?? '';
  }

  snapshotSharedLister(): SharedLister {
    return this.#options.snapshotSharedLister;
  }

  iterateOverWaitingPods(callback: (wp: WaitingPod) => void): void {
    this.#waitingPods.iterate(callback);
  }

  getWaitingPod(uid: string): WaitingPod | undefined {
    return this.#waitingPods.get(uid);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RejectWaitingPod
  rejectWaitingPod(uid: string): void {
    this.#waitingPods.get(uid)?.reject('removed');
  }

  clientSet(): Clientset {
    return given(this.#options.clientSet, 'client');
  }

  eventRecorder(): EventRecorder {
    return given(this.#options.eventRecorder, 'event recorder');
  }

  sharedInformerFactory(): SharedInformerFactory {
    return given(this.#options.informerFactory, 'informer factory');
  }

  metrics(): SchedulerMetrics | undefined {
    return this.#options.metrics;
  }

  preemptHandle(): PreemptHandle {
    return this.#preemptHandle;
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
}

const noFailures: PluginToStatus = new Map();

function given<T>(part: T | undefined, what: string): T {
  if (part === undefined) throw new Error(`a plugin asks for the ${what}, and the framework was given none`);
  return part;
}

const pluginFailed = (pl: ScorePlugin, status: Answer): Error | undefined => {
  const err = status?.asError();
  return err && new Error(`plugin ${quote(pl.name())} failed with: ${err.message}`, { cause: err });
};

/** One node after the other, each by all plugins. Which list has the scores of a plugin is told by its place. */
function scoreNodes(
  plugins: readonly ScorePlugin[],
  state: CycleState,
  pod: Pod,
  nodes: readonly Node[],
  lists: readonly NodeScoreList[],
): Error | undefined {
  for (const { metadata } of nodes) {
    const { name } = metadata;
    for (let i = 0; i < plugins.length; i++) {
      const pl = plugins[i] as ScorePlugin;
      const [score, status] = pl.score(state, pod, name);
      const err = status && pluginFailed(pl, status);
      if (err) return err;
      lists[i]?.push({ name, score });
    }
  }
  return undefined;
}

/**
 * The framework and the queue's nominated pods as one. Without a queue no pod is nominated.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#preemptHandle
 */
function preemptHandle(runner: Framework, options: FrameworkOptions): PreemptHandle {
  const { podNominator, extenders = [] } = options;
  return {
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
