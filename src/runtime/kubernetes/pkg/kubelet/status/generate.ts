import type { ContainerStatus, PodCondition, PodSpec } from 'kubernetes-types/core/v1';
import { list } from '../../../../go/fmt.ts';
import { quote } from '../../../../go/strconv.ts';
import { getContainerStatus, getPodConditionFromList } from '../../api/v1/pod/util.ts';

// Mirrors: pkg/kubelet/status/generate.go#UnknownContainerStatuses
export const unknownContainerStatuses = 'UnknownContainerStatuses';
// Mirrors: pkg/kubelet/status/generate.go#PodCompleted
export const podCompleted = 'PodCompleted';
// Mirrors: pkg/kubelet/status/generate.go#ContainersNotReady
export const containersNotReady = 'ContainersNotReady';
// Mirrors: pkg/kubelet/status/generate.go#ContainersNotInitialized
export const containersNotInitialized = 'ContainersNotInitialized';
// Mirrors: pkg/kubelet/status/generate.go#ReadinessGatesNotReady
export const readinessGatesNotReady = 'ReadinessGatesNotReady';

type Statuses = readonly ContainerStatus[] | undefined;

const condition = (
  type: string,
  status: 'True' | 'False',
  reason?: string,
  message?: string,
): PodCondition => ({
  type,
  status,
  ...(reason === undefined ? {} : { reason }),
  ...(message === undefined ? {} : { message }),
});

/** Those of the containers whose status is not there, and those that are not ready. */
function unready(
  containers: readonly { readonly name: string }[],
  statuses: Statuses,
): [unknown: string[], unready: string[]] {
  const [unknownContainers, unreadyContainers]: [string[], string[]] = [[], []];
  for (const { name } of containers) {
    const status = getContainerStatus(statuses ?? [], name);
    if (!status) unknownContainers.push(name);
    else if (!status.ready) unreadyContainers.push(name);
  }
  return [unknownContainers, unreadyContainers];
}

/** Whether all containers of a pod are ready. No statuses at all are something else than an empty list of them. */
// Mirrors: pkg/kubelet/status/generate.go#GenerateContainersReadyCondition
export function generateContainersReadyCondition(
  spec: PodSpec,
  containerStatuses: Statuses,
  podPhase: string | undefined,
): PodCondition {
  const type = 'ContainersReady';
  if (!containerStatuses) return condition(type, 'False', unknownContainerStatuses);
  const [unknownContainers, unreadyContainers] = unready(spec.containers, containerStatuses);
  if (podPhase === 'Succeeded' && unknownContainers.length === 0)
    return condition(type, 'False', podCompleted);
  const unreadyMessages: string[] = [];
  if (unknownContainers.length > 0)
    unreadyMessages.push(`containers with unknown status: ${list(unknownContainers)}`);
  if (unreadyContainers.length > 0)
    unreadyMessages.push(`containers with unready status: ${list(unreadyContainers)}`);
  const unreadyMessage = unreadyMessages.join(', ');
  if (unreadyMessage !== '') return condition(type, 'False', containersNotReady, unreadyMessage);
  return condition(type, 'True');
}

/** A pod is ready if its containers are, and each of its readiness gates is true. */
// Mirrors: pkg/kubelet/status/generate.go#GeneratePodReadyCondition
export function generatePodReadyCondition(
  spec: PodSpec,
  conditions: readonly PodCondition[] | undefined,
  containerStatuses: Statuses,
  podPhase: string | undefined,
): PodCondition {
  const containersReady = generateContainersReadyCondition(spec, containerStatuses, podPhase);
  if (containersReady.status !== 'True') return { ...containersReady, type: 'Ready' };
  const unreadyMessages: string[] = [];
  for (const { conditionType } of spec.readinessGates ?? []) {
    const [, c] = getPodConditionFromList(conditions, conditionType);
    if (!c) {
      const gate = quote(conditionType);
      unreadyMessages.push(`corresponding condition of pod readiness gate ${gate} does not exist.`);
    } else if (c.status !== 'True') {
      const gate = quote(conditionType);
      unreadyMessages.push(`the status of pod readiness gate ${gate} is not "True", but ${c.status}`);
    }
  }
  if (unreadyMessages.length > 0)
    return condition('Ready', 'False', readinessGatesNotReady, unreadyMessages.join(', '));
  return condition('Ready', 'True');
}

/** Whether all init containers of a pod have ended well. */
// Mirrors: pkg/kubelet/status/generate.go#GeneratePodInitializedCondition
export function generatePodInitializedCondition(
  spec: PodSpec,
  containerStatuses: Statuses,
  podPhase: string | undefined,
): PodCondition {
  const type = 'Initialized';
  const initContainers = spec.initContainers ?? [];
  if (!containerStatuses && initContainers.length > 0)
    return condition(type, 'False', unknownContainerStatuses);
  const [unknownContainers, unreadyContainers] = unready(initContainers, containerStatuses);
  if (podPhase === 'Succeeded' && unknownContainers.length === 0)
    return condition(type, 'True', podCompleted);
  const unreadyMessages: string[] = [];
  if (unknownContainers.length > 0)
    unreadyMessages.push(`containers with unknown status: ${list(unknownContainers)}`);
  if (unreadyContainers.length > 0)
    unreadyMessages.push(`containers with incomplete status: ${list(unreadyContainers)}`);
  const unreadyMessage = unreadyMessages.join(', ');
  if (unreadyMessage !== '') return condition(type, 'False', containersNotInitialized, unreadyMessage);
  return condition(type, 'True');
}
