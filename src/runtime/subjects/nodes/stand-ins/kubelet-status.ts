import type { ContainerState, ContainerStatus, PodCondition, PodStatus } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../kubernetes/pkg/api/objects.ts';
import type { Sim } from '../../../sim/sim.ts';

/** What a pod is told at its start and keeps. */
export interface Addresses {
  readonly hostIP: string;
  readonly podIP: string;
  readonly startTime: string;
}

/** What will become of a pod. Infinity is never. */
export interface Plan {
  readonly readyMs: number;
  readonly stopMs: number;
  /** Set for a pod whose containers end by themselves. */
  readonly exitMs: number | undefined;
  readonly exitCode: number;
  readonly pullFails: boolean;
  /** Whether it is reported Running before it is Ready. */
  readonly runningFirst: boolean;
}

const msOf = (text: string | undefined, otherwise: number): number =>
  text === undefined ? otherwise : text === 'never' ? Infinity : Number(text);

/**
 * The settings, unless the pod's annotations say otherwise: `fake/ready-ms` and `fake/term-ms` (a number or `never`),
 * `fake/exit-ms` with `fake/exit-code`, `fake/pull` (`fail`), `fake/running-first` (`no`).
 */
export function planOf(pod: Pod, settings: { readonly readyMs: number; readonly stopMs: number }): Plan {
  const annotations = pod.metadata.annotations ?? {};
  const exitMs = annotations['fake/exit-ms'];
  return {
    readyMs: msOf(annotations['fake/ready-ms'], settings.readyMs),
    stopMs: msOf(annotations['fake/term-ms'], settings.stopMs),
    exitMs: exitMs === undefined ? undefined : Number(exitMs),
    exitCode: Number(annotations['fake/exit-code'] ?? 0),
    pullFails: annotations['fake/pull'] === 'fail',
    runningFirst: annotations['fake/running-first'] !== 'no',
  };
}

/** True if no container of the pod will ever run again. */
export function ended(pod: Pod): boolean {
  return pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';
}

/** True for a pod that is there, has not ended and is not terminating. */
export function isAlive(pod: Pod | undefined): pod is Pod {
  return pod !== undefined && pod.metadata.deletionTimestamp === undefined && !ended(pod);
}

const notReady = 'ContainersNotReady';

/** The status of a pod whose image cannot be pulled. */
export function waitingStatus(sim: Sim, pod: Pod, addresses: Addresses): PodStatus {
  const names = pod.spec.containers.map((container) => container.name).join(' ');
  const why = { reason: notReady, message: `containers with unready status: [${names}]` };
  return {
    phase: 'Pending',
    ...shared(addresses),
    conditions: conditions(sim, false, {}, why),
    containerStatuses: containerStatuses(pod, { waiting: { reason: 'ErrImagePull' } }, false),
  };
}

/** The status of a pod whose containers run. */
export function runningStatus(sim: Sim, pod: Pod, ready: boolean, addresses: Addresses): PodStatus {
  return {
    phase: 'Running',
    ...shared(addresses),
    conditions: conditions(sim, ready, {}, {}),
    containerStatuses: containerStatuses(pod, { running: { startedAt: addresses.startTime } }, ready),
  };
}

/** The status of a pod whose containers have ended: Succeeded for exit code 0, Failed for any other. */
export function endedStatus(sim: Sim, pod: Pod, exitCode: number, before: PodStatus): PodStatus {
  const { hostIP, podIP, podIPs, startTime = sim.timestamp() } = before;
  const why = { reason: exitCode === 0 ? 'PodCompleted' : notReady };
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  const terminated = { exitCode, reason, startedAt: startTime, finishedAt: sim.timestamp() };
  return {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    hostIP,
    podIP,
    podIPs,
    startTime,
    conditions: conditions(sim, false, exitCode === 0 ? why : {}, why),
    containerStatuses: containerStatuses(pod, { terminated }, false),
  };
}

/** The patch that makes a pod Failed which its node does not take, and leaves nothing of its status but why. */
// Part of: pkg/kubelet/kubelet.go#Kubelet.rejectPod
export function rejection(sim: Sim, { status }: Pod, reason: string, message: string): PodStatus {
  const startTime = status.startTime ?? sim.timestamp();
  return { ...cleared(status), phase: 'Failed', reason, message: `Pod ${message}`, startTime };
}

/**
 * The patch by which a pod gets a status. Of a condition nothing stays that the status does not say, such as why it was
 * not met; the pod must not have changed since it was read.
 */
// Part of: pkg/util/pod/pod.go#PatchPodStatus
export function statusPatch(
  { metadata: { uid, resourceVersion }, status: before }: Pod,
  status: PodStatus,
): object {
  const conditions = status.conditions?.map((condition) => ({
    ...cleared(before.conditions?.find(({ type }) => type === condition.type) ?? {}),
    ...condition,
  }));
  return { metadata: { uid, resourceVersion }, status: conditions ? { ...status, conditions } : status };
}

/** What a patch says to take every field away. */
const cleared = (object: object): Readonly<Record<string, null>> =>
  Object.fromEntries(Object.keys(object).map((field) => [field, null]));

function shared(addresses: Addresses): Pick<PodStatus, 'hostIP' | 'podIP' | 'podIPs' | 'startTime'> {
  return { ...addresses, podIPs: [{ ip: addresses.podIP }] };
}

function conditions(
  sim: Sim,
  ready: boolean,
  initialized: Partial<PodCondition>,
  readiness: Partial<PodCondition>,
): PodCondition[] {
  const lastTransitionTime = sim.timestamp();
  const status = ready ? 'True' : 'False';
  return [
    { type: 'Initialized', status: 'True', lastTransitionTime, ...initialized },
    { type: 'Ready', status, lastTransitionTime, ...readiness },
    { type: 'ContainersReady', status, lastTransitionTime, ...readiness },
  ];
}

function containerStatuses(pod: Pod, state: ContainerState, ready: boolean): ContainerStatus[] {
  const ran = state.running !== undefined || state.terminated !== undefined;
  return pod.spec.containers.map((container) => ({
    name: container.name,
    image: container.image ?? '',
    imageID: '',
    containerID: ran ? `stand-in://${pod.metadata.uid.slice(0, 8)}` : '',
    ready,
    started: state.running !== undefined,
    restartCount: 0,
    state,
    lastState: {},
  }));
}
