import type { NodeAddress, ObjectReference, PodStatus } from 'kubernetes-types/core/v1';
import type { Result } from '../../../go/result.ts';
import { type Chan, select } from '../../../sim/chan.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import type { Draft, Node } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { ServiceLister } from '../../staging/src/k8s.io/client-go/listers/core/v1/service.ts';
import type { EventRecorder } from '../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Gates } from '../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../api/objects.ts';
import type { Manager as ConfigMapManager } from './configmap/configmap_manager.ts';
import type { SourcesReady } from './config/sources.ts';
import type { Cache } from './container/cache.ts';
import { type PodPair, type Runtime, findPod, isEmpty } from './container/runtime.ts';
import type { RuntimeCache } from './container/runtime_cache.ts';
import { podIsEvicted } from './eviction/helpers.ts';
import {
  filterOutTerminatedPods,
  generateAPIPodStatus,
  isPodDeleted,
  notRunning,
  podAndContainersAreTerminal,
  podIsTerminated,
} from './kubelet_pods.ts';
import type {
  PodAdmitHandler,
  PodAdmitResult,
  PodSyncHandler,
  PodSyncLoopHandler,
} from './lifecycle/interfaces.ts';
import type { Configurer } from './network/dns/dns.ts';
import type { Manager as PodManager } from './pod/pod_manager.ts';
import type { ReasonCache } from './reason_cache.ts';
import type { PodContainerDeletor } from './pod_container_deletor.ts';
import type { PodSandboxDeleter } from './pod_sandbox_deleter.ts';
import type { PodWorkers } from './pod_workers.ts';
import type { Manager as ResultsManager, Update } from './prober/results/results_manager.ts';
import type { RuntimeState } from './runtime.ts';
import type { Manager as SecretManager } from './secret/secret_manager.ts';
import type { PodLifecycleEvent } from './pleg/pleg.ts';
import { type Manager as StatusManager, needToReconcilePodReadiness } from './status/status_manager.ts';
import type { TimeCache } from './time_cache.ts';
import { type PodUpdate, type SyncPodType, isMirrorPod } from './types/pod_update.ts';
import type { WorkQueue } from './util/queue/work_queue.ts';
import { podsByCreationTime } from './util/sliceutils/sliceutils.ts';

/** How often a kubelet tries to say how its node is, before it waits for its turn again. */
// Mirrors: pkg/kubelet/kubelet.go#nodeStatusUpdateRetry
export const nodeStatusUpdateRetry = 5;

/** The parts of a kubelet, for the functions that are its methods upstream. Each of these says which of them it needs. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet
export interface Kubelet {
  readonly sim: Sim;
  readonly gates: Gates;
  /** Undefined where there is no API server. */
  readonly kubeClient: Clientset | undefined;
  readonly podManager: PodManager;
  readonly statusManager: StatusManager;
  readonly probeManager: {
    /** Says in the status which containers have started and are ready. */
    updatePodStatus(podUID: string, status: PodStatus): void;
    addPod(pod: Pod): void;
    removePod(pod: Pod): void;
  };
  readonly podCache: Cache;
  readonly reasonCache: ReasonCache;
  readonly podSyncHandlers: readonly PodSyncHandler[];
  readonly podSyncLoopHandlers: readonly PodSyncLoopHandler[];
  readonly admitHandlers: readonly PodAdmitHandler[];
  readonly podWorkers: PodWorkers;
  readonly podKiller: {
    /** Parks while as many as may wait do. */
    killPod(pair: PodPair): Blocking<void>;
    markMirrorPodPendingTermination(pod: Pod): void;
  };
  /** Pods to look at again. */
  readonly workQueue: WorkQueue;
  readonly sourcesReady: SourcesReady;
  readonly runtimeCache: RuntimeCache;
  /** By pod. */
  readonly lastContainerStartedTime: TimeCache;
  readonly containerDeletor: PodContainerDeletor;
  readonly sandboxDeleter: PodSandboxDeleter;
  readonly livenessManager: Pick<ResultsManager, 'updates'>;
  readonly keepTerminatedPodVolumes: boolean;
  readonly cgroupsPerQOS: boolean;
  readonly containerManager: {
    newPodContainerManager(): { exists(pod: Pod): boolean };
    shouldResetExtendedResourceCapacity(): boolean;
  };
  podVolumesExist(podUID: string): boolean;
  getHostIPsAnyWay(): Result<readonly string[]>;
  /** The node as it is known, or as this kubelet would make it. */
  getNodeAnyWay(): Result<Node>;
  readonly dnsConfigurer: Pick<Configurer, 'clusterDomain'>;
  /** Undefined where there is no API server. */
  readonly serviceLister: Pick<ServiceLister, 'list'> | undefined;
  serviceHasSynced(): boolean;
  /** The namespace of the services that every container hears of. */
  readonly masterServiceNamespace: string;
  readonly configMapManager: Pick<ConfigMapManager, 'getConfigMap'>;
  readonly secretManager: Pick<SecretManager, 'getSecret'>;

  readonly nodeName: string;
  /** What events about the node are about. */
  readonly nodeRef: ObjectReference;
  readonly recorder: EventRecorder;
  /** With limits and timeouts of its own, so that nothing else keeps a heartbeat waiting. */
  readonly heartbeatClient: Clientset;
  onRepeatedHeartbeatFailure?: () => void;
  readonly runtimeState: RuntimeState;
  readonly containerRuntime: Pick<Runtime, 'updatePodCIDR'>;
  readonly volumeManager: { markVolumesAsReportedInUse(volumesReportedAsInUse: readonly string[]): void };
  /** The node as this kubelet makes it where there is none. */
  initialNode(): Blocking<Result<Node>>;
  /** Each says on the node what it knows of it. */
  readonly setNodeStatusFuncs: readonly ((node: Draft<Node>) => Blocking<Error | undefined>)[];
  readonly nodeStatusReportFrequencyMs: number;
  /** In virtual ms; minus infinity before the first time. */
  lastStatusReportTime: number;
  lastObservedNodeAddresses: readonly NodeAddress[];
  lastNodeUnschedulable: boolean;
  registrationCompleted: boolean;
}

/** What a kubelet does where pods or their containers change. */
// Mirrors: pkg/kubelet/kubelet.go#SyncHandler
export interface SyncHandler {
  handlePodAdditions(pods: readonly Pod[]): Blocking<void>;
  handlePodUpdates(pods: readonly Pod[]): Blocking<void>;
  handlePodRemoves(pods: readonly Pod[]): Blocking<void>;
  handlePodReconcile(pods: readonly Pod[]): Blocking<void>;
  handlePodSyncs(pods: readonly Pod[]): Blocking<void>;
  handlePodCleanups(): Blocking<Error | undefined>;
}

/** The pods whose time has come, or of which somebody says so. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.getPodsToSync
function getPodsToSync(kl: Pick<Kubelet, 'podManager' | 'workQueue' | 'podSyncLoopHandlers'>): Pod[] {
  const podUIDSet = new Set(kl.workQueue.getWork());
  const isDue = (pod: Pod): boolean =>
    podUIDSet.has(pod.metadata.uid) || kl.podSyncLoopHandlers.some((handler) => handler.shouldSync(pod));
  return kl.podManager.getPods().filter(isDue);
}

/** Ends what runs of a pod that is gone, once all sources have said what they have. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.deletePod
function* deletePod(
  kl: Pick<
    Kubelet,
    'sourcesReady' | 'podWorkers' | 'lastContainerStartedTime' | 'runtimeCache' | 'podKiller'
  >,
  pod: Pod,
): Blocking<Error | undefined> {
  if (!kl.sourcesReady.allReady()) return new Error("skipping delete because sources aren't ready yet");
  const { uid } = pod.metadata;
  kl.podWorkers.forgetWorker(uid);
  // The cache may not have heard of a container that started since.
  const lastContainerStarted = kl.lastContainerStartedTime.get(uid);
  if (lastContainerStarted !== undefined) {
    const err = yield* kl.runtimeCache.forceUpdateIfOlder(lastContainerStarted);
    if (err) return new Error(`error updating containers: ${err.message}`);
  }
  const [runningPods, err] = yield* kl.runtimeCache.getPods();
  if (err) return new Error(`error listing containers: ${err.message}`);
  const runningPod = findPod(runningPods, '', uid);
  if (isEmpty(runningPod)) return new Error('pod not found');
  yield* kl.podKiller.killPod({ apiPod: pod, runningPod });
  return undefined;
}

/** Says that the node does not take a pod, which has failed by that. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.rejectPod
function rejectPod(
  kl: Pick<Kubelet, 'recorder' | 'statusManager'>,
  pod: Pod,
  reason: string,
  message: string,
): void {
  // Upstream takes the message for a format.
  kl.recorder.eventf(pod, 'Warning', reason, message);
  kl.statusManager.setPodStatus(pod, { phase: 'Failed', reason, message: `Pod ${message}` });
}

/** Whether the node takes a pod besides those that it has, or why not. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.canAdmitPod
function* canAdmitPod(
  kl: Pick<Kubelet, 'admitHandlers'>,
  pods: readonly Pod[],
  pod: Pod,
): Blocking<PodAdmitResult> {
  for (const podAdmitHandler of kl.admitHandlers) {
    const result = yield* podAdmitHandler.admit({ pod, otherPods: pods });
    if (!result.admit) return result;
  }
  return { admit: true, reason: '', message: '' };
}

type SyncLoop = Pick<
  Kubelet,
  | 'sim'
  | 'gates'
  | 'kubeClient'
  | 'podManager'
  | 'statusManager'
  | 'probeManager'
  | 'podCache'
  | 'reasonCache'
  | 'podSyncHandlers'
  | 'podSyncLoopHandlers'
  | 'getHostIPsAnyWay'
  | 'workQueue'
  | 'sourcesReady'
  | 'lastContainerStartedTime'
  | 'containerDeletor'
  | 'sandboxDeleter'
  | 'livenessManager'
>;

/**
 * Waits for one thing to happen, and has the handler do what is to be done: pods that changed, containers that changed, pods whose
 * time has come, a probe that failed, or the time to clean up. False if no pods will come any more.
 */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.syncLoopIteration
export function* syncLoopIteration(
  kl: SyncLoop,
  configCh: Chan<PodUpdate>,
  handler: SyncHandler,
  syncCh: Chan<number>,
  housekeepingCh: Chan<number>,
  plegCh: Chan<PodLifecycleEvent>,
): Blocking<boolean> {
  const { index, ok, value } = yield* select(
    kl.sim,
    { receive: configCh },
    { receive: plegCh },
    { receive: syncCh },
    { receive: kl.livenessManager.updates() },
    { receive: housekeepingCh },
  );
  switch (index) {
    case 0:
      if (!ok) return false;
      yield* handleUpdate(handler, value as PodUpdate);
      kl.sourcesReady.addSource((value as PodUpdate).source);
      break;
    case 1:
      yield* handleEvent(kl, handler, value as PodLifecycleEvent);
      break;
    case 2: {
      const podsToSync = getPodsToSync(kl);
      if (podsToSync.length > 0) yield* handler.handlePodSyncs(podsToSync);
      break;
    }
    case 3: {
      const { podUID, result } = value as Update;
      const pod = result === 'Failure' ? kl.podManager.getPodByUID(podUID) : undefined;
      if (pod) yield* handler.handlePodSyncs([pod]);
      break;
    }
    default:
      // Before, a pod that was not heard of yet would seem to be gone.
      if (kl.sourcesReady.allReady()) yield* handler.handlePodCleanups();
  }
  return true;
}

/** Pods that are to end with grace are pods that have changed. */
// Part of: pkg/kubelet/kubelet.go#Kubelet.syncLoopIteration
function* handleUpdate(handler: SyncHandler, { op, pods }: PodUpdate): Blocking<void> {
  if (op === 'ADD') yield* handler.handlePodAdditions(pods);
  if (op === 'UPDATE' || op === 'DELETE') yield* handler.handlePodUpdates(pods);
  if (op === 'REMOVE') yield* handler.handlePodRemoves(pods);
  if (op === 'RECONCILE') yield* handler.handlePodReconcile(pods);
}

// Part of: pkg/kubelet/kubelet.go#Kubelet.syncLoopIteration
function* handleEvent(kl: SyncLoop, handler: SyncHandler, e: PodLifecycleEvent): Blocking<void> {
  if (e.type === 'ContainerStarted') kl.lastContainerStartedTime.add(e.id, kl.sim.now);
  // One that is gone already is of no matter.
  const pod = isSyncPodWorthy(e) ? kl.podManager.getPodByUID(e.id) : undefined;
  if (pod) yield* handler.handlePodSyncs([pod]);
  if (e.type === 'ContainerRemoved') deletePodSandbox(kl, e.id);
  if (e.type === 'ContainerDied') cleanUpContainersInPod(kl, e.id, e.data);
}

type Dispatcher = Pick<Kubelet, 'statusManager' | 'podWorkers'>;

/** Has the worker of a pod look at it, unless it has nothing left to do. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.dispatchWork
function dispatchWork(kl: Dispatcher, pod: Pod, updateType: SyncPodType, mirrorPod: Pod | undefined): void {
  const { containersTerminal, podWorkerTerminal } = podAndContainersAreTerminal(kl, pod);
  if (pod.metadata.deletionTimestamp !== undefined && containersTerminal) kl.statusManager.terminatePod(pod);
  else if (!podWorkerTerminal) kl.podWorkers.updatePod({ pod, mirrorPod, updateType });
}

// Mirrors: pkg/kubelet/kubelet.go#Kubelet.handleMirrorPod
function handleMirrorPod(kl: Dispatcher & Pick<Kubelet, 'podManager'>, mirrorPod: Pod): void {
  const pod = kl.podManager.getPodByMirrorPod(mirrorPod);
  if (pod) dispatchWork(kl, pod, 'update', mirrorPod);
}

type Handler = Dispatcher &
  Pick<Kubelet, 'podManager' | 'probeManager' | 'recorder' | 'admitHandlers' | 'sourcesReady'>;

/** The oldest pods first, each of which the node takes, or not, beside those that it has by then. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.HandlePodAdditions
export function* handlePodAdditions(kl: Handler, pods: readonly Pod[]): Blocking<void> {
  for (const pod of pods.toSorted(podsByCreationTime)) {
    const existingPods = kl.podManager.getPods();
    // It counts from now on, taken or not: what this manager does not have is being deleted.
    kl.podManager.addPod(pod);
    if (isMirrorPod(pod)) {
      handleMirrorPod(kl, pod);
      continue;
    }
    if (!podIsTerminated(kl, pod)) {
      const activePods = filterOutTerminatedPods(kl, existingPods);
      const { admit, reason, message } = yield* canAdmitPod(kl, activePods, pod);
      if (!admit) {
        rejectPod(kl, pod, reason, message);
        continue;
      }
    }
    dispatchWork(kl, pod, 'create', kl.podManager.getMirrorPodByPod(pod));
    kl.probeManager.addPod(pod);
  }
}

// Mirrors: pkg/kubelet/kubelet.go#Kubelet.HandlePodUpdates
export function handlePodUpdates(kl: Dispatcher & Pick<Kubelet, 'podManager'>, pods: readonly Pod[]): void {
  for (const pod of pods) {
    kl.podManager.updatePod(pod);
    if (isMirrorPod(pod)) handleMirrorPod(kl, pod);
    else dispatchWork(kl, pod, 'update', kl.podManager.getMirrorPodByPod(pod));
  }
}

// Mirrors: pkg/kubelet/kubelet.go#Kubelet.HandlePodRemoves
export function* handlePodRemoves(
  kl: Dispatcher &
    Pick<
      Kubelet,
      | 'podManager'
      | 'probeManager'
      | 'podKiller'
      | 'sourcesReady'
      | 'lastContainerStartedTime'
      | 'runtimeCache'
    >,
  pods: readonly Pod[],
): Blocking<void> {
  for (const pod of pods) {
    kl.podManager.deletePod(pod);
    if (isMirrorPod(pod)) {
      handleMirrorPod(kl, pod);
      continue;
    }
    if (kl.podManager.getMirrorPodByPod(pod)) kl.podKiller.markMirrorPodPendingTermination(pod);
    // Where it fails, the clean-up tries again.
    yield* deletePod(kl, pod);
    kl.probeManager.removePod(pod);
  }
}

/** Says the status again where the API server has another, and clears away an evicted pod. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.HandlePodReconcile
export function handlePodReconcile(
  kl: Dispatcher & Pick<Kubelet, 'podManager' | 'podCache' | 'containerDeletor'>,
  pods: readonly Pod[],
): void {
  for (const pod of pods) {
    kl.podManager.updatePod(pod);
    if (needToReconcilePodReadiness(pod)) dispatchWork(kl, pod, 'sync', kl.podManager.getMirrorPodByPod(pod));
    if (!podIsEvicted(pod.status)) continue;
    const [podStatus, err] = kl.podCache.get(pod.metadata.uid);
    if (podStatus && !err) kl.containerDeletor.deleteContainersInPod('', podStatus, true);
  }
}

// Mirrors: pkg/kubelet/kubelet.go#Kubelet.HandlePodSyncs
export function handlePodSyncs(kl: Dispatcher & Pick<Kubelet, 'podManager'>, pods: readonly Pod[]): void {
  for (const pod of pods) dispatchWork(kl, pod, 'sync', kl.podManager.getMirrorPodByPod(pod));
}

/** Deletes what ended before the container that just did, or all that ended if the pod will start nothing any more. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.cleanUpContainersInPod
function cleanUpContainersInPod(kl: SyncLoop, podID: string, exitedContainerID: string): void {
  const [podStatus, err] = kl.podCache.get(podID);
  if (err || !podStatus) return;
  const syncedPod = kl.podManager.getPodByUID(podID);
  const isDone = ({ metadata, status }: Pod, { containerStatuses }: PodStatus): boolean =>
    podIsEvicted(status) || (metadata.deletionTimestamp !== undefined && notRunning(containerStatuses));
  const removeAll =
    syncedPod !== undefined && isDone(syncedPod, generateAPIPodStatus(kl, syncedPod, podStatus));
  kl.containerDeletor.deleteContainersInPod(exitedContainerID, podStatus, removeAll);
}

/** Deletes sandboxes of a pod, all but the newest, or all if the pod is gone. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet.deletePodSandbox
function deletePodSandbox(
  kl: Pick<Kubelet, 'podCache' | 'podManager' | 'statusManager' | 'sandboxDeleter'>,
  podID: string,
): void {
  const [podStatus, err] = kl.podCache.get(podID);
  if (podStatus && !err) kl.sandboxDeleter.deleteSandboxesInPod(podStatus, isPodDeleted(kl, podID) ? 0 : 1);
}

// Mirrors: pkg/kubelet/kubelet.go#isSyncPodWorthy
function isSyncPodWorthy(event: PodLifecycleEvent): boolean {
  return event.type !== 'ContainerRemoved';
}
