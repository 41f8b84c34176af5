import type { ContainerState, ContainerStatus, PodCondition, PodStatus } from 'kubernetes-types/core/v1';
import type { Blocking } from '../../../../sim/process.ts';
import { Chan, select } from '../../../../sim/chan.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { utf8 } from '../../../../go/utf8.ts';
import { semanticDeepEqual } from '../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { formatTime, parseTime } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.ts';
import { deepCopy } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import { newTicker } from '../../../staging/src/k8s.io/apimachinery/pkg/util/clock/clock.ts';
import { forever } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Pod } from '../../api/objects.ts';
import { getPodCondition, getPodConditionFromList } from '../../api/v1/pod/util.ts';
import { patchPodStatus } from '../../util/pod/pod.ts';
import { type ContainerID, maxPodTerminationMessageLogLength } from '../container/runtime.ts';
import type { Manager as PodManager } from '../pod/pod_manager.ts';
import { podConditionByKubelet } from '../types/pod_status.ts';
import { isMirrorPod, isStaticPod } from '../types/pod_update.ts';
import { byContainerName, sortInitContainerStatuses } from '../types/types.ts';
import { generateContainersReadyCondition, generatePodReadyCondition } from './generate.ts';

// Kubernetes logs what it drops; in Loopscope observers see it.

/** A status, and how many this pod had before. */
// Mirrors: pkg/kubelet/status/status_manager.go#versionedPodStatus
export interface VersionedPodStatus {
  readonly status: PodStatus;
  /** It only grows, from 1. */
  readonly version: number;
  readonly podName: string;
  readonly podNamespace: string;
}

// Mirrors: pkg/kubelet/status/status_manager.go#podStatusSyncRequest
interface PodStatusSyncRequest {
  readonly podUID: string;
  readonly status: VersionedPodStatus;
}

/** What the API server is to hear last of a pod: by the uid of the pod that runs, or of its mirror pod. */
// Mirrors: pkg/kubelet/status/status_manager.go#PodStatusProvider
export interface PodStatusProvider {
  getPodStatus(uid: string): PodStatus | undefined;
}

/** Says whether nothing of a pod is left on the node, so that it may go from the API server. */
// Mirrors: pkg/kubelet/status/status_manager.go#PodDeletionSafetyProvider
export interface PodDeletionSafetyProvider {
  podResourcesAreReclaimed(pod: Pod, status: PodStatus): boolean;
}

/** Holds the newest status of each pod, and takes it to the API server. */
// Mirrors: pkg/kubelet/status/status_manager.go#Manager
export interface Manager extends PodStatusProvider {
  start(): void;
  setPodStatus(pod: Pod, status: PodStatus): void;
  setContainerReadiness(podUID: string, containerID: ContainerID, ready: boolean): void;
  setContainerStartup(podUID: string, containerID: ContainerID, started: boolean): void;
  /** Ends what is not known to have ended, by a word of the kubelet alone. */
  terminatePod(pod: Pod): void;
  /** Forgets all pods but these. */
  removeOrphanedStatuses(podUIDs: ReadonlySet<string>): void;
}

/** How often all statuses are looked through. */
// Mirrors: pkg/kubelet/status/status_manager.go#syncPeriod
const syncPeriodMs = 10_000;

// Mirrors: pkg/kubelet/status/status_manager.go#manager
export class StatusManager implements Manager {
  readonly #sim: Sim;
  readonly #kubeClient: Clientset | undefined;
  readonly #podManager: PodManager;
  readonly podStatuses = new Map<string, VersionedPodStatus>();
  readonly podStatusChannel = new Chan<PodStatusSyncRequest>('statuses of pods', 1000);
  /** Which version the API server has, by the uid that the pod has there. */
  readonly apiStatusVersions = new Map<string, number>();
  readonly #podDeletionSafety: PodDeletionSafetyProvider;

  constructor(
    sim: Sim,
    kubeClient: Clientset | undefined,
    podManager: PodManager,
    podDeletionSafety: PodDeletionSafetyProvider,
  ) {
    this.#sim = sim;
    this.#kubeClient = kubeClient;
    this.#podManager = podManager;
    this.#podDeletionSafety = podDeletionSafety;
  }

  /** Without an API server nothing is sent. */
  // Mirrors: pkg/kubelet/status/status_manager.go#manager.Start
  start(): void {
    if (!this.#kubeClient) return;
    const syncTicker = newTicker(this.#sim, syncPeriodMs, 'the batch of statuses');
    const loop = (): Blocking<void> => this.#syncLoop(syncTicker.c());
    this.#sim.go('status-manager', forever(this.#sim, loop, 0));
  }

  // Part of: pkg/kubelet/status/status_manager.go#manager.Start
  *#syncLoop(syncTicker: Chan<number>): Blocking<void> {
    for (;;) {
      const cases = [{ receive: this.podStatusChannel }, { receive: syncTicker }];
      const { index, value } = yield* select(this.#sim, ...cases);
      if (index === 0) {
        const { podUID, status } = value as PodStatusSyncRequest;
        yield* this.syncPod(podUID, status);
        continue;
      }
      // What waits is among what a batch looks at.
      for (let i = this.podStatusChannel.length; i > 0; i--) yield* this.podStatusChannel.receive();
      yield* this.syncBatch();
    }
  }

  // Mirrors: pkg/kubelet/status/status_manager.go#manager.GetPodStatus
  getPodStatus(uid: string): PodStatus | undefined {
    return this.podStatuses.get(this.#podManager.translatePodUID(uid))?.status;
  }

  // Mirrors: pkg/kubelet/status/status_manager.go#manager.SetPodStatus
  setPodStatus(pod: Pod, status: PodStatus): void {
    // A pod that is to be deleted is looked at again whatever its status: it may be that nothing is left of it.
    this.#updateStatusInternal(pod, deepCopy(status), pod.metadata.deletionTimestamp !== undefined);
  }

  // Mirrors: pkg/kubelet/status/status_manager.go#manager.SetContainerReadiness
  setContainerReadiness(podUID: string, containerID: ContainerID, ready: boolean): void {
    const pod = this.#podManager.getPodByUID(podUID);
    const oldStatus = pod && this.podStatuses.get(pod.metadata.uid);
    if (!oldStatus) return;
    const before = findContainerStatus(oldStatus.status, String(containerID));
    if (!before || before.ready === ready) return;
    const status = deepCopy(oldStatus.status);
    const containerStatus = findContainerStatus(status, String(containerID));
    if (containerStatus) containerStatus.ready = ready;

    const { conditions, containerStatuses, phase } = status;
    updateCondition(status, generatePodReadyCondition(pod.spec, conditions, containerStatuses, phase));
    updateCondition(status, generateContainersReadyCondition(pod.spec, containerStatuses, phase));
    this.#updateStatusInternal(pod, status, false);
  }

  // Mirrors: pkg/kubelet/status/status_manager.go#manager.SetContainerStartup
  setContainerStartup(podUID: string, containerID: ContainerID, started: boolean): void {
    const pod = this.#podManager.getPodByUID(podUID);
    const oldStatus = pod && this.podStatuses.get(pod.metadata.uid);
    if (!oldStatus) return;
    const before = findContainerStatus(oldStatus.status, String(containerID));
    if (!before || before.started === started) return;
    const status = deepCopy(oldStatus.status);
    const containerStatus = findContainerStatus(status, String(containerID));
    if (containerStatus) containerStatus.started = started;
    this.#updateStatusInternal(pod, status, false);
  }

  // Mirrors: pkg/kubelet/status/status_manager.go#manager.TerminatePod
  terminatePod(pod: Pod): void {
    const oldStatus = this.podStatuses.get(pod.metadata.uid)?.status ?? pod.status;
    const status = deepCopy(oldStatus);
    for (const statuses of [status.containerStatuses, status.initContainerStatuses]) {
      for (const one of statuses ?? []) {
        if (one.state?.terminated || one.state?.waiting) continue;
        one.state = {
          terminated: {
            reason: 'ContainerStatusUnknown',
            message: 'The container could not be located when the pod was terminated',
            exitCode: 137,
          },
        };
      }
    }
    this.#updateStatusInternal(pod, status, true);
  }

  /** Takes a status that the caller gives away; true if the API server is to hear of it. */
  // Mirrors: pkg/kubelet/status/status_manager.go#manager.updateStatusInternal
  #updateStatusInternal(pod: Pod, status: PodStatus, forceUpdate: boolean): boolean {
    const { uid, name, namespace } = pod.metadata;
    const cachedStatus = this.podStatuses.get(uid);
    const oldStatus = cachedStatus?.status ?? (this.#podManager.getMirrorPodByPod(pod) ?? pod).status;
    const { restartPolicy } = pod.spec;
    if (checkContainerStateTransition(oldStatus.containerStatuses, status.containerStatuses, restartPolicy))
      return false;
    const [before, after] = [oldStatus.initContainerStatuses, status.initContainerStatuses];
    if (checkContainerStateTransition(before, after, restartPolicy)) return false;

    const now = this.#sim.timestamp();
    for (const type of ['ContainersReady', 'Ready', 'Initialized', 'PodScheduled'])
      updateLastTransitionTime(status, oldStatus, type, now);
    // It never changes once it is set.
    status.startTime = oldStatus.startTime ?? status.startTime ?? now;
    normalizeStatus(pod, status);
    if (cachedStatus && isPodStatusByKubeletEqual(cachedStatus.status, status) && !forceUpdate) return false;

    const version = (cachedStatus?.version ?? 0) + 1;
    const newStatus = { status, version, podName: name, podNamespace: namespace };
    this.podStatuses.set(uid, newStatus);
    // Where the channel is full, the next batch finds it.
    return this.podStatusChannel.trySend({ podUID: uid, status: newStatus });
  }

  // Mirrors: pkg/kubelet/status/status_manager.go#manager.deletePodStatus
  #deletePodStatus(uid: string): void {
    this.podStatuses.delete(uid);
  }

  // Mirrors: pkg/kubelet/status/status_manager.go#manager.RemoveOrphanedStatuses
  removeOrphanedStatuses(podUIDs: ReadonlySet<string>): void {
    for (const key of this.podStatuses.keys()) if (!podUIDs.has(key)) this.podStatuses.delete(key);
  }

  /** Sends all that the API server does not have, or has otherwise. */
  // Mirrors: pkg/kubelet/status/status_manager.go#manager.syncBatch
  *syncBatch(): Blocking<void> {
    const updatedStatuses: PodStatusSyncRequest[] = [];
    const [podToMirror, mirrorToPod] = this.#podManager.getUIDTranslations();
    for (const uid of this.apiStatusVersions.keys())
      if (!this.podStatuses.has(uid) && !mirrorToPod.has(uid)) this.apiStatusVersions.delete(uid);

    for (const [uid, status] of this.podStatuses) {
      const syncedUID = podToMirror.get(uid) ?? uid;
      // A static pod whose mirror is not there yet.
      if (syncedUID === '') continue;
      if (this.#needsUpdate(syncedUID, status)) {
        updatedStatuses.push({ podUID: uid, status });
      } else if (this.#needsReconcile(uid, status.status)) {
        // Without its version it will be sent.
        this.apiStatusVersions.delete(syncedUID);
        updatedStatuses.push({ podUID: uid, status });
      }
    }
    for (const { podUID, status } of updatedStatuses) yield* this.syncPod(podUID, status);
  }

  /** Sends a status, if the API server does not have it, and deletes the pod there if nothing is left of it here. */
  // Mirrors: pkg/kubelet/status/status_manager.go#manager.syncPod
  *syncPod(uid: string, status: VersionedPodStatus): Blocking<void> {
    if (!this.#kubeClient || !this.#needsUpdate(uid, status)) return;
    const { podName, podNamespace } = status;
    const pods = this.#kubeClient.coreV1().pods(podNamespace);
    const [got, err] = yield* pods.get(podName);
    // It has been deleted, and will be forgotten as an orphan; or it is tried again by the next batch.
    if (err) return;

    let pod = got as Pod;
    const translatedUID = this.#podManager.translatePodUID(pod.metadata.uid);
    if (translatedUID.length > 0 && translatedUID !== uid) {
      // Another pod of that name.
      this.#deletePodStatus(uid);
      return;
    }
    const merged = mergePodStatus(pod.status, status.status);
    const { namespace, name } = pod.metadata;
    const patching = patchPodStatus(this.#kubeClient, namespace, name, pod.metadata.uid, pod.status, merged);
    const [newPod, refused] = yield* patching;
    if (refused) return;
    if (newPod) pod = newPod as Pod;
    this.apiStatusVersions.set(pod.metadata.uid, status.version);

    if (!this.#canBeDeleted(pod, status.status)) return;
    const preconditions = { uid: pod.metadata.uid };
    const left = yield* pods.delete(pod.metadata.name, { gracePeriodSeconds: 0, preconditions });
    if (!left) this.#deletePodStatus(uid);
  }

  /** For a static pod, `uid` is that of its mirror. */
  // Mirrors: pkg/kubelet/status/status_manager.go#manager.needsUpdate
  #needsUpdate(uid: string, status: VersionedPodStatus): boolean {
    const latest = this.apiStatusVersions.get(uid);
    if (latest === undefined || latest < status.version) return true;
    const pod = this.#podManager.getPodByUID(uid);
    return pod !== undefined && this.#canBeDeleted(pod, status.status);
  }

  // Mirrors: pkg/kubelet/status/status_manager.go#manager.canBeDeleted
  #canBeDeleted(pod: Pod, status: PodStatus): boolean {
    if (pod.metadata.deletionTimestamp === undefined || isMirrorPod(pod)) return false;
    return this.#podDeletionSafety.podResourcesAreReclaimed(pod, status);
  }

  /** Whether somebody changed at the API server what only the kubelet knows. */
  // Mirrors: pkg/kubelet/status/status_manager.go#manager.needsReconcile
  #needsReconcile(uid: string, status: PodStatus): boolean {
    let pod = this.#podManager.getPodByUID(uid);
    if (pod && isStaticPod(pod)) pod = this.#podManager.getMirrorPodByPod(pod);
    if (!pod) return false;
    const podStatus = deepCopy(pod.status);
    normalizeStatus(pod, podStatus);
    return !isPodStatusByKubeletEqual(podStatus, status);
  }
}

// Mirrors: pkg/kubelet/status/status_manager.go#NewManager
export function newManager(
  sim: Sim,
  kubeClient: Clientset | undefined,
  podManager: PodManager,
  podDeletionSafety: PodDeletionSafetyProvider,
): Manager {
  return new StatusManager(sim, kubeClient, podManager, podDeletionSafety);
}

/** Equal but for conditions that belong to others, and for when conditions began or were probed. */
// Mirrors: pkg/kubelet/status/status_manager.go#isPodStatusByKubeletEqual
export function isPodStatusByKubeletEqual(oldStatus: PodStatus, status: PodStatus): boolean {
  for (const c of status.conditions ?? []) {
    if (!podConditionByKubelet(c.type)) continue;
    const [, oc] = getPodCondition(oldStatus, c.type);
    const same = (a: string | undefined, b: string | undefined): boolean => (a ?? '') === (b ?? '');
    if (!oc || oc.status !== c.status || !same(oc.message, c.message) || !same(oc.reason, c.reason))
      return false;
  }
  return semanticDeepEqual({ ...oldStatus, conditions: status.conditions }, status);
}

// Part of: pkg/kubelet/status/status_manager.go#manager.SetContainerReadiness
function updateCondition(status: PodStatus, condition: PodCondition): void {
  const conditions = (status.conditions ??= []);
  const conditionIndex = conditions.findIndex(({ type }) => type === condition.type);
  if (conditionIndex >= 0) conditions[conditionIndex] = condition;
  else conditions.push(condition);
}

// Mirrors: pkg/kubelet/status/status_manager.go#findContainerStatus
function findContainerStatus(status: PodStatus, containerID: string): ContainerStatus | undefined {
  const all = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
  return all.find((c) => c.containerID === containerID);
}

type Statuses = readonly ContainerStatus[] | undefined;

/** Refuses that a container which has ended for good goes on. */
// Mirrors: pkg/kubelet/status/status_manager.go#checkContainerStateTransition
export function checkContainerStateTransition(
  oldStatuses: Statuses,
  newStatuses: Statuses,
  restartPolicy: string | undefined,
): Error | undefined {
  if (restartPolicy === 'Always') return undefined;
  for (const { name, state } of oldStatuses ?? []) {
    if (!state?.terminated) continue;
    if ((state.terminated.exitCode ?? 0) !== 0 && restartPolicy === 'OnFailure') continue;
    const revived = newStatuses?.some((one) => one.name === name && !one.state?.terminated);
    if (revived)
      return new Error(`terminated container ${name} attempted illegal transition to non-terminated state`);
  }
  return undefined;
}

/** A condition began when its status changed. */
// Mirrors: pkg/kubelet/status/status_manager.go#updateLastTransitionTime
function updateLastTransitionTime(
  status: PodStatus,
  oldStatus: PodStatus,
  conditionType: string,
  now: string,
): void {
  const [, condition] = getPodCondition(status, conditionType);
  if (!condition) return;
  const [, oldCondition] = getPodCondition(oldStatus, conditionType);
  const same = oldCondition !== undefined && condition.status === oldCondition.status;
  condition.lastTransitionTime = same ? oldCondition.lastTransitionTime : now;
}

/** Brings a status into the form that it has when it comes back from the API server, and cuts long messages. In place. */
// Mirrors: pkg/kubelet/status/status_manager.go#normalizeStatus
export function normalizeStatus(pod: Pod, status: PodStatus): PodStatus {
  const { containers, initContainers = [] } = pod.spec;
  const count = containers.length + initContainers.length;
  const bytesPerStatus = Math.floor(maxPodTerminationMessageLogLength / Math.max(count, 1));
  status.startTime = normalizeTimeStamp(status.startTime);
  for (const condition of status.conditions ?? []) {
    condition.lastProbeTime = normalizeTimeStamp(condition.lastProbeTime);
    condition.lastTransitionTime = normalizeTimeStamp(condition.lastTransitionTime);
  }
  for (const statuses of [status.containerStatuses, status.initContainerStatuses]) {
    for (const one of statuses ?? []) {
      normalizeContainerState(one.state, bytesPerStatus);
      normalizeContainerState(one.lastState, bytesPerStatus);
    }
  }
  status.containerStatuses?.sort(byContainerName);
  if (status.initContainerStatuses) sortInitContainerStatuses(pod, status.initContainerStatuses);
  return status;
}

/** Whole seconds. */
// Part of: pkg/kubelet/status/status_manager.go#normalizeStatus
function normalizeTimeStamp(t: string | undefined): string | undefined {
  const ms = parseTime(t);
  return ms === undefined ? undefined : formatTime(ms);
}

// Part of: pkg/kubelet/status/status_manager.go#normalizeStatus
function normalizeContainerState(c: ContainerState | undefined, bytesPerStatus: number): void {
  if (c?.running) c.running.startedAt = normalizeTimeStamp(c.running.startedAt);
  if (!c?.terminated) return;
  c.terminated.startedAt = normalizeTimeStamp(c.terminated.startedAt);
  c.terminated.finishedAt = normalizeTimeStamp(c.terminated.finishedAt);
  const { message } = c.terminated;
  if (message !== undefined) c.terminated.message = firstBytes(message, bytesPerStatus);
}

/** As many bytes of a text in UTF-8. Each byte of a character that is cut through becomes U+FFFD, as JSON has it. */
function firstBytes(text: string, count: number): string {
  let [left, kept] = [count, ''];
  for (const char of text) {
    const size = utf8(char).length;
    if (size > left) return kept + '\ufffd'.repeat(left);
    kept += char;
    left -= size;
  }
  return kept;
}

/** The new status, with the conditions of the old one that belong to others. */
// Mirrors: pkg/kubelet/status/status_manager.go#mergePodStatus
export function mergePodStatus(oldPodStatus: PodStatus, newPodStatus: PodStatus): PodStatus {
  const others = oldPodStatus.conditions?.filter(({ type }) => !podConditionByKubelet(type)) ?? [];
  const own = newPodStatus.conditions?.filter(({ type }) => podConditionByKubelet(type)) ?? [];
  return { ...newPodStatus, conditions: [...others, ...own] };
}

/** Whether a readiness gate has changed what the condition Ready is to say. */
// Mirrors: pkg/kubelet/status/status_manager.go#NeedToReconcilePodReadiness
export function needToReconcilePodReadiness(pod: Pod): boolean {
  if (!pod.spec.readinessGates?.length) return false;
  const { conditions, containerStatuses, phase } = pod.status;
  const podReadyCondition = generatePodReadyCondition(pod.spec, conditions, containerStatuses, phase);
  const [i, curCondition] = getPodConditionFromList(conditions, 'Ready');
  if (i < 0 || !curCondition) return false;
  const sameMessage = (curCondition.message ?? '') === (podReadyCondition.message ?? '');
  return curCondition.status !== podReadyCondition.status || !sameMessage;
}
