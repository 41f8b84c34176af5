import type {
  Container,
  PodSecurityContext,
  SeccompProfile,
  SecurityContext,
} from 'kubernetes-types/core/v1';
import { join } from '../../../../go/filepath.ts';
import { get } from '../../../../go/map.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import {
  seccompContainerAnnotationKeyPrefix,
  seccompLocalhostProfileNamePrefix,
  seccompPodAnnotationKey,
  seccompProfileNameUnconfined,
  seccompProfileRuntimeDefault,
} from '../../../staging/src/k8s.io/api/core/v1/annotation_key_constants.ts';
import type {
  ContainerState,
  NamespaceMode,
  NamespaceOption,
  PodSandbox,
  Protocol,
  Container as RuntimeContainer,
  RuntimeStatus as CRIRuntimeStatus,
  SecurityProfile,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { Pod } from '../../api/objects.ts';
import { hashContainer, sandboxAsContainer } from '../container/helpers.ts';
import {
  ContainerID,
  type Container as KubeContainer,
  type RuntimeStatus,
  type State,
  type Status,
} from '../container/runtime.ts';
import type { KubeGenericRuntimeManager } from './kuberuntime_manager.ts';
import { getContainerInfoFromAnnotations } from './labels.ts';

/** The newest first. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#podSandboxByCreated
export const podSandboxByCreated = (a: PodSandbox, b: PodSandbox): number => b.createdAt - a.createdAt;

/** The newest first. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#containerStatusByCreated
export const containerStatusByCreated = (a: Status, b: Status): number => b.createdAt - a.createdAt;

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#toKubeContainerState
export function toKubeContainerState(state: ContainerState): State {
  switch (state) {
    case 'CONTAINER_CREATED':
      return 'created';
    case 'CONTAINER_RUNNING':
      return 'running';
    case 'CONTAINER_EXITED':
      return 'exited';
    case 'CONTAINER_UNKNOWN':
      return 'unknown';
  }
}

/** What is no protocol is taken for TCP. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#toRuntimeProtocol
export function toRuntimeProtocol(protocol: string): Protocol {
  return protocol === 'UDP' || protocol === 'SCTP' ? protocol : 'TCP';
}

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#kubeGenericRuntimeManager.toKubeContainer
export function toKubeContainer(m: KubeGenericRuntimeManager, c: RuntimeContainer): Result<KubeContainer> {
  if (c.id === '' || !c.image)
    return [undefined, new Error('unable to convert a nil pointer to a runtime container')];
  const annotatedInfo = getContainerInfoFromAnnotations(c.annotations);
  const container: KubeContainer = {
    id: new ContainerID(m.runtimeName, c.id),
    name: c.metadata?.name ?? '',
    imageID: c.imageRef,
    image: c.image.image,
    hash: annotatedInfo.hash,
    state: toKubeContainerState(c.state),
  };
  return [container, undefined];
}

/** A sandbox as if it were a container: whoever looks for changes of containers sees those of sandboxes so. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#kubeGenericRuntimeManager.sandboxToKubeContainer
export function sandboxToKubeContainer(m: KubeGenericRuntimeManager, s: PodSandbox): Result<KubeContainer> {
  if (s.id === '') return [undefined, new Error('unable to convert a nil pointer to a runtime container')];
  return [sandboxAsContainer(m.runtimeName, s.id, s.state), undefined];
}

/** The user of an image: a number, or a name. Without either it is root. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#kubeGenericRuntimeManager.getImageUser
export function* getImageUser(
  m: KubeGenericRuntimeManager,
  image: string,
): Blocking<Result<readonly [uid: number | undefined, username: string]>> {
  const [imageStatus, err] = yield* m.imageService.imageStatus({ image });
  if (err) return [undefined, err];
  if (imageStatus) {
    if (imageStatus.uid) return [[imageStatus.uid.value, ''], undefined];
    if (imageStatus.username) return [[undefined, imageStatus.username], undefined];
  }
  return [[0, ''], undefined];
}

/** It ended with another code than 0, or nobody knows how it fares. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#isInitContainerFailed
export function isInitContainerFailed(status: Status): boolean {
  return (status.state === 'exited' && status.exitCode !== 0) || status.state === 'unknown';
}

/** Names a container of a pod with its content: another one where its spec is changed. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#getStableKey
export function getStableKey({ metadata }: Pod, container: Container): string {
  const hash = hashContainer(container).toString(16);
  return `${metadata.name}_${metadata.namespace}_${metadata.uid}_${container.name}_${hash}`;
}

/** Stands between the parts of a directory's name. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#logPathDelimiter
const logPathDelimiter = '_';

/** Where the logs of pods stand. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#podLogsRootDirectory
export const podLogsRootDirectory = '/var/log/pods';

/** Within the directory of its pod. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#buildContainerLogsPath
export function buildContainerLogsPath(containerName: string, restartCount: number): string {
  return join(containerName, `${restartCount}.log`);
}

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#BuildContainerLogsDirectory
export function buildContainerLogsDirectory(
  podNamespace: string,
  podName: string,
  podUID: string,
  containerName: string,
): string {
  return join(buildPodLogsDirectory(podNamespace, podName, podUID), containerName);
}

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#BuildPodLogsDirectory
export function buildPodLogsDirectory(podNamespace: string, podName: string, podUID: string): string {
  return join(podLogsRootDirectory, [podNamespace, podName, podUID].join(logPathDelimiter));
}

/** The last part of a directory's name; all of it where it is an old one. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#parsePodUIDFromLogsDirectory
export function parsePodUIDFromLogsDirectory(name: string): string {
  return name.split(logPathDelimiter).at(-1) ?? '';
}

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#toKubeRuntimeStatus
export function toKubeRuntimeStatus(status: CRIRuntimeStatus): RuntimeStatus {
  const conditions = status.conditions.map(({ type, status: holds, reason = '', message = '' }) => ({
    type,
    status: holds,
    reason,
    message,
  }));
  return { conditions };
}

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#fieldProfile
function fieldProfile(scmp: SeccompProfile, profileRootPath: string): string {
  if (scmp.type === 'RuntimeDefault') return seccompProfileRuntimeDefault;
  if (scmp.type === 'Localhost' && scmp.localhostProfile)
    return seccompLocalhostProfileNamePrefix + join(profileRootPath, scmp.localhostProfile);
  return scmp.type === 'Unconfined' ? seccompProfileNameUnconfined : '';
}

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#annotationProfile
function annotationProfile(profile: string, profileRootPath: string): string {
  if (!profile.startsWith(seccompLocalhostProfileNamePrefix)) return profile;
  const name = profile.slice(seccompLocalhostProfileNamePrefix.length);
  return seccompLocalhostProfileNamePrefix + join(profileRootPath, name);
}

/** As runtimes were told in former days: the container's field, else its annotation, the pod's field, the pod's annotation. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#kubeGenericRuntimeManager.getSeccompProfilePath
export function getSeccompProfilePath(
  m: KubeGenericRuntimeManager,
  annotations: Readonly<Record<string, string>> = {},
  containerName: string,
  podSecContext: PodSecurityContext | undefined,
  containerSecContext: SecurityContext | undefined,
): string {
  if (containerSecContext?.seccompProfile)
    return fieldProfile(containerSecContext.seccompProfile, m.seccompProfileRoot);
  if (containerName !== '') {
    const profile = get(annotations, seccompContainerAnnotationKeyPrefix + containerName);
    if (profile !== undefined) return annotationProfile(profile, m.seccompProfileRoot);
  }
  if (podSecContext?.seccompProfile) return fieldProfile(podSecContext.seccompProfile, m.seccompProfileRoot);
  const profile = get(annotations, seccompPodAnnotationKey);
  return profile === undefined ? '' : annotationProfile(profile, m.seccompProfileRoot);
}

/** Without one, nothing is forbidden. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#fieldSeccompProfile
function fieldSeccompProfile(scmp: SeccompProfile, profileRootPath: string): SecurityProfile {
  if (scmp.type === 'RuntimeDefault') return { profileType: 'RuntimeDefault' };
  if (scmp.type === 'Localhost' && scmp.localhostProfile)
    return { profileType: 'Localhost', localhostRef: join(profileRootPath, scmp.localhostProfile) };
  return { profileType: 'Unconfined' };
}

/** The container's field, else the pod's. Annotations do not count here. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#kubeGenericRuntimeManager.getSeccompProfile
export function getSeccompProfile(
  m: KubeGenericRuntimeManager,
  _annotations: Readonly<Record<string, string>> | undefined,
  _containerName: string,
  podSecContext: PodSecurityContext | undefined,
  containerSecContext: SecurityContext | undefined,
): SecurityProfile {
  const profile = containerSecContext?.seccompProfile ?? podSecContext?.seccompProfile;
  return profile ? fieldSeccompProfile(profile, m.seccompProfileRoot) : { profileType: 'Unconfined' };
}

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#ipcNamespaceForPod
function ipcNamespaceForPod(pod: Pod): NamespaceMode {
  return pod.spec.hostIPC ? 'NODE' : 'POD';
}

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#networkNamespaceForPod
export function networkNamespaceForPod(pod: Pod): NamespaceMode {
  return pod.spec.hostNetwork ? 'NODE' : 'POD';
}

/** Each container has processes of its own, unless the pod says otherwise. */
// Mirrors: pkg/kubelet/kuberuntime/helpers.go#pidNamespaceForPod
function pidNamespaceForPod(pod: Pod): NamespaceMode {
  if (pod.spec.hostPID) return 'NODE';
  if (pod.spec.shareProcessNamespace) return 'POD';
  return 'CONTAINER';
}

// Mirrors: pkg/kubelet/kuberuntime/helpers.go#namespacesForPod
export function namespacesForPod(pod: Pod): NamespaceOption {
  return {
    ipc: ipcNamespaceForPod(pod),
    network: networkNamespaceForPod(pod),
    pid: pidNamespaceForPod(pod),
  };
}
