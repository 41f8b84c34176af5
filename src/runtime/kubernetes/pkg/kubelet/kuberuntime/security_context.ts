import type { Capabilities, Container, SecurityContext, SELinuxOptions } from 'kubernetes-types/core/v1';
import type {
  Capability,
  LinuxContainerSecurityContext,
  SELinuxOption,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { Pod } from '../../api/objects.ts';
import { getProfileNameFromPodAnnotations } from '../../security/apparmor/helpers.ts';
import {
  addNoNewPrivileges,
  convertToRuntimeMaskedPaths,
  convertToRuntimeReadonlyPaths,
  determineEffectiveSecurityContext as effectiveSecurityContext,
} from '../../securitycontext/util.ts';
import { getSeccompProfile, getSeccompProfilePath, namespacesForPod } from './helpers.ts';
import type { KubeGenericRuntimeManager } from './kuberuntime_manager.ts';

/** What a runtime is told of a container's rights. `uid` and `username` are those of its image; one of them is set. */
// Mirrors: pkg/kubelet/kuberuntime/security_context.go#kubeGenericRuntimeManager.determineEffectiveSecurityContext
export function determineEffectiveSecurityContext(
  m: KubeGenericRuntimeManager,
  pod: Pod,
  container: Container,
  uid: number | undefined,
  username: string,
): LinuxContainerSecurityContext {
  const effectiveSc = effectiveSecurityContext(pod, container);
  const synthesized = convertToRuntimeSecurityContext(effectiveSc);
  const podSc = pod.spec.securityContext;
  const profile = [pod.metadata.annotations, container.name, podSc, container.securityContext] as const;
  const ofImage = { runAsUser: uid === undefined ? undefined : { value: uid }, runAsUsername: username };
  const { fsGroup, supplementalGroups = [] } = podSc ?? {};
  return {
    ...synthesized,
    seccompProfilePath: getSeccompProfilePath(m, ...profile),
    seccomp: getSeccompProfile(m, ...profile),
    apparmorProfile: getProfileNameFromPodAnnotations(pod.metadata.annotations, container.name),
    ...(synthesized.runAsUser ? {} : ofImage),
    namespaceOptions: namespacesForPod(pod),
    supplementalGroups: [
      ...(fsGroup === undefined ? [] : [fsGroup]),
      ...supplementalGroups,
      ...m.runtimeHelper.getExtraSupplementalGroupsForPod(pod),
    ],
    noNewPrivs: addNoNewPrivileges(effectiveSc),
    maskedPaths: convertToRuntimeMaskedPaths(effectiveSc.procMount),
    readonlyPaths: convertToRuntimeReadonlyPaths(effectiveSc.procMount),
  };
}

// Mirrors: pkg/kubelet/kuberuntime/security_context.go#convertToRuntimeSecurityContext
function convertToRuntimeSecurityContext(securityContext: SecurityContext): LinuxContainerSecurityContext {
  const { runAsUser, runAsGroup, privileged, readOnlyRootFilesystem } = securityContext;
  return {
    capabilities: convertToRuntimeCapabilities(securityContext.capabilities),
    selinuxOptions: convertToRuntimeSELinuxOption(securityContext.seLinuxOptions),
    runAsUser: runAsUser === undefined ? undefined : { value: runAsUser },
    runAsGroup: runAsGroup === undefined ? undefined : { value: runAsGroup },
    privileged: privileged ?? false,
    readonlyRootfs: readOnlyRootFilesystem ?? false,
  };
}

// Mirrors: pkg/kubelet/kuberuntime/security_context.go#convertToRuntimeSELinuxOption
export function convertToRuntimeSELinuxOption(opts: SELinuxOptions | undefined): SELinuxOption | undefined {
  return opts && { user: opts.user, role: opts.role, type: opts.type, level: opts.level };
}

// Mirrors: pkg/kubelet/kuberuntime/security_context.go#convertToRuntimeCapabilities
function convertToRuntimeCapabilities(opts: Capabilities | undefined): Capability | undefined {
  return opts && { addCapabilities: opts.add ?? [], dropCapabilities: opts.drop ?? [] };
}
