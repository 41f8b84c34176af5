import type {
  Container,
  ContainerState,
  ContainerStatus,
  PodSpec,
  PodStatus,
} from 'kubernetes-types/core/v1';
import type { Sim } from '../../../sim/sim.ts';
import { deepCopy } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type { Pod } from '../api/objects.ts';
import { getContainerStatus } from '../api/v1/pod/util.ts';
import { getPodQOS } from '../apis/core/v1/helper/qos/qos.ts';
import { isHostNetworkPod, shouldContainerBeRestarted } from './container/helpers.ts';
import {
  type PodStatus as RuntimePodStatus,
  type Status,
  findContainerStatusByName,
  sortContainerStatusesByCreationTime,
} from './container/runtime.ts';
import { podIsEvicted } from './eviction/helpers.ts';
import type { Kubelet } from './kubelet.ts';
import {
  generateContainersReadyCondition,
  generatePodInitializedCondition,
  generatePodReadyCondition,
} from './status/generate.ts';
import { podConditionByKubelet } from './types/pod_status.ts';
import { byContainerName, sortStatusesOfInitContainers } from './types/types.ts';

/**
 * Whether none of its containers runs, as far as the status says, and whether its worker has nothing left to do: it has ended,
 * or it is being deleted and nothing runs.
 */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.podAndContainersAreTerminal
export function podAndContainersAreTerminal(
  kl: Pick<Kubelet, 'statusManager'>,
  pod: Pod,
): { readonly containersTerminal: boolean; readonly podWorkerTerminal: boolean } {
  const status = kl.statusManager.getPodStatus(pod.metadata.uid) ?? pod.status;
  const containersTerminal = notRunning(status.containerStatuses);
  const ended = status.phase === 'Failed' || status.phase === 'Succeeded';
  const deleted = pod.metadata.deletionTimestamp !== undefined && containersTerminal;
  return { containersTerminal, podWorkerTerminal: ended || deleted };
}

// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.podIsTerminated
export function podIsTerminated(kl: Pick<Kubelet, 'statusManager'>, pod: Pod): boolean {
  return podAndContainersAreTerminal(kl, pod).podWorkerTerminal;
}

/** Also true for a pod that is not known. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.IsPodTerminated
export function isPodTerminated(kl: Pick<Kubelet, 'statusManager' | 'podManager'>, uid: string): boolean {
  const pod = kl.podManager.getPodByUID(uid);
  return !pod || podIsTerminated(kl, pod);
}

/** True for a pod that is not known, was evicted, or is being deleted and runs nothing. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.IsPodDeleted
export function isPodDeleted(kl: Pick<Kubelet, 'statusManager' | 'podManager'>, uid: string): boolean {
  const pod = kl.podManager.getPodByUID(uid);
  if (!pod) return true;
  const status = kl.statusManager.getPodStatus(pod.metadata.uid) ?? pod.status;
  const deleted = pod.metadata.deletionTimestamp !== undefined && notRunning(status.containerStatuses);
  return podIsEvicted(status) || deleted;
}

/** Whether nothing of a pod is left on the node: containers, sandboxes, volumes and cgroups. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.PodResourcesAreReclaimed
export function podResourcesAreReclaimed(
  kl: Pick<
    Kubelet,
    'podCache' | 'podVolumesExist' | 'keepTerminatedPodVolumes' | 'cgroupsPerQOS' | 'containerManager'
  >,
  pod: Pod,
  status: PodStatus,
): boolean {
  if (!notRunning(status.containerStatuses)) return false;
  const { uid } = pod.metadata;
  const [runtimeStatus, err] = kl.podCache.get(uid);
  if (err || !runtimeStatus) return false;
  if (runtimeStatus.containerStatuses.length > 0 || runtimeStatus.sandboxStatuses.length > 0) return false;
  if (kl.podVolumesExist(uid) && !kl.keepTerminatedPodVolumes) return false;
  return !(kl.cgroupsPerQOS && kl.containerManager.newPodContainerManager().exists(pod));
}

/** True if each container has ended or waits. */
// Mirrors: pkg/kubelet/kubelet_pods.go#notRunning
export function notRunning(statuses: readonly ContainerStatus[] | undefined): boolean {
  return (statuses ?? []).every(({ state }) => state?.terminated || state?.waiting);
}

// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.filterOutTerminatedPods
export function filterOutTerminatedPods(kl: Pick<Kubelet, 'statusManager'>, pods: readonly Pod[]): Pod[] {
  return pods.filter((p) => !podIsTerminated(kl, p));
}

/** How many init containers have yet to end well, and how many ended badly. */
// Part of: pkg/kubelet/kubelet_pods.go#getPhase
function countInitContainers(
  spec: PodSpec,
  info: readonly ContainerStatus[],
): [pending: number, failed: number] {
  let [pendingInitialization, failedInitialization] = [0, 0];
  for (const container of spec.initContainers ?? []) {
    const { state, lastState } = getContainerStatus(info, container.name) ?? {};
    const ended = state?.running
      ? undefined
      : (state?.terminated ?? (state?.waiting && lastState?.terminated));
    if (!ended) pendingInitialization++;
    else if ((ended.exitCode ?? 0) !== 0) failedInitialization++;
  }
  return [pendingInitialization, failedInitialization];
}

/** In one word how a pod stands, by the statuses of its containers. */
// Mirrors: pkg/kubelet/kubelet_pods.go#getPhase
export function getPhase(spec: PodSpec, info: readonly ContainerStatus[]): string {
  const [pendingInitialization, failedInitialization] = countInitContainers(spec, info);
  let [unknown, running, waiting, stopped, succeeded] = [0, 0, 0, 0, 0];
  for (const container of spec.containers) {
    const { state, lastState } = getContainerStatus(info, container.name) ?? {};
    if (state?.running) running++;
    else if (state?.terminated) {
      stopped++;
      if ((state.terminated.exitCode ?? 0) === 0) succeeded++;
    } else if (!state?.waiting) unknown++;
    else if (lastState?.terminated) stopped++;
    else waiting++;
  }
  if (failedInitialization > 0 && spec.restartPolicy === 'Never') return 'Failed';
  if (pendingInitialization > 0 || waiting > 0) return 'Pending';
  if (running > 0 && unknown === 0) return 'Running';
  if (running > 0 || stopped === 0 || unknown > 0) return 'Pending';
  // All have ended. Those of which the policy says so will start again.
  if (spec.restartPolicy === 'Always') return 'Running';
  if (stopped === succeeded) return 'Succeeded';
  return spec.restartPolicy === 'Never' ? 'Failed' : 'Running';
}

type StatusMaker = Pick<
  Kubelet,
  | 'sim'
  | 'gates'
  | 'kubeClient'
  | 'statusManager'
  | 'probeManager'
  | 'reasonCache'
  | 'podSyncHandlers'
  | 'getHostIPsAnyWay'
>;

/** The status of a pod as the API server is to have it, from what the runtime says and what was said before. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.generateAPIPodStatus
export function generateAPIPodStatus(kl: StatusMaker, pod: Pod, podStatus: RuntimePodStatus): PodStatus {
  const s = convertStatusToAPIStatus(kl, pod, podStatus);
  for (const podSyncHandler of kl.podSyncHandlers) {
    const { evict, reason, message } = podSyncHandler.shouldEvict(pod);
    // Upstream leaves it without its own conditions and the address of the host.
    if (evict) return { ...s, phase: 'Failed', reason, message };
  }
  const { spec } = pod;
  s.phase = getPhase(spec, [...(s.containerStatuses ?? []), ...(s.initContainerStatuses ?? [])]) as never;
  // A pod that has ended stays so.
  const { phase } = pod.status;
  if (phase === 'Failed' || phase === 'Succeeded') s.phase = phase;
  kl.probeManager.updatePodStatus(pod.metadata.uid, s);
  const conditions = (s.conditions ??= []);
  conditions.push(generatePodInitializedCondition(spec, s.initContainerStatuses, s.phase));
  conditions.push(generatePodReadyCondition(spec, conditions, s.containerStatuses, s.phase));
  conditions.push(generateContainersReadyCondition(spec, s.containerStatuses, s.phase));
  conditions.push({ type: 'PodScheduled', status: 'True' });
  if (kl.kubeClient) setHostIPs(kl, pod, s);
  return s;
}

/** The address of the node, which is also that of a pod that has no network of its own. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.generateAPIPodStatus
function setHostIPs(kl: Pick<Kubelet, 'gates' | 'getHostIPsAnyWay'>, pod: Pod, s: PodStatus): void {
  const [hostIPs] = kl.getHostIPsAnyWay();
  const [first, second] = hostIPs ?? [];
  if (first === undefined) return;
  s.hostIP = first;
  if (!isHostNetworkPod(pod) || s.podIP) return;
  s.podIP = first;
  s.podIPs = [{ ip: first }];
  if (kl.gates.enabled('IPv6DualStack') && second !== undefined) s.podIPs.push({ ip: second });
}

// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.convertStatusToAPIStatus
function convertStatusToAPIStatus(
  kl: Pick<Kubelet, 'sim' | 'gates' | 'statusManager' | 'reasonCache'>,
  pod: Pod,
  podStatus: RuntimePodStatus,
): PodStatus {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const oldPodStatus = kl.statusManager.getPodStatus(pod.metadata.uid) ?? pod.status;
  const convert = (
    before: Statuses,
    of: readonly Container[],
    isInit = false,
  ): ContainerStatus[] | undefined =>
    convertToAPIContainerStatuses(kl, pod, podStatus, before, of, initContainers.length > 0, isInit);
  const apiPodStatus: PodStatus = {
    podIPs: podStatus.ips.map((ip) => ({ ip })),
    podIP: podStatus.ips[0],
    qosClass: getPodQOS(pod),
    containerStatuses: convert(oldPodStatus.containerStatuses, containers),
    initContainerStatuses: convert(oldPodStatus.initContainerStatuses, initContainers, true),
  };
  if (kl.gates.enabled('EphemeralContainers')) {
    const ecSpecs = ephemeralContainers as readonly Container[];
    apiPodStatus.ephemeralContainerStatuses = convert(oldPodStatus.ephemeralContainerStatuses, ecSpecs);
  }
  // Conditions of others stay as they are.
  apiPodStatus.conditions = pod.status.conditions?.filter(({ type }) => !podConditionByKubelet(type)).slice();
  return apiPodStatus;
}

type Statuses = readonly ContainerStatus[] | undefined;

const unlocated = 'The container could not be located when the pod was';

/**
 * The statuses of some containers: what the runtime says, the newest two of each name; what was said before, where the runtime knows
 * nothing any more; and why a container that should run does not.
 */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function convertToAPIContainerStatuses(
  kl: Pick<Kubelet, 'sim' | 'reasonCache'>,
  pod: Pod,
  podStatus: RuntimePodStatus,
  previousStatus: Statuses,
  containers: readonly Container[],
  hasInitContainers: boolean,
  isInitContainer: boolean,
): ContainerStatus[] | undefined {
  const oldStatuses = new Map((previousStatus ?? []).map((status) => [status.name, status]));
  const waitsFor = hasInitContainers ? 'PodInitializing' : 'ContainerCreating';
  const statuses = new Map(
    containers.map((container) => [
      container.name,
      defaultStatus(container, oldStatuses.get(container.name), waitsFor),
    ]),
  );
  for (const container of containers) {
    const status = statuses.get(container.name)!;
    const oldStatus = oldStatuses.get(container.name);
    if (pod.metadata.deletionTimestamp !== undefined && !findContainerStatusByName(podStatus, container.name))
      noteLostContainer(status, oldStatus, waitsFor);
  }

  const newestFirst = podStatus.containerStatuses.toSorted((a, b) =>
    sortContainerStatusesByCreationTime(b, a),
  );
  const containerSeen = new Map<string, number>();
  for (const cStatus of newestFirst) {
    const cName = cStatus.name;
    const seen = containerSeen.get(cName) ?? 0;
    if (!statuses.has(cName) || seen >= 2) continue;
    const status = convertContainerStatus(kl.sim, cStatus, oldStatuses.get(cName));
    if (seen === 0) statuses.set(cName, status);
    else statuses.get(cName)!.lastState = status.state;
    containerSeen.set(cName, seen + 1);
  }
  const sorted = { ...podStatus, containerStatuses: newestFirst };
  for (const container of containers)
    noteReason(kl, pod, container, sorted, statuses.get(container.name)!, isInitContainer);

  if (isInitContainer) return sortStatusesOfInitContainers(pod, statuses);
  return statuses.size === 0 ? undefined : [...statuses.values()].sort(byContainerName);
}

/** The status of a container of which the runtime says nothing: it has ended if it had before, else it waits. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function defaultStatus(
  { name, image = '' }: Container,
  oldStatus: ContainerStatus | undefined,
  waitsFor: string,
): ContainerStatus {
  if (oldStatus?.state?.terminated) return deepCopy(oldStatus);
  const { restartCount = 0, lastState } = oldStatus ?? {};
  const none = { ready: false, imageID: '', restartCount, lastState: { ...lastState } };
  return { name, image, ...none, state: { waiting: { reason: waitsFor } } };
}

/** Says of a container that ran, of a pod that is being deleted, that it ended, though nobody knows how. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function noteLostContainer(
  status: ContainerStatus,
  oldStatus: ContainerStatus | undefined,
  waitsFor: string,
): void {
  if (!oldStatus || oldStatus.state?.terminated || !oldStatus.state?.running) return;
  if (status.state?.waiting?.reason !== waitsFor || status.lastState?.terminated) return;
  const message = `${unlocated} deleted.  The container used to be Running`;
  status.lastState = {
    ...status.lastState,
    terminated: { reason: 'ContainerStatusUnknown', message, exitCode: 137 },
  };
}

/** Says of a container that should run why it could not be started, if that is known. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function noteReason(
  kl: Pick<Kubelet, 'reasonCache'>,
  pod: Pod,
  container: Container,
  podStatus: RuntimePodStatus,
  status: ContainerStatus,
  isInitContainer: boolean,
): void {
  if (isInitContainer) {
    // One that ended well is not started again, whatever the policy.
    const s = findContainerStatusByName(podStatus, container.name);
    if (s && s.state === 'exited' && s.exitCode === 0) return;
  }
  if (!shouldContainerBeRestarted(container, pod, podStatus)) return;
  const reason = kl.reasonCache.get(pod.metadata.uid, container.name);
  if (!reason) return;
  if (status.state?.terminated) status.lastState = status.state;
  status.state = { waiting: { reason: reason.err.message, message: reason.message } };
}

// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function convertContainerStatus(
  sim: Sim,
  cs: Status,
  oldStatus: ContainerStatus | undefined,
): ContainerStatus {
  const { name, image, imageID, restartCount } = cs;
  const containerID = String(cs.id);
  const status = { name, image, imageID, containerID, restartCount, ready: false, lastState: {} };
  const stamp = (ms: number | undefined): string | undefined =>
    ms === undefined ? undefined : sim.timestamp(ms);
  const startedAt = stamp(cs.startedAt);
  if (cs.state === 'running') return { ...status, state: { running: { startedAt } } };
  if (cs.state === 'created' || cs.state === 'exited') {
    const { exitCode, reason, message } = cs;
    const finishedAt = stamp(cs.finishedAt);
    const terminated = { exitCode, reason, message, startedAt, finishedAt, containerID };
    return { ...status, state: { terminated } };
  }
  if (oldStatus?.state?.running) {
    const message = `${unlocated} terminated`;
    const state: ContainerState = {
      terminated: { reason: 'ContainerStatusUnknown', message, exitCode: 137 },
    };
    return { ...status, state, restartCount: oldStatus.restartCount + 1 };
  }
  return { ...status, state: { waiting: {} } };
}
