import type { Context } from '../../../../sim/context.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import type { SharedInformerFactory } from '../../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/events/interfaces.ts';
import type { Node, Pod } from '../../api/objects.ts';
import type { PluginsConfig } from '../apis/config/types.ts';
import type { SchedulerMetrics } from '../metrics/metrics.ts';
import type { CycleState } from './cycle_state.ts';
import type { Extender } from './extender.ts';
import type { SharedLister } from './listers.ts';
import type { NodeInfo, QueuedPodInfo } from './types.ts';

/**
 * How a plugin answers. `Wait` is for Permit plugins, `Skip` for Bind plugins.
 * `UnschedulableAndUnresolvable` says that taking other pods away would not help.
 */
// Mirrors: pkg/scheduler/framework/interface.go#Code
export type Code = 'Success' | 'Error' | 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Wait' | 'Skip';

/** The answer of a plugin with its reasons. No status at all is success. */
// Mirrors: pkg/scheduler/framework/interface.go#Status
export class Status {
  readonly code: Code;
  readonly reasons: readonly string[];
  readonly #err: Error | undefined;

  constructor(code: Code, reasons: readonly string[], err?: Error) {
    this.code = code;
    this.reasons = reasons;
    this.#err = err;
  }

  // Mirrors: pkg/scheduler/framework/interface.go#Status.Message
  message(): string {
    return this.reasons.join(', ');
  }

  /** With one reason more. Upstream changes the status itself; here thousands of nodes may have the same one. */
  // Mirrors: pkg/scheduler/framework/interface.go#Status.AppendReason
  appendReason(reason: string): Status {
    return new Status(this.code, [...this.reasons, reason], this.#err);
  }

  /** Undefined for success. */
  // Mirrors: pkg/scheduler/framework/interface.go#Status.AsError
  asError(): Error | undefined {
    if (this.code === 'Success') return undefined;
    return this.#err ?? new Error(this.message());
  }
}

// Mirrors: pkg/scheduler/framework/interface.go#Status.Code
export function codeOf(status: Status | undefined): Code {
  return status?.code ?? 'Success';
}

// Mirrors: pkg/scheduler/framework/interface.go#Status.IsSuccess
export function isSuccess(status: Status | undefined): boolean {
  return status === undefined || status.code === 'Success';
}

/** True for both codes that say so. */
// Mirrors: pkg/scheduler/framework/interface.go#Status.IsUnschedulable
export function isUnschedulable(status: Status | undefined): boolean {
  return status?.code === 'Unschedulable' || status?.code === 'UnschedulableAndUnresolvable';
}

// Mirrors: pkg/scheduler/framework/interface.go#NewStatus
export function newStatus(code: Code, ...reasons: string[]): Status {
  return new Status(code, reasons);
}

/** An error as the answer of a plugin. */
// Mirrors: pkg/scheduler/framework/interface.go#AsStatus
export function asStatus(err: Error): Status {
  return new Status('Error', [err.message], err);
}

/** An error with what was being done when it came. */
export const failed = (what: string, err: Error): Status =>
  asStatus(new Error(`${what}: ${err.message}`, { cause: err }));

/** The answers of plugins that did not succeed, by their names, in the order of the profile. */
// Mirrors: pkg/scheduler/framework/interface.go#PluginToStatus
export type PluginToStatus = ReadonlyMap<string, Status>;

/**
 * One status of all: an error, else unresolvable, else unschedulable. Undefined if there is none.
 * Kubernetes goes through a map in any order; here the reasons stand in the order of the profile.
 */
// Mirrors: pkg/scheduler/framework/interface.go#PluginToStatus.Merge
export function mergeStatuses(statuses: PluginToStatus): Status | undefined {
  if (statuses.size === 0) return undefined;
  // Most nodes are refused by one plugin.
  if (statuses.size === 1) for (const status of statuses.values()) return status;
  let code: Code = 'Success';
  let err: Error | undefined;
  const codes = new Set<Code>();
  const reasons: string[] = [];
  for (const status of statuses.values()) {
    if (status.code === 'Error') err = status.asError();
    code = status.code;
    codes.add(code);
    reasons.push(...status.reasons);
  }
  if (err) code = 'Error';
  else if (codes.has('UnschedulableAndUnresolvable')) code = 'UnschedulableAndUnresolvable';
  else if (codes.has('Unschedulable')) code = 'Unschedulable';
  return new Status(code, reasons, err);
}

/** `[whether a pod fits on a node, why not, error]` */
export type Fits = readonly [boolean, Status | undefined, Error | undefined];

/** Why nodes were not taken, by their names. */
// Mirrors: pkg/scheduler/framework/interface.go#NodeToStatusMap
export interface NodeToStatusMap {
  readonly size: number;
  get(nodeName: string): Status | undefined;
  set(nodeName: string, status: Status): unknown;
  values(): Iterable<Status>;
}

/** The most that a plugin may give a node, once its scores are normalized. */
// Mirrors: pkg/scheduler/framework/interface.go#MaxNodeScore
export const maxNodeScore = 100;

// Mirrors: pkg/scheduler/framework/interface.go#MinNodeScore
export const minNodeScore = 0;

// Mirrors: pkg/scheduler/framework/interface.go#NodeScore
export interface NodeScore {
  name: string;
  /** A whole number. */
  score: number;
}

// Mirrors: pkg/scheduler/framework/interface.go#NodeScoreList
export type NodeScoreList = NodeScore[];

/** The scores of each plugin, in the order of the profile. */
// Mirrors: pkg/scheduler/framework/interface.go#PluginToNodeScores
export type PluginToNodeScores = ReadonlyMap<string, NodeScoreList>;

/** The answer of a plugin; undefined is success. */
export type Answer = Status | undefined;

/**
 * A part of the scheduler that can be switched on and off. What a plugin does is told by the methods that it has.
 * A method that Kubernetes gives a context gets none here where it cannot wait: nothing could end it.
 */
// Mirrors: pkg/scheduler/framework/interface.go#Plugin
export interface Plugin {
  name(): string;
}

// Mirrors: pkg/scheduler/framework/interface.go#LessFunc
export type LessFunc = (podInfo1: QueuedPodInfo, podInfo2: QueuedPodInfo) => boolean;

/** Orders the pods that wait to be scheduled. There is exactly one. */
// Mirrors: pkg/scheduler/framework/interface.go#QueueSortPlugin
export interface QueueSortPlugin extends Plugin {
  less(podInfo1: QueuedPodInfo, podInfo2: QueuedPodInfo): boolean;
}

/** Keeps what `preFilter` computed right when a pod comes to a node, or goes, while it is tried what that would change. */
// Mirrors: pkg/scheduler/framework/interface.go#PreFilterExtensions
export interface PreFilterExtensions {
  addPod(state: CycleState, podToSchedule: Pod, podToAdd: Pod, nodeInfo: NodeInfo): Answer;
  removePod(state: CycleState, podToSchedule: Pod, podToRemove: Pod, nodeInfo: NodeInfo): Answer;
}

/** Computes once for a pod what its filter needs on each node. A failure refuses the pod everywhere. */
// Mirrors: pkg/scheduler/framework/interface.go#PreFilterPlugin
export interface PreFilterPlugin extends Plugin {
  preFilter(state: CycleState, pod: Pod): Answer;
  preFilterExtensions(): PreFilterExtensions | undefined;
}

/**
 * Says whether a pod can run on a node. It looks at the `nodeInfo` given, not at the snapshot: the two differ while
 * it is tried which pods would have to go.
 */
// Mirrors: pkg/scheduler/framework/interface.go#FilterPlugin
export interface FilterPlugin extends Plugin {
  filter(state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer;
}

/** What a PostFilter plugin found. */
// Mirrors: pkg/scheduler/framework/interface.go#PostFilterResult
export interface PostFilterResult {
  readonly nominatedNodeName: string;
}

/**
 * Is called when no node can run the pod. Success means that the pod can be scheduled later; unschedulable, that it
 * cannot.
 */
// Mirrors: pkg/scheduler/framework/interface.go#PostFilterPlugin
export interface PostFilterPlugin extends Plugin {
  postFilter(
    ctx: Context,
    state: CycleState,
    pod: Pod,
    filteredNodeStatusMap: NodeToStatusMap,
  ): Blocking<[PostFilterResult | undefined, Answer]>;
}

/** Computes once for a pod what its score needs on each of the nodes that passed the filters. */
// Mirrors: pkg/scheduler/framework/interface.go#PreScorePlugin
export interface PreScorePlugin extends Plugin {
  preScore(state: CycleState, pod: Pod, nodes: readonly Node[]): Answer;
}

/** Brings the scores of all nodes into the range from 0 to 100, by changing the list. */
// Mirrors: pkg/scheduler/framework/interface.go#ScoreExtensions
export interface ScoreExtensions {
  normalizeScore(state: CycleState, pod: Pod, scores: NodeScoreList): Answer;
}

/** Ranks the nodes that passed the filters: more is better. */
// Mirrors: pkg/scheduler/framework/interface.go#ScorePlugin
export interface ScorePlugin extends Plugin {
  /** `[score, status]`; the score is a whole number, and of no meaning with a failure. */
  score(state: CycleState, pod: Pod, nodeName: string): [number, Answer];
  scoreExtensions(): ScoreExtensions | undefined;
}

/**
 * Keeps account of what a plugin holds for a pod that is on its way to a node. `unreserve` may be called without
 * `reserve`, and more than once.
 */
// Mirrors: pkg/scheduler/framework/interface.go#ReservePlugin
export interface ReservePlugin extends Plugin {
  reserve(state: CycleState, pod: Pod, nodeName: string): Answer;
  unreserve(state: CycleState, pod: Pod, nodeName: string): void;
}

/** Lets a pod go on to be bound, refuses it, or holds it back for so many ms. */
// Mirrors: pkg/scheduler/framework/interface.go#PermitPlugin
export interface PermitPlugin extends Plugin {
  permit(state: CycleState, pod: Pod, nodeName: string): [Answer, number];
}

/** Does what must be done before a pod is bound, such as bringing its volumes. */
// Mirrors: pkg/scheduler/framework/interface.go#PreBindPlugin
export interface PreBindPlugin extends Plugin {
  preBind(ctx: Context, state: CycleState, pod: Pod, nodeName: string): Blocking<Answer>;
}

/** Binds a pod to its node, or leaves it to the next with the code `Skip`. */
// Mirrors: pkg/scheduler/framework/interface.go#BindPlugin
export interface BindPlugin extends Plugin {
  bind(ctx: Context, state: CycleState, pod: Pod, nodeName: string): Blocking<Answer>;
}

/** Is told that a pod was bound. */
// Mirrors: pkg/scheduler/framework/interface.go#PostBindPlugin
export interface PostBindPlugin extends Plugin {
  postBind(state: CycleState, pod: Pod, nodeName: string): void;
}

/** The pods that are to get the room of others on a node, once those are gone. */
// Mirrors: pkg/scheduler/framework/interface.go#PodNominator
export interface PodNominator {
  addNominatedPod(pod: Pod, nodeName: string): void;
  deleteNominatedPodIfExists(pod: Pod): void;
  updateNominatedPod(oldPod: Pod, newPod: Pod): void;
  nominatedPodsForNode(nodeName: string): readonly Pod[];
}

/** Runs the plugins that preemption needs to try what would happen. */
// Mirrors: pkg/scheduler/framework/interface.go#PluginsRunner
export interface PluginsRunner {
  runPreScorePlugins(state: CycleState, pod: Pod, nodes: readonly Node[]): Answer;
  runScorePlugins(
    state: CycleState,
    pod: Pod,
    nodes: readonly Node[],
  ): [PluginToNodeScores, undefined] | [undefined, Status];
  /** The failures by plugin: the first only, unless the framework was made to run all filters. */
  runFilterPlugins(state: CycleState, pod: Pod, nodeInfo: NodeInfo): PluginToStatus;
  runPreFilterExtensionAddPod: PreFilterExtensions['addPod'];
  runPreFilterExtensionRemovePod: PreFilterExtensions['removePod'];
}

// Mirrors: pkg/scheduler/framework/interface.go#PreemptHandle
export interface PreemptHandle extends PodNominator, PluginsRunner {
  extenders(): readonly Extender[];
}

/** A pod that Permit plugins hold back. */
// Mirrors: pkg/scheduler/framework/interface.go#WaitingPod
export interface WaitingPod {
  getPod(): Pod;
  /** The names of the plugins that have not allowed it yet. */
  getPendingPlugins(): string[];
  /** The last plugin that allows the pod lets it go on. */
  allow(pluginName: string): void;
  reject(msg: string): void;
}

/** What a plugin may use of the scheduler. It gets it when it is made, before the other plugins are there. */
// Mirrors: pkg/scheduler/framework/interface.go#Handle
export interface Handle {
  /** The nodes as they were when the scheduling of this pod began. Not to be used once the pod is to be bound. */
  snapshotSharedLister(): SharedLister;
  iterateOverWaitingPods(callback: (wp: WaitingPod) => void): void;
  getWaitingPod(uid: string): WaitingPod | undefined;
  rejectWaitingPod(uid: string): void;
  clientSet(): Clientset;
  eventRecorder(): EventRecorder;
  sharedInformerFactory(): SharedInformerFactory;
  preemptHandle(): PreemptHandle;
  /** The switches of the program, which upstream reads from a package variable. */
  featureGate(): { enabled(feature: string): boolean };
  /** The environment of the program. */
  env(): Readonly<Record<string, string>>;
  /** Where the scheduler counts, if it does; upstream has package variables for it. */
  metrics?(): SchedulerMetrics | undefined;
  /** Time and chance, which upstream takes from Go's library. */
  sim(): Sim;
}

/** The plugins of a profile, and how they are called. */
// Mirrors: pkg/scheduler/framework/interface.go#Framework
export interface Framework extends Handle, PluginsRunner {
  queueSortFunc(): LessFunc;
  runPreFilterPlugins(state: CycleState, pod: Pod): Answer;
  runPostFilterPlugins: PostFilterPlugin['postFilter'];
  runReservePluginsReserve: ReservePlugin['reserve'];
  runReservePluginsUnreserve: ReservePlugin['unreserve'];
  /** With the code `Wait`, the pod is to wait for what `waitOnPermit` says. */
  runPermitPlugins(state: CycleState, pod: Pod, nodeName: string): Answer;
  /** Parks while Permit plugins hold the pod back. */
  waitOnPermit(ctx: Context, pod: Pod): Blocking<Answer>;
  runPreBindPlugins: PreBindPlugin['preBind'];
  runBindPlugins: BindPlugin['bind'];
  runPostBindPlugins: PostBindPlugin['postBind'];
  hasFilterPlugins(): boolean;
  hasPostFilterPlugins(): boolean;
  hasScorePlugins(): boolean;
  listPlugins(): PluginsConfig;
  profileName(): string;
}
