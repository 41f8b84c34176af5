import type {
  Container,
  ContainerStatus,
  Pod,
  PodCondition,
  PodSpec,
  PodStatus,
  ServicePort,
  Volume,
} from 'kubernetes-types/core/v1';
import type { Result } from '../../../../../go/result.ts';
import type { Gates } from '../../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';

/**
 * The port of a pod that a port of a Service means: the number that it says, or the number of the container's port that
 * has its name. An error if no container has one.
 */
// Mirrors: pkg/api/v1/pod/util.go#FindPort
export function findPort(pod: Pod, svcPort: ServicePort): Result<number> {
  const { targetPort, protocol } = svcPort;
  if (typeof targetPort !== 'string') {
    return [targetPort ?? 0, undefined];
  }
  for (const container of pod.spec?.containers ?? []) {
    for (const port of container.ports ?? []) {
      if (port.name === targetPort && port.protocol === protocol) {
        return [port.containerPort, undefined];
      }
    }
  }

  return [undefined, new Error(`no suitable port for manifest: ${pod.metadata?.uid}`)];
}

/** Which list of a pod's spec a container stands in. */
// Mirrors: pkg/api/v1/pod/util.go#ContainerType
export type ContainerType = 'Containers' | 'InitContainers' | 'EphemeralContainers';

// Mirrors: pkg/api/v1/pod/util.go#AllContainers
export const allContainers: readonly ContainerType[] = [
  'InitContainers',
  'Containers',
  'EphemeralContainers',
];

/** All but those of a feature that is off. */
// Mirrors: pkg/api/v1/pod/util.go#AllFeatureEnabledContainers
export function allFeatureEnabledContainers(gates: Gates): readonly ContainerType[] {
  if (gates.enabled('EphemeralContainers')) return allContainers;
  return allContainers.filter((containerType) => containerType !== 'EphemeralContainers');
}

/** Is given each container in turn, and says whether to go on. */
// Mirrors: pkg/api/v1/pod/util.go#ContainerVisitor
export type ContainerVisitor = (container: Container, containerType: ContainerType) => boolean;

/** Shows all containers of some types to a visitor. True if it wanted to see all of them. */
// Mirrors: pkg/api/v1/pod/util.go#VisitContainers
export function visitContainers(
  podSpec: PodSpec,
  mask: readonly ContainerType[],
  visitor: ContainerVisitor,
): boolean {
  const { initContainers = [], containers, ephemeralContainers = [] } = podSpec;
  const lists = [
    ['InitContainers', initContainers],
    ['Containers', containers],
    ['EphemeralContainers', ephemeralContainers],
  ] as const;
  return lists.every(
    ([containerType, list]) =>
      !mask.includes(containerType) || list.every((container) => visitor(container, containerType)),
  );
}

/** Is given each name in turn, and says whether to go on. */
// Mirrors: pkg/api/v1/pod/util.go#Visitor
export type Visitor = (name: string) => boolean;

/** The secrets that a volume names. */
// Part of: pkg/api/v1/pod/util.go#VisitPodSecretNames
function secretsOfVolume(source: Volume): (string | undefined)[] {
  if (source.azureFile) return [source.azureFile.secretName || undefined];
  if (source.projected) return (source.projected.sources ?? []).flatMap(({ secret }) => secret?.name ?? []);
  if (source.secret) return [source.secret.secretName];
  if (source.csi) return [source.csi.nodePublishSecretRef?.name];
  const { cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos } = source;
  const other = cephfs ?? cinder ?? flexVolume ?? rbd ?? scaleIO ?? iscsi ?? storageos;
  return [other?.secretRef?.name];
}

/** Shows the names of all secrets that the spec of a pod names to a visitor. True if it wanted to see all of them. */
// Mirrors: pkg/api/v1/pod/util.go#VisitPodSecretNames
export function visitPodSecretNames(pod: Pod, visitor: Visitor): boolean {
  const { imagePullSecrets = [], volumes = [] } = pod.spec ?? {};
  for (const { name = '' } of imagePullSecrets) if (!visitor(name)) return false;
  // Where a container ends it, volumes are shown all the same.
  if (pod.spec) visitContainers(pod.spec, allContainers, (c) => visitContainerSecretNames(c, visitor));
  for (const source of volumes)
    for (const name of secretsOfVolume(source)) if (name !== undefined && !visitor(name)) return false;
  return true;
}

// Mirrors: pkg/api/v1/pod/util.go#visitContainerSecretNames
function visitContainerSecretNames({ envFrom = [], env = [] }: Container, visitor: Visitor): boolean {
  for (const { secretRef } of envFrom) if (secretRef && !visitor(secretRef.name ?? '')) return false;
  for (const { valueFrom } of env)
    if (valueFrom?.secretKeyRef && !visitor(valueFrom.secretKeyRef.name ?? '')) return false;
  return true;
}

/** The same for config maps. */
// Mirrors: pkg/api/v1/pod/util.go#VisitPodConfigmapNames
export function visitPodConfigmapNames(pod: Pod, visitor: Visitor): boolean {
  if (pod.spec) visitContainers(pod.spec, allContainers, (c) => visitContainerConfigmapNames(c, visitor));
  for (const { projected, configMap } of pod.spec?.volumes ?? []) {
    const named = projected
      ? (projected.sources ?? []).flatMap((source) => source.configMap ?? [])
      : configMap
        ? [configMap]
        : [];
    for (const { name = '' } of named) if (!visitor(name)) return false;
  }
  return true;
}

// Mirrors: pkg/api/v1/pod/util.go#visitContainerConfigmapNames
function visitContainerConfigmapNames({ envFrom = [], env = [] }: Container, visitor: Visitor): boolean {
  for (const { configMapRef } of envFrom) if (configMapRef && !visitor(configMapRef.name ?? '')) return false;
  for (const { valueFrom } of env)
    if (valueFrom?.configMapKeyRef && !visitor(valueFrom.configMapKeyRef.name ?? '')) return false;
  return true;
}

/** The status of the container of that name. */
// Mirrors: pkg/api/v1/pod/util.go#GetContainerStatus
export function getContainerStatus(
  statuses: readonly ContainerStatus[] = [],
  name: string,
): ContainerStatus | undefined {
  return statuses.find((status) => status.name === name);
}

/** True if a pod has been ready for at least `minReadySeconds`. `now` is in ms since 1970. */
// Mirrors: pkg/api/v1/pod/util.go#IsPodAvailable
export function isPodAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  if (!isPodReady(pod)) {
    return false;
  }

  const c = getPodReadyCondition(pod.status);
  if (minReadySeconds === 0) return true;
  return (
    c?.lastTransitionTime !== undefined && Date.parse(c.lastTransitionTime) + minReadySeconds * 1000 < now
  );
}

/** True if the pod's condition Ready is True. */
// Mirrors: pkg/api/v1/pod/util.go#IsPodReady
export function isPodReady(pod: Pod): boolean {
  return isPodReadyConditionTrue(pod.status);
}

/** True if the status has a condition Ready that is True. */
// Mirrors: pkg/api/v1/pod/util.go#IsPodReadyConditionTrue
export function isPodReadyConditionTrue(status: PodStatus | undefined): boolean {
  const condition = getPodReadyCondition(status);
  return condition !== undefined && condition.status === 'True';
}

/** The condition Ready of a status; undefined if it has none. */
// Mirrors: pkg/api/v1/pod/util.go#GetPodReadyCondition
export function getPodReadyCondition(status: PodStatus | undefined): PodCondition | undefined {
  const [, condition] = getPodCondition(status, 'Ready');
  return condition;
}

/** The condition of that type and its place in the list; `[-1, undefined]` if the status has none. */
// Mirrors: pkg/api/v1/pod/util.go#GetPodCondition
export function getPodCondition(
  status: PodStatus | undefined,
  conditionType: string,
): [number, PodCondition] | [-1, undefined] {
  if (status === undefined) {
    return [-1, undefined];
  }
  return getPodConditionFromList(status.conditions, conditionType);
}

/** The condition of that type and its place in the list; `[-1, undefined]` if the list has none. */
// Mirrors: pkg/api/v1/pod/util.go#GetPodConditionFromList
export function getPodConditionFromList(
  conditions: readonly PodCondition[] | undefined,
  conditionType: string,
): [number, PodCondition] | [-1, undefined] {
  if (conditions === undefined) {
    return [-1, undefined];
  }
  for (let i = 0; i < conditions.length; i++) {
    const condition = conditions[i] as PodCondition;
    if (condition.type === conditionType) {
      return [i, condition];
    }
  }
  return [-1, undefined];
}

/**
 * The condition as it is to be written, and whether that changes the status. When it began is kept while the status of the
 * condition stays the same. Upstream changes the status in place.
 */
// Mirrors: pkg/api/v1/pod/util.go#UpdatePodCondition
export function updatePodCondition(
  status: PodStatus,
  condition: PodCondition,
  now: string,
): [PodCondition, boolean] {
  const [, oldCondition] = getPodCondition(status, condition.type);
  if (!oldCondition) {
    return [{ ...condition, lastTransitionTime: now }, true];
  }
  const sameStatus = condition.status === oldCondition.status;
  const lastTransitionTime = sameStatus ? oldCondition.lastTransitionTime : now;
  const isEqual =
    sameStatus &&
    condition.reason === oldCondition.reason &&
    condition.message === oldCondition.message &&
    condition.lastProbeTime === oldCondition.lastProbeTime;
  return [{ ...condition, lastTransitionTime }, !isEqual];
}
