import type { Threshold } from '../eviction/api/types.ts';

/** How the cgroups of a node are laid out, as flags say. */
// Mirrors: pkg/kubelet/cm/container_manager.go#NodeConfig
export interface NodeConfig extends NodeAllocatableConfig {
  readonly cgroupsPerQOS: boolean;
}

/** What pods may not have, and whose bounds are enforced. */
// Mirrors: pkg/kubelet/cm/container_manager.go#NodeAllocatableConfig
export interface NodeAllocatableConfig {
  readonly kubeReservedCgroupName: string;
  readonly systemReservedCgroupName: string;
  /** Any of `pods`, `system-reserved` and `kube-reserved`. */
  readonly enforceNodeAllocatable: ReadonlySet<string>;
  readonly kubeReserved: Readonly<Record<string, string>>;
  readonly systemReserved: Readonly<Record<string, string>>;
  readonly hardEvictionThresholds: readonly Threshold[];
}
