import {
  parseCgroupfsToCgroupName,
  toCgroupfs,
} from '../../../src/runtime/kubernetes/pkg/kubelet/cm/cgroup_manager_linux.ts';
import type {
  CgroupConfig,
  CgroupManager,
  ResourceConfig,
} from '../../../src/runtime/kubernetes/pkg/kubelet/cm/types.ts';

/** A configuration as the recordings tell it: without huge pages, which hang on the machine. */
export function toldConfig(config: ResourceConfig | undefined): unknown {
  const { cpuPeriodUs, cpuQuota, cpuShares, memory, pidsLimit } = config ?? {};
  return { cpuPeriod: cpuPeriodUs, cpuQuota, cpuShares, memory, pidsLimit };
}

/** A manager of cgroups that only tells what it was asked for. */
export function toldCgroups(told: unknown[], exists: boolean): CgroupManager {
  const tell =
    (verb: string) =>
    ({ name, resourceParameters }: CgroupConfig): undefined =>
      void told.push([verb, toCgroupfs(name), toldConfig(resourceParameters)]);
  return {
    create: tell('create'),
    destroy: tell('destroy'),
    update: tell('update'),
    exists: () => exists,
    name: toCgroupfs,
    cgroupName: parseCgroupfsToCgroupName,
    killAll: () => undefined,
    reduceCPULimits: () => undefined,
    getResourceStats: () => [undefined, new Error('no stats')],
  };
}
