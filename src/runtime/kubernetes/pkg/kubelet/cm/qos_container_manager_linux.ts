import { minute } from '../../../../go/duration.ts';
import { list } from '../../../../go/fmt.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { neverStop, until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import { mustParse } from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../../api/objects.ts';
import { podRequestsAndLimits } from '../../api/v1/resource/helpers.ts';
import { getPodQOS } from '../../apis/core/v1/helper/qos/qos.ts';
import { newCgroupName } from './cgroup_manager_linux.ts';
import { milliCPUToShares, minShares } from './helpers_linux.ts';
import type { CgroupManager, CgroupName, QOSContainersInfo, ResourceConfig } from './types.ts';

// Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#periodicQOSCgroupUpdateInterval
const periodicQOSCgroupUpdateIntervalMs = minute;

type ResourceList = Readonly<Record<string, string>>;

/** The two classes that have a cgroup of their own; what is guaranteed stands beside them. */
type Tier = 'Burstable' | 'BestEffort';

/** A tier and what it is to give. */
interface TierConfig {
  readonly name: CgroupName;
  readonly resourceParameters: ResourceConfig;
}

type TierConfigs = Readonly<Record<Tier, TierConfig>>;

/** As good as unbounded. */
const unbounded = 2 ** 62;

/** What a manager of tiers works with. */
export interface QOSContainers {
  readonly sim: Sim;
  readonly gates: Gates;
  readonly cgroupManager: CgroupManager;
  readonly cgroupRoot: CgroupName;
  /** How much of what pods ask for is kept from those below them, in per cent. */
  readonly qosReserved: Readonly<Record<string, number>>;
  /** The sizes of huge pages that the kernel knows, in bytes. */
  readonly hugePageSizes: readonly number[];
}

/** Keeps the cgroups of the classes of pods in step with what their pods ask for. */
// Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#QOSContainerManager
export interface QOSContainerManager {
  start(getNodeAllocatable: () => ResourceList, activePods: () => readonly Pod[]): Error | undefined;
  getQOSContainersInfo(): QOSContainersInfo;
  updateCgroups(): Error | undefined;
}

// Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#qosContainerManagerImpl
class QOSContainerManagerImpl implements QOSContainerManager {
  readonly #m: QOSContainers;
  #qosContainersInfo: QOSContainersInfo = { guaranteed: [], burstable: [], bestEffort: [] };
  #activePods: () => readonly Pod[] = () => [];
  #getNodeAllocatable: () => ResourceList = () => ({});

  constructor(parts: QOSContainers) {
    this.#m = parts;
  }

  // Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#qosContainerManagerImpl.GetQOSContainersInfo
  getQOSContainersInfo(): QOSContainersInfo {
    return this.#qosContainersInfo;
  }

  // Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#qosContainerManagerImpl.Start
  start(getNodeAllocatable: () => ResourceList, activePods: () => readonly Pod[]): Error | undefined {
    const { cgroupManager: cm, cgroupRoot: root, sim } = this.#m;
    if (!cm.exists(root)) return new Error(`root container ${list(root)} doesn't exist`);
    const [burstable, bestEffort] = ['burstable', 'besteffort'].map((tier) => newCgroupName(root, tier));
    const tiers: TierConfigs = {
      Burstable: { name: burstable!, resourceParameters: {} },
      BestEffort: { name: bestEffort!, resourceParameters: { cpuShares: minShares } },
    };
    for (const [qosClass, config] of Object.entries(tiers)) {
      this.#setHugePagesUnbounded(config);
      const [verb, err] = cm.exists(config.name)
        ? (['update', cm.update(config)] as const)
        : (['create', cm.create(config)] as const);
      if (err) return new Error(`failed to ${verb} top level ${qosClass} QOS cgroup : ${err.message}`);
    }
    this.#qosContainersInfo = { guaranteed: root, burstable: burstable!, bestEffort: bestEffort! };
    this.#getNodeAllocatable = getNodeAllocatable;
    this.#activePods = activePods;
    // One that fails is tried again with the next turn.
    const update = function* (manager: QOSContainerManagerImpl): Blocking<void> {
      manager.updateCgroups();
    };
    const updating = until(sim, () => update(this), periodicQOSCgroupUpdateIntervalMs, neverStop);
    sim.go('qos-container-manager', updating);
    return undefined;
  }

  /** Pods are bounded, not their class. */
  // Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#qosContainerManagerImpl.setHugePagesUnbounded
  #setHugePagesUnbounded({ resourceParameters }: TierConfig): void {
    resourceParameters.hugePageLimit = new Map(this.#m.hugePageSizes.map((size) => [size, unbounded]));
  }

  // Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#qosContainerManagerImpl.setHugePagesConfig
  #setHugePagesConfig(configs: TierConfigs): void {
    for (const config of Object.values(configs)) this.#setHugePagesUnbounded(config);
  }

  /** What is burstable gets as much as its pods ask for together; what asked for nothing, as little as can be. */
  // Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#qosContainerManagerImpl.setCPUCgroupConfig
  #setCPUCgroupConfig(configs: TierConfigs): void {
    const burstablePodCPURequest = this.#activePods()
      .filter((pod) => getPodQOS(pod) === 'Burstable')
      .map((pod) => podRequestsAndLimits(pod).reqs.get('cpu')?.milliValue() ?? 0)
      .reduce((sum, request) => sum + request, 0);
    configs.BestEffort.resourceParameters.cpuShares = minShares;
    configs.Burstable.resourceParameters.cpuShares = milliCPUToShares(burstablePodCPURequest);
  }

  /** Keeps a share of the memory that pods ask for from the classes below theirs. */
  // Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#qosContainerManagerImpl.setMemoryReserve
  #setMemoryReserve(configs: TierConfigs, percentReserve: number): void {
    const requests = { Guaranteed: 0, Burstable: 0 };
    for (const pod of this.#activePods()) {
      const qosClass = getPodQOS(pod);
      if (qosClass === 'BestEffort') continue;
      requests[qosClass] += podRequestsAndLimits(pod).reqs.get('memory')?.value() ?? 0;
    }
    const allocatable = mustParse(this.#getNodeAllocatable().memory ?? '0').value();
    if (allocatable === 0) return;
    const reserved = (amount: number): number => Math.trunc((amount * percentReserve) / 100);
    const burstableLimit = allocatable - reserved(requests.Guaranteed);
    const bestEffortLimit = burstableLimit - reserved(requests.Burstable);
    configs.Burstable.resourceParameters.memory = burstableLimit;
    configs.BestEffort.resourceParameters.memory = bestEffortLimit;
  }

  /** No limit can be below what is used already. */
  // Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#qosContainerManagerImpl.retrySetMemoryReserve
  #retrySetMemoryReserve(configs: TierConfigs): void {
    for (const { name, resourceParameters } of Object.values(configs)) {
      const [stats, err] = this.#m.cgroupManager.getResourceStats(name);
      if (err) return;
      const { usage } = stats.memoryStats;
      const { memory } = resourceParameters;
      if (memory !== undefined && usage > memory) resourceParameters.memory = usage;
    }
  }

  // Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#qosContainerManagerImpl.UpdateCgroups
  updateCgroups(): Error | undefined {
    const { cgroupManager, gates, qosReserved } = this.#m;
    const qosConfigs: TierConfigs = {
      Burstable: { name: this.#qosContainersInfo.burstable, resourceParameters: {} },
      BestEffort: { name: this.#qosContainersInfo.bestEffort, resourceParameters: {} },
    };
    this.#setCPUCgroupConfig(qosConfigs);
    this.#setHugePagesConfig(qosConfigs);
    if (gates.enabled('QOSReserved')) {
      const percentReserve = qosReserved.memory;
      if (percentReserve !== undefined) this.#setMemoryReserve(qosConfigs, percentReserve);
      const errs = Object.values(qosConfigs).map((config) => cgroupManager.update(config));
      if (errs.every((err) => err === undefined)) return undefined;
      if (percentReserve !== undefined) this.#retrySetMemoryReserve(qosConfigs);
    }
    for (const config of Object.values(qosConfigs)) {
      const err = cgroupManager.update(config);
      if (err) return err;
    }
    return undefined;
  }
}

// Mirrors: pkg/kubelet/cm/qos_container_manager_linux.go#NewQOSContainerManager
export function newQOSContainerManager(parts: QOSContainers): QOSContainerManager {
  return new QOSContainerManagerImpl(parts);
}
