import type { Result } from '../../../go/result.ts';
import { quote } from '../../../go/strconv.ts';
import type { RoundTripper } from '../../../go/http-client.ts';
import type { OS } from '../../../go/os.ts';
import { type Context, withCancel } from '../../../sim/context.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { type Stop, untilWithContext } from '../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import { podResource } from '../../staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import {
  type SharedInformerFactory,
  newSharedInformerFactory,
} from '../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { ListOptions } from '../../staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import {
  type SharedIndexInformer,
  newSharedIndexInformer,
} from '../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { caseInsensitive } from '../../staging/src/k8s.io/kube-scheduler/config/v1/types.ts';
import type { Pod } from '../api/objects.ts';
import { updatePodCondition } from '../api/v1/pod/util.ts';
import { type ScheduleAlgorithm, FitError, errNoNodesAvailable } from './core/generic_scheduler.ts';
import { addAllEventHandlers, skipPodUpdate } from './eventhandlers.ts';
import { type CycleState, newCycleState } from './framework/cycle_state.ts';
import { type Framework, type Status, isSuccess, isUnschedulable } from './framework/interface.ts';
import type { QueuedPodInfo } from './framework/types.ts';
import type { Registry } from './framework/runtime/registry.ts';
import { newInTreeRegistry } from './framework/plugins/registry.ts';
import type { Cache } from './internal/cache/interface.ts';
import { newCache } from './internal/cache/cache.ts';
import { newEmptySnapshot } from './internal/cache/snapshot.ts';
import {
  type SchedulingQueue,
  defaultPodInitialBackoffDurationMs,
  defaultPodMaxBackoffDurationMs,
} from './internal/queue/scheduling_queue.ts';
import { SchedulerMetrics, sinceInSeconds } from './metrics/metrics.ts';
import type { ProfileMap, RecorderFactory } from './profile/profile.ts';
import {
  type ExtenderConfig,
  type KubeSchedulerProfile,
  type SchedulerPolicySource,
  schedulerDefaultProviderName,
  schedulerPolicyConfigMapKey,
} from './apis/config/types.ts';
import type { Gate } from './apis/config/v1beta1/defaults.ts';
import { sortedJSON } from './apis/config/v1beta1/strict-decoder.ts';
import type { Policy } from './apis/config/legacy_types.ts';
import { type Configurator, type NewCacheDebugger, createFromConfig, createFromProvider } from './factory.ts';
import type { PodCondition } from 'kubernetes-types/core/v1';

/** The reason in the condition of a pod for which something went wrong while it was on its way to a node. */
// Mirrors: pkg/scheduler/scheduler.go#SchedulerError
export const schedulerError = 'SchedulerError';

/** The reason in the condition of a pod that no node takes. */
const podReasonUnschedulable = 'Unschedulable';

/** What a scheduler is made of. */
export interface SchedulerParts {
  /** What is changed here is seen by the algorithm. */
  readonly schedulerCache: Cache;
  readonly algorithm: ScheduleAlgorithm;
  /** Parks until there is a pod; undefined when the queue is closed. */
  readonly nextPod: () => Blocking<QueuedPodInfo | undefined>;
  /** Called with a pod that could not be scheduled, and why. */
  readonly error: (podInfo: QueuedPodInfo, err: Error) => Blocking<void>;
  readonly stopEverything: Stop;
  readonly schedulingQueue: SchedulingQueue;
  readonly profiles: ProfileMap;
  readonly client: Clientset;
  readonly metrics: SchedulerMetrics;
}

/** What the scheduling of one pod needs from its beginning to its end. */
interface Attempt {
  readonly fwk: Framework;
  readonly state: CycleState;
  /** The pod with its node. */
  readonly assumedPodInfo: QueuedPodInfo;
  readonly host: string;
  /** When it began, in ms. */
  readonly start: number;
}

/** Looks for new pods without a node, finds a node on which each fits, and writes that to the API server. */
// Mirrors: pkg/scheduler/scheduler.go#Scheduler
export class Scheduler {
  readonly sim: Sim;
  readonly parts: SchedulerParts;

  constructor(sim: Sim, parts: SchedulerParts) {
    this.sim = sim;
    this.parts = parts;
  }

  /** Schedules until the context ends. */
  // Mirrors: pkg/scheduler/scheduler.go#Scheduler.Run
  *run(ctx: Context): Blocking<void> {
    this.parts.schedulingQueue.run();
    yield* untilWithContext(this.sim, ctx, () => this.scheduleOne(ctx), 0);
    this.parts.schedulingQueue.close();
  }

  /** Puts the pod back into the queue, and tells of it: by an event, and in the pod's condition. */
  // Mirrors: pkg/scheduler/scheduler.go#Scheduler.recordSchedulingFailure
  *recordSchedulingFailure(
    fwk: Framework,
    podInfo: QueuedPodInfo,
    err: Error,
    reason: string,
    nominatedNode: string,
  ): Blocking<void> {
    yield* this.parts.error(podInfo, err);

    // The next pod may come before the update of this one does: the room that it waits for is its own from now on.
    this.parts.schedulingQueue.addNominatedPod(podInfo.pod, nominatedNode);

    const { pod } = podInfo;
    const { message } = err;
    fwk.eventRecorder().eventf(pod, undefined, 'Warning', 'FailedScheduling', 'Scheduling', '%s', message);
    const condition: PodCondition = { type: 'PodScheduled', status: 'False', reason, message };
    yield* updatePod(this.sim, this.parts.client, pod, condition, nominatedNode);
  }

  /**
   * Counts the pod on its node before it is bound: so the next pod need not wait for the API server. If binding fails, its
   * room is given back at once.
   */
  // Mirrors: pkg/scheduler/scheduler.go#Scheduler.assume
  assume(assumed: Pod): Error | undefined {
    const err = this.parts.schedulerCache.assumePod(assumed);
    if (err) return err;
    // It has its room, and waits for none any more.
    this.parts.schedulingQueue.deleteNominatedPodIfExists(assumed);
    return undefined;
  }

  /** Extenders that bind come before the plugins. */
  // Mirrors: pkg/scheduler/scheduler.go#Scheduler.bind
  *bind(
    ctx: Context,
    fwk: Framework,
    assumed: Pod,
    targetNode: string,
    state: CycleState,
  ): Blocking<Error | undefined> {
    const start = this.sim.now;
    const err = yield* this.#bound(ctx, fwk, assumed, targetNode, state);
    this.#finishBinding(fwk, assumed, targetNode, start, err);
    return err;
  }

  // Part of: pkg/scheduler/scheduler.go#Scheduler.bind
  *#bound(
    ctx: Context,
    fwk: Framework,
    assumed: Pod,
    targetNode: string,
    state: CycleState,
  ): Blocking<Error | undefined> {
    const [bound, err] = yield* this.#extendersBinding(assumed, targetNode);
    if (bound) return err;
    const bindStatus = yield* fwk.runBindPlugins(ctx, state, assumed, targetNode);
    if (bindStatus === undefined || isSuccess(bindStatus)) return undefined;
    if (bindStatus.code === 'Error') return bindStatus.asError();
    return new Error(`bind status: ${bindStatus.code}, ${bindStatus.message()}`);
  }

  // Mirrors: pkg/scheduler/scheduler.go#Scheduler.extendersBinding
  *#extendersBinding(pod: Pod, node: string): Blocking<[boolean, Error | undefined]> {
    for (const extender of this.parts.algorithm.extenders()) {
      if (!extender.isBinder() || !extender.isInterested(pod)) continue;
      const { namespace, name, uid } = pod.metadata; // Go: none
      const err = yield* extender.bind({
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { namespace, name, uid },
        target: { kind: 'Node', name: node },
      });
      return [true, err];
    }
    return [false, undefined];
  }

  // Mirrors: pkg/scheduler/scheduler.go#Scheduler.finishBinding
  #finishBinding(
    fwk: Framework,
    assumed: Pod,
    targetNode: string,
    start: number,
    err: Error | undefined,
  ): void {
    this.parts.schedulerCache.finishBinding(assumed);
    if (err) return;
    this.parts.metrics.deprecatedBindingLatency.observe(sinceInSeconds(this.sim, start)); // Go: none
    const { namespace, name } = assumed.metadata;
    const note = 'Successfully assigned %v/%v to %v';
    const recorder = fwk.eventRecorder();
    recorder.eventf(assumed, undefined, 'Normal', 'Scheduled', 'Binding', note, namespace, name, targetNode);
  }

  /** All that is done for one pod. Finding a node for it is done for one pod after the other; binding goes on beside. */
  // Mirrors: pkg/scheduler/scheduler.go#Scheduler.scheduleOne
  *scheduleOne(ctx: Context): Blocking<void> {
    const podInfo = yield* this.parts.nextPod();
    // The queue is closed.
    if (!podInfo) return;
    const { pod } = podInfo;
    const [fwk, err] = this.frameworkForPod(pod);
    // Only pods that name one of the profiles are accepted into the queue.
    if (err) return;
    if (this.#skipPodSchedule(fwk, pod)) return;

    const start = this.sim.now;
    const state = newCycleState();
    const [scheduleResult, unscheduled] = yield* this.parts.algorithm.schedule(fwk, state, pod);
    if (unscheduled) {
      yield* this.#scheduleFailed(ctx, fwk, state, podInfo, unscheduled, start);
      return;
    }
    this.parts.metrics.schedulingAlgorithmLatency.observe(sinceInSeconds(this.sim, start));
    const { suggestedHost: host } = scheduleResult; // Go: none
    const assumedPodInfo = { ...podInfo, pod: onNode(pod, host) };
    const attempt: Attempt = { fwk, state, assumedPodInfo, host, start };

    const assumeErr = this.assume(assumedPodInfo.pod);
    if (assumeErr) {
      this.parts.metrics.podScheduleError(fwk.profileName(), sinceInSeconds(this.sim, start));
      yield* this.recordSchedulingFailure(fwk, assumedPodInfo, assumeErr, schedulerError, '');
      return;
    }

    const sts = fwk.runReservePluginsReserve(state, assumedPodInfo.pod, host);
    if (sts && !isSuccess(sts)) {
      yield* this.#giveUp(attempt, sts.asError() as Error, schedulerError);
      return;
    }

    const runPermitStatus = fwk.runPermitPlugins(state, assumedPodInfo.pod, host);
    if (runPermitStatus && runPermitStatus.code !== 'Wait' && !isSuccess(runPermitStatus)) {
      yield* this.#giveUp(attempt, runPermitStatus.asError() as Error, reasonOf(runPermitStatus));
      return;
    }

    // The pod is assumed to be on its node, so nothing has to wait until it is bound.
    this.sim.go(`bind ${pod.metadata.name}`, this.#bindingCycle(ctx, attempt));
  }

  /** No node takes the pod: makes room for it, if that is possible. */
  // Part of: pkg/scheduler/scheduler.go#Scheduler.scheduleOne
  *#scheduleFailed(
    ctx: Context,
    fwk: Framework,
    state: CycleState,
    podInfo: QueuedPodInfo,
    err: Error,
    start: number,
  ): Blocking<void> {
    const { metrics } = this.parts;
    const { pod } = podInfo;
    let nominatedNode = '';
    if (err instanceof FitError) {
      if (fwk.hasPostFilterPlugins()) {
        const { filteredNodesStatuses } = err;
        const [result, status] = yield* fwk.runPostFilterPlugins(ctx, state, pod, filteredNodesStatuses);
        if (isSuccess(status) && result) nominatedNode = result.nominatedNodeName;
      }
      // Counted as a failure even if there will be room: as a success it counts when it is tried again.
      metrics.podUnschedulable(fwk.profileName(), sinceInSeconds(this.sim, start));
    } else if (err === errNoNodesAvailable) {
      metrics.podUnschedulable(fwk.profileName(), sinceInSeconds(this.sim, start));
    } else {
      metrics.podScheduleError(fwk.profileName(), sinceInSeconds(this.sim, start));
    }
    yield* this.recordSchedulingFailure(fwk, podInfo, err, podReasonUnschedulable, nominatedNode);
  }

  /** What goes on beside the scheduling of the next pods. */
  // Part of: pkg/scheduler/scheduler.go#Scheduler.scheduleOne
  *#bindingCycle(ctx: Context, attempt: Attempt): Blocking<void> {
    const { fwk, state, assumedPodInfo, host, start } = attempt;
    const { metrics } = this.parts;
    const assumedPod = assumedPodInfo.pod;
    const [bindingCycleCtx, cancel] = withCancel(ctx);
    const { schedulerGoroutines } = metrics;
    schedulerGoroutines.inc('binding');
    try {
      const waitOnPermitStatus = yield* fwk.waitOnPermit(bindingCycleCtx, assumedPod);
      if (waitOnPermitStatus && !isSuccess(waitOnPermitStatus)) {
        yield* this.#giveUp(attempt, waitOnPermitStatus.asError() as Error, reasonOf(waitOnPermitStatus));
        return;
      }

      const preBindStatus = yield* fwk.runPreBindPlugins(bindingCycleCtx, state, assumedPod, host);
      if (preBindStatus && !isSuccess(preBindStatus)) {
        yield* this.#giveUp(attempt, preBindStatus.asError() as Error, schedulerError);
        return;
      }

      const err = yield* this.bind(bindingCycleCtx, fwk, assumedPod, host, state);
      if (err) {
        const rejected = new Error(`binding rejected: ${err.message}`, { cause: err });
        yield* this.#giveUp(attempt, rejected, schedulerError);
        return; // Go: none
      }
      metrics.podScheduled(fwk.profileName(), sinceInSeconds(this.sim, start)); // Go: none
      const { attempts, initialAttemptTimestamp } = assumedPodInfo;
      metrics.podSchedulingAttempts.observe(attempts); // Go: none
      const since = sinceInSeconds(this.sim, initialAttemptTimestamp); // Go: none
      metrics.podSchedulingDuration.observe(since, getAttemptsLabel(assumedPodInfo));

      fwk.runPostBindPlugins(state, assumedPod, host);
    } finally {
      schedulerGoroutines.dec('binding');
      cancel();
    }
  }

  /** Takes back all that was done for the pod since it was assumed to be on its node. */
  // Part of: pkg/scheduler/scheduler.go#Scheduler.scheduleOne
  *#giveUp({ fwk, state, assumedPodInfo, host, start }: Attempt, err: Error, reason: string): Blocking<void> {
    const { metrics, schedulerCache } = this.parts;
    const seconds = sinceInSeconds(this.sim, start);
    if (reason === podReasonUnschedulable) metrics.podUnschedulable(fwk.profileName(), seconds);
    else metrics.podScheduleError(fwk.profileName(), seconds);
    fwk.runReservePluginsUnreserve(state, assumedPodInfo.pod, host);
    schedulerCache.forgetPod(assumedPodInfo.pod);
    yield* this.recordSchedulingFailure(fwk, assumedPodInfo, err, reason, '');
  }

  // Mirrors: pkg/scheduler/scheduler.go#Scheduler.frameworkForPod
  frameworkForPod(pod: Pod): Result<Framework> {
    const { schedulerName = '' } = pod.spec;
    const fwk = this.parts.profiles.get(schedulerName);
    if (fwk) return [fwk, undefined];
    return [undefined, new Error(`profile not found for scheduler name ${quote(schedulerName)}`)];
  }

  /** True for a pod that is being deleted, and for one that came into the queue again while it was on its way to a node. */
  // Mirrors: pkg/scheduler/scheduler.go#Scheduler.skipPodSchedule
  #skipPodSchedule(fwk: Framework, pod: Pod): boolean {
    const { namespace, name, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp) {
      const note = 'skip schedule deleting pod: %v/%v';
      const recorder = fwk.eventRecorder();
      recorder.eventf(pod, undefined, 'Warning', 'FailedScheduling', 'Scheduling', note, namespace, name);
      return true;
    }
    return skipPodUpdate(this, pod);
  }
}

/** A copy of the pod that is on the node; upstream changes its own copy in place. */
function onNode(pod: Pod, nodeName: string): Pod {
  return Object.freeze({ ...pod, spec: Object.freeze({ ...pod.spec, nodeName }) });
}

const reasonOf = (status: Status): string =>
  isUnschedulable(status) ? podReasonUnschedulable : schedulerError;

/** How a scheduler is set up, where it differs from the defaults. */
// Mirrors: pkg/scheduler/scheduler.go#schedulerOptions
export interface SchedulerOptions {
  /** The name of the provider of the plugins with which profiles begin. */
  readonly provider?: string;
  /** In percent; 0 lets the size of the cluster decide. */
  readonly percentageOfNodesToScore?: number;
  readonly podInitialBackoffSeconds?: number;
  readonly podMaxBackoffSeconds?: number;
  /** Plugins that are registered besides those of the tree. */
  readonly frameworkOutOfTreeRegistry?: Registry;
  /** All plugins of the tree, where it is to be another tree. */
  readonly inTreeRegistry?: Registry;
  readonly profiles?: readonly KubeSchedulerProfile[];
  /** Names plugins in the place of those of a provider. */
  readonly policy?: Policy;
  readonly extenders?: readonly ExtenderConfig[];
  /** The way to extenders; without one nothing can be reached. */
  readonly roundTripper?: RoundTripper;
  readonly metrics?: SchedulerMetrics;
  /** The switches of the program; as v1.20.2 has them, if left out. */
  readonly featureGate?: Gate;
  /** The environment of the program. */
  readonly env?: Readonly<Record<string, string>>;
  readonly newCacheDebugger?: NewCacheDebugger;
}

/** How long a pod that is bound may be assumed to be on its node, until the API server has told of it. */
// Mirrors: pkg/scheduler/scheduler.go#New
const ttlMs = 30_000;

const nowhere: RoundTripper = {
  *post() {
    return [undefined, new Error('dial tcp: connect: network is unreachable')];
  },
};

/** A scheduler that hears of everything through the informers of a factory, which are to be started after. */
// Mirrors: pkg/scheduler/scheduler.go#New
export function newScheduler(
  sim: Sim,
  client: Clientset,
  informerFactory: SharedInformerFactory,
  recorderFactory: RecorderFactory,
  stop: Stop,
  options: SchedulerOptions = {},
): Result<Scheduler> {
  const registry = options.inTreeRegistry ?? newInTreeRegistry();
  // Go: none
  const {
    frameworkOutOfTreeRegistry,
    policy,
    provider = schedulerDefaultProviderName,
    metrics = new SchedulerMetrics(),
  } = options;
  const twice = frameworkOutOfTreeRegistry && registry.merge(frameworkOutOfTreeRegistry);
  if (twice) return [undefined, twice];

  const configurator: Configurator = {
    sim,
    client,
    recorderFactory,
    informerFactory,
    schedulerCache: newCache(sim, ttlMs, stop, { metrics }),
    stopEverything: stop,
    percentageOfNodesToScore: options.percentageOfNodesToScore ?? 0,
    podInitialBackoffSeconds: options.podInitialBackoffSeconds ?? defaultPodInitialBackoffDurationMs / 1000,
    podMaxBackoffSeconds: options.podMaxBackoffSeconds ?? defaultPodMaxBackoffDurationMs / 1000,
    profiles: options.profiles ?? [{ schedulerName: 'default-scheduler' }],
    registry,
    featureGate: options.featureGate,
    env: options.env,
    nodeInfoSnapshot: newEmptySnapshot(),
    extenders: options.extenders ?? [],
    roundTripper: options.roundTripper ?? nowhere,
    metrics,
    newCacheDebugger: options.newCacheDebugger,
  };
  const [parts, err] = policy
    ? createFromConfig(configurator, policy)
    : createFromProvider(configurator, provider);
  if (err) {
    const what = policy ? 'from policy' : `using provider ${quote(provider)}`;
    return [undefined, new Error(`couldn't create scheduler ${what}: ${err.message}`, { cause: err })];
  }
  const sched = new Scheduler(sim, parts);
  addAllEventHandlers(sched, informerFactory);
  return [sched, undefined];
}

type Read = Result<Policy>;

/** Reads a policy from where the command line says that it is. It may have to ask the API server, and so is read before. */
// Part of: pkg/scheduler/scheduler.go#New
export function* initPolicy(os: OS, client: Clientset, source: SchedulerPolicySource): Blocking<Read> {
  if (source.file) return initPolicyFromFile(os, source.file.path);
  return yield* initPolicyFromConfigMap(client, source.configMap ?? { namespace: '', name: '' });
}

// Mirrors: pkg/scheduler/scheduler.go#initPolicyFromFile
function initPolicyFromFile({ files }: OS, policyFile: string): Read {
  const data = files.get(policyFile);
  if (data === undefined) return [undefined, new Error(`missing policy config file ${policyFile}`)];
  return decodePolicy(data);
}

// Mirrors: pkg/scheduler/scheduler.go#initPolicyFromConfigMap
function* initPolicyFromConfigMap(
  client: Clientset,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Blocking<Read> {
  const [policyConfigMap, err] = yield* client.coreV1().configMaps(namespace).get(name);
  if (err)
    return [undefined, new Error(`couldn't get policy config map ${namespace}/${name}: ${err.message}`)];
  const data = policyConfigMap.data?.[schedulerPolicyConfigMapKey];
  if (data === undefined)
    return [
      undefined,
      new Error(`missing policy config map value at key ${quote(schedulerPolicyConfigMapKey)}`),
    ];
  return decodePolicy(data);
}

/** It must be written as JSON, which is YAML too. What is not known is not looked at, as upstream does. */
function decodePolicy(data: string): Read {
  const invalid = (why: string): Read => [undefined, new Error(`invalid policy: ${why}`)];
  let document: Policy & { kind?: unknown; apiVersion?: unknown; extenders?: readonly V1Extender[] };
  try {
    document = JSON.parse(data) as typeof document;
  } catch (error) {
    return invalid(`couldn't get version/kind; json parse error: ${(error as Error).message}`);
  }
  const { kind, apiVersion, extenders, predicates, priorities, ...rest } = document;
  if (!kind) return invalid(`Object 'Kind' is missing in '${sortedJSON(document)}'`);
  if (kind !== 'Policy' || apiVersion !== 'v1')
    return invalid(`no kind ${quote(String(kind))} is registered for version ${quote(String(apiVersion))}`);
  const read: Policy = {
    ...rest,
    ...(predicates && { predicates }),
    ...(priorities && { priorities }),
    ...(extenders && { extenders: extenders.map(asExtender) }),
  };
  return [read, undefined];
}

/** Many attempts are one label, so that there are not too many. */
// Mirrors: pkg/scheduler/scheduler.go#getAttemptsLabel
function getAttemptsLabel({ attempts }: QueuedPodInfo): string {
  return attempts >= 15 ? '15+' : String(attempts);
}

/**
 * Writes down why a pod is not scheduled, and which node it waits for, unless that is written already. Upstream computes
 * the patch as the difference of two copies of the pod; these are all that may differ.
 */
// Mirrors: pkg/scheduler/scheduler.go#updatePod
export function* updatePod(
  sim: Sim,
  client: Clientset,
  pod: Pod,
  condition: PodCondition,
  nominatedNode: string,
): Blocking<Error | undefined> {
  const [updated, changed] = updatePodCondition(pod.status, condition, sim.timestamp());
  const nominated = nominatedNode !== '' && pod.status.nominatedNodeName !== nominatedNode;
  if (!changed && !nominated) return undefined;
  const status = {
    ...(changed ? { conditions: [updated] } : {}),
    ...(nominated ? { nominatedNodeName: nominatedNode } : {}),
  };
  const { namespace, name } = pod.metadata; // Go: PatchPod
  const pods = client.coreV1().pods(namespace);
  const patchType = 'application/strategic-merge-patch+json'; // Go: PatchPod
  const [, err] = yield* pods.patch(name, patchType, { status }, 'status'); // Go: PatchPod
  return err;
}

/** A factory whose informer of pods does not see those that have ended. */
// Mirrors: pkg/scheduler/scheduler.go#NewInformerFactory
export function newInformerFactory(
  sim: Sim,
  client: Clientset,
  program: string,
  defaultResyncMs: number,
): SharedInformerFactory {
  const informerFactory = newSharedInformerFactory(sim, client, { program, defaultResyncMs });
  informerFactory.informerFor<Pod>(podResource.type, (cs, resyncMs) =>
    newPodInformer(sim, cs, program, resyncMs),
  );
  return informerFactory;
}

// Mirrors: pkg/scheduler/scheduler.go#newPodInformer
function newPodInformer(
  sim: Sim,
  client: Clientset,
  program: string,
  resyncPeriodMs: number,
): SharedIndexInformer<Pod> {
  const fieldSelector = 'status.phase!=Succeeded,status.phase!=Failed';
  const pods = podResource.listerWatcher(client, '');
  const tweaked = (options: ListOptions): ListOptions => ({ ...options, fieldSelector });
  return newSharedIndexInformer<Pod>(sim, {
    name: `${program}/pods`,
    listerWatcher: {
      list: (options) => pods.list(tweaked(options)),
      watch: (options) => pods.watch(tweaked(options)),
    },
    objectType: podResource.type,
    defaultEventHandlerResyncPeriodMs: resyncPeriodMs,
    indexers: {},
  });
}

/** As a policy has it: with `enableHttps`, and the timeout in ns. */
export type V1Extender = ExtenderConfig & { readonly enableHttps?: boolean };

export function asExtender(read: V1Extender): ExtenderConfig {
  const { enableHttps, httpTimeout, ...rest } = caseInsensitive(read) as V1Extender;
  return {
    ...rest,
    ...(enableHttps && { enableHTTPS: true }),
    ...(httpTimeout !== undefined && { httpTimeout: httpTimeout / 1e6 }),
  };
}
