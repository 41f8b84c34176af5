import type { Container, SecurityContext } from 'kubernetes-types/core/v1';
import type { Pod } from '../api/objects.ts';

// Mirrors: pkg/securitycontext/util.go#HasPrivilegedRequest
export function hasPrivilegedRequest(container: Container): boolean {
  return container.securityContext?.privileged ?? false;
}

// Mirrors: pkg/securitycontext/util.go#HasCapabilitiesRequest
export function hasCapabilitiesRequest(container: Container): boolean {
  const { add = [], drop = [] } = container.securityContext?.capabilities ?? {};
  return add.length > 0 || drop.length > 0;
}

/** The context of a container: its own fields, and those of the pod where it has none. What seccomp is asked for is not among them. */
// Mirrors: pkg/securitycontext/util.go#DetermineEffectiveSecurityContext
export function determineEffectiveSecurityContext(pod: Pod, container: Container): SecurityContext {
  const effectiveSc = securityContextFromPodSecurityContext(pod);
  const containerSc = container.securityContext;
  if (!effectiveSc && !containerSc) return {};
  if (effectiveSc && !containerSc) return effectiveSc;
  if (!effectiveSc && containerSc) return containerSc;
  const { seccompProfile: _, windowsOptions, ...own } = containerSc ?? {};
  return {
    ...effectiveSc,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    ...(windowsOptions ? { windowsOptions: { ...effectiveSc?.windowsOptions, ...windowsOptions } } : {}),
  };
}

/** The user that a container runs as, if anybody says so. */
// Mirrors: pkg/securitycontext/util.go#DetermineEffectiveRunAsUser
export function determineEffectiveRunAsUser(pod: Pod, container: Container): number | undefined {
  return container.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser;
}

// Mirrors: pkg/securitycontext/util.go#securityContextFromPodSecurityContext
function securityContextFromPodSecurityContext(pod: Pod): SecurityContext | undefined {
  if (!pod.spec.securityContext) return undefined;
  const { seLinuxOptions, windowsOptions, runAsUser, runAsGroup, runAsNonRoot } = pod.spec.securityContext;
  return { seLinuxOptions, windowsOptions, runAsUser, runAsGroup, runAsNonRoot };
}

/** Whether the kernel is to keep a container from gaining rights. */
// Mirrors: pkg/securitycontext/util.go#AddNoNewPrivileges
export function addNoNewPrivileges(sc: SecurityContext): boolean {
  return sc.allowPrivilegeEscalation === false;
}

// Mirrors: pkg/securitycontext/util.go#defaultMaskedPaths
const defaultMaskedPaths: readonly string[] = [
  '/proc/acpi',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/proc/sched_debug',
  '/proc/scsi',
  '/sys/firmware',
];

// Mirrors: pkg/securitycontext/util.go#defaultReadonlyPaths
const defaultReadonlyPaths: readonly string[] = [
  '/proc/asound',
  '/proc/bus',
  '/proc/fs',
  '/proc/irq',
  '/proc/sys',
  '/proc/sysrq-trigger',
];

/** What a container does not see of its machine. */
// Mirrors: pkg/securitycontext/util.go#ConvertToRuntimeMaskedPaths
export function convertToRuntimeMaskedPaths(opt: string | undefined): readonly string[] {
  return opt === 'Unmasked' ? [] : defaultMaskedPaths;
}

/** What a container may see and not change. */
// Mirrors: pkg/securitycontext/util.go#ConvertToRuntimeReadonlyPaths
export function convertToRuntimeReadonlyPaths(opt: string | undefined): readonly string[] {
  return opt === 'Unmasked' ? [] : defaultReadonlyPaths;
}
