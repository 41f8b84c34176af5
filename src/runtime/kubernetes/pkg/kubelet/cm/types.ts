import type { Result } from '../../../../go/result.ts';
import type { Pod } from '../../api/objects.ts';

/** What a cgroup gives. What is not there is left as it is. */
// Mirrors: pkg/kubelet/cm/types.go#ResourceConfig
export interface ResourceConfig {
  /** In bytes. */
  memory?: number;
  /** How much of the processor it gets beside others. */
  cpuShares?: number;
  /** For how many microseconds of each period it may run; -1 for all. */
  cpuQuota?: number;
  cpuPeriodUs?: number;
  /** In bytes, by the size of a page in bytes. */
  hugePageLimit?: ReadonlyMap<number, number>;
  pidsLimit?: number;
}

/** The way from the root, one name for each step, whatever the driver. */
// Mirrors: pkg/kubelet/cm/types.go#CgroupName
export type CgroupName = readonly string[];

// Mirrors: pkg/kubelet/cm/types.go#CgroupConfig
export interface CgroupConfig {
  readonly name: CgroupName;
  readonly resourceParameters: ResourceConfig | undefined;
}

// Mirrors: pkg/kubelet/cm/types.go#MemoryStats
export interface MemoryStats {
  readonly usage: number;
}

// Mirrors: pkg/kubelet/cm/types.go#ResourceStats
export interface ResourceStats {
  readonly memoryStats: MemoryStats;
}

/** Makes and changes cgroups of the machine. */
// Mirrors: pkg/kubelet/cm/types.go#CgroupManager
export interface CgroupManager {
  create(cgroupConfig: CgroupConfig): Error | undefined;
  destroy(cgroupConfig: CgroupConfig): Error | undefined;
  update(cgroupConfig: CgroupConfig): Error | undefined;
  exists(name: CgroupName): boolean;
  /** As the driver spells it: where it lies below each controller. */
  name(name: CgroupName): string;
  cgroupName(name: string): CgroupName;
  /** Ends all processes in it and below. */
  killAll(name: CgroupName): Error | undefined;
  reduceCPULimits(cgroupName: CgroupName): Error | undefined;
  getResourceStats(name: CgroupName): Result<ResourceStats>;
}

/** Where pods of each class have theirs. */
// Mirrors: pkg/kubelet/cm/types.go#QOSContainersInfo
export interface QOSContainersInfo {
  readonly guaranteed: CgroupName;
  readonly bestEffort: CgroupName;
  readonly burstable: CgroupName;
}

// Mirrors: pkg/kubelet/cm/types.go#PodContainerManager
export interface PodContainerManager {
  getPodContainerName(pod: Pod): readonly [name: CgroupName, path: string];
  ensureExists(pod: Pod): Error | undefined;
  exists(pod: Pod): boolean;
  /** With all processes in it. */
  destroy(name: CgroupName): Error | undefined;
  reduceCPULimits(name: CgroupName): Error | undefined;
  /** The uid of the pod whose cgroup has that path; undefined if it is none of a pod. */
  isPodCgroup(cgroupfs: string): string | undefined;
}
