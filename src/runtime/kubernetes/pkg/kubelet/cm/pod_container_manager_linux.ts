import { list } from '../../../../go/fmt.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../../api/objects.ts';
import { getPodQOS } from '../../apis/core/v1/helper/qos/qos.ts';
import { newCgroupName } from './cgroup_manager_linux.ts';
import { getPodCgroupNameSuffix, resourceConfigForPod } from './helpers_linux.ts';
import type { CgroupManager, CgroupName, PodContainerManager, QOSContainersInfo } from './types.ts';

// Mirrors: pkg/kubelet/cm/pod_container_manager_linux.go#podCgroupNamePrefix
const podCgroupNamePrefix = 'pod';

/** What a pod container manager works with. */
export interface PodContainers {
  readonly gates: Gates;
  readonly qosContainersInfo: QOSContainersInfo;
  readonly cgroupManager: CgroupManager;
  /** How many processes a pod may have; 0 or less for no limit. */
  readonly podPidsLimit: number;
  readonly enforceCPULimits: boolean;
  readonly cpuCFSQuotaPeriodUs: number;
}

/** Gives each pod a cgroup, below that of its class. */
// Mirrors: pkg/kubelet/cm/pod_container_manager_linux.go#podContainerManagerImpl
class PodContainerManagerImpl implements PodContainerManager {
  readonly #m: PodContainers;

  constructor(parts: PodContainers) {
    this.#m = parts;
  }

  // Mirrors: pkg/kubelet/cm/pod_container_manager_linux.go#podContainerManagerImpl.Exists
  exists(pod: Pod): boolean {
    const [podContainerName] = this.getPodContainerName(pod);
    return this.#m.cgroupManager.exists(podContainerName);
  }

  /** One that is there is left as it is. */
  // Mirrors: pkg/kubelet/cm/pod_container_manager_linux.go#podContainerManagerImpl.EnsureExists
  ensureExists(pod: Pod): Error | undefined {
    const { cgroupManager, cpuCFSQuotaPeriodUs, enforceCPULimits, gates, podPidsLimit } = this.#m;
    const [name] = this.getPodContainerName(pod);
    if (this.exists(pod)) return undefined;
    const resourceParameters = resourceConfigForPod(gates, pod, enforceCPULimits, cpuCFSQuotaPeriodUs);
    if (podPidsLimit > 0) resourceParameters.pidsLimit = podPidsLimit;
    const err = cgroupManager.create({ name, resourceParameters });
    return err && new Error(`failed to create container for ${list(name)} : ${err.message}`);
  }

  // Mirrors: pkg/kubelet/cm/pod_container_manager_linux.go#podContainerManagerImpl.GetPodContainerName
  getPodContainerName(pod: Pod): readonly [name: CgroupName, path: string] {
    const { cgroupManager, qosContainersInfo } = this.#m;
    const parents = {
      Guaranteed: qosContainersInfo.guaranteed,
      Burstable: qosContainersInfo.burstable,
      BestEffort: qosContainersInfo.bestEffort,
    };
    const podContainer = getPodCgroupNameSuffix(pod.metadata.uid);
    const cgroupName = newCgroupName(parents[getPodQOS(pod)], podContainer);
    return [cgroupName, cgroupManager.name(cgroupName)];
  }

  // Mirrors: pkg/kubelet/cm/pod_container_manager_linux.go#podContainerManagerImpl.Destroy
  destroy(podCgroup: CgroupName): Error | undefined {
    const { cgroupManager } = this.#m;
    const alive = cgroupManager.killAll(podCgroup);
    if (alive) {
      const text = `failed to kill all the processes attached to the ${list(podCgroup)} cgroups`;
      return new Error(`${text} : ${alive.message}`);
    }
    const err = cgroupManager.destroy({ name: podCgroup, resourceParameters: {} });
    return err && new Error(`failed to delete cgroup paths for ${list(podCgroup)} : ${err.message}`);
  }

  // Mirrors: pkg/kubelet/cm/pod_container_manager_linux.go#podContainerManagerImpl.ReduceCPULimits
  reduceCPULimits(podCgroup: CgroupName): Error | undefined {
    return this.#m.cgroupManager.reduceCPULimits(podCgroup);
  }

  /** Only how long the way is tells of which class it may be. */
  // Mirrors: pkg/kubelet/cm/pod_container_manager_linux.go#podContainerManagerImpl.IsPodCgroup
  isPodCgroup(cgroupfs: string): string | undefined {
    const { cgroupManager, qosContainersInfo } = this.#m;
    const cgroupName = cgroupManager.cgroupName(cgroupfs);
    const { bestEffort, burstable, guaranteed } = qosContainersInfo;
    let basePath = '';
    for (const { length } of [bestEffort, burstable, guaranteed])
      if (cgroupName.length === length + 1) basePath = cgroupName[length] ?? '';
    if (!basePath.startsWith(podCgroupNamePrefix)) return undefined;
    const parts = basePath.split(podCgroupNamePrefix);
    return parts.length === 2 ? parts[1] : undefined;
  }
}

/** One that gives pods cgroups of their own: what `--cgroups-per-qos` asks for. */
// Part of: pkg/kubelet/cm/container_manager_linux.go#containerManagerImpl.NewPodContainerManager
export function newPodContainerManager(parts: PodContainers): PodContainerManager {
  return new PodContainerManagerImpl(parts);
}
