import { isNotExist } from '../../../../go/fs.ts';
import { join } from '../../../../go/filepath.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import {
  type Aggregate,
  newAggregate,
} from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { PodSandbox } from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { GCPolicy } from '../container/container_gc.ts';
import { ContainerID } from '../container/runtime.ts';
import { parsePodUIDFromLogsDirectory, podLogsRootDirectory } from './helpers.ts';
import { getKubeletContainers, killContainer, removeContainer } from './kuberuntime_container.ts';
import type { KubeGenericRuntimeManager, PodStateProvider } from './kuberuntime_manager.ts';
import { deleteSandbox, getKubeletSandboxes } from './kuberuntime_sandbox.ts';
import { getContainerInfoFromLabels } from './labels.ts';
import { getContainerIDFromLegacyLogSymlink, legacyContainerLogsDir, legacyLogSuffix } from './legacy.ts';

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGCInfo
interface ContainerGCInfo {
  readonly id: string;
  readonly name: string;
  readonly createTime: number;
  /** Nobody knows whether it runs: it is to be stopped first. */
  readonly unknown: boolean;
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#sandboxGCInfo
interface SandboxGCInfo {
  readonly id: string;
  readonly createTime: number;
  /** It is ready, or has containers. */
  readonly active: boolean;
}

/** The containers of one name in one pod. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#evictUnit
interface EvictUnit {
  readonly uid: string;
  readonly name: string;
  containers: readonly ContainerGCInfo[];
}

/** By uid and name. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containersByEvictUnit
type ContainersByEvictUnit = Map<string, EvictUnit>;

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containersByEvictUnit.NumContainers
function numContainers(cu: ContainersByEvictUnit): number {
  return [...cu.values()].reduce((num, { containers }) => num + containers.length, 0);
}

/** The newest first. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#byCreated
const byCreated = (a: ContainerGCInfo, b: ContainerGCInfo): number => b.createTime - a.createTime;

/** The newest first. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#sandboxByCreated
const sandboxByCreated = (a: SandboxGCInfo, b: SandboxGCInfo): number => b.createTime - a.createTime;

/** Takes away dead containers, sandboxes without any, and logs of pods that are gone. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC
export class ContainerGC {
  readonly #manager: KubeGenericRuntimeManager;
  readonly #podStateProvider: PodStateProvider;

  constructor(podStateProvider: PodStateProvider, manager: KubeGenericRuntimeManager) {
    this.#manager = manager;
    this.#podStateProvider = podStateProvider;
  }

  /** Leaves so many of each unit. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC.enforceMaxContainersPerEvictUnit
  *#enforceMaxContainersPerEvictUnit(
    evictUnits: ContainersByEvictUnit,
    maxContainers: number,
  ): Blocking<void> {
    for (const unit of evictUnits.values()) {
      const toRemove = unit.containers.length - maxContainers;
      if (toRemove > 0) unit.containers = yield* this.#removeOldestN(unit.containers, toRemove);
    }
  }

  /** Takes the oldest away, oldest first. Gives the others; those that would not go are not among them either. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC.removeOldestN
  *#removeOldestN(
    containers: readonly ContainerGCInfo[],
    toRemove: number,
  ): Blocking<readonly ContainerGCInfo[]> {
    const numToKeep = containers.length - toRemove;
    const sorted = numToKeep > 0 ? containers.toSorted(byCreated) : containers;
    for (const { id, name, unknown } of sorted.slice(numToKeep).reverse()) {
      if (unknown) {
        const containerID = new ContainerID(this.#manager.runtimeName, id);
        const message = 'Container is in unknown state, try killing it before removal';
        if (yield* killContainer(this.#manager, undefined, containerID, name, message, undefined)) continue;
      }
      yield* removeContainer(this.#manager, id);
    }
    return sorted.slice(0, numToKeep);
  }

  /** Of the oldest sandboxes takes those away that are not active. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC.removeOldestNSandboxes
  *#removeOldestNSandboxes(sandboxes: readonly SandboxGCInfo[], toRemove: number): Blocking<void> {
    const numToKeep = sandboxes.length - toRemove;
    const sorted = numToKeep > 0 ? sandboxes.toSorted(sandboxByCreated) : sandboxes;
    for (const { id, active } of sorted.slice(numToKeep).reverse())
      if (!active) yield* deleteSandbox(this.#manager, id);
  }

  /** Those that do not run, and are old enough. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC.evictableContainers
  *evictableContainers(minAgeMs: number): Blocking<Result<ContainersByEvictUnit>> {
    const [containers, err] = yield* getKubeletContainers(this.#manager, true);
    if (err) return [undefined, err];
    const evictUnits: ContainersByEvictUnit = new Map();
    const newestGCTime = this.#manager.sim.now - minAgeMs;
    for (const container of containers) {
      if (container.state === 'CONTAINER_RUNNING') continue;
      if (newestGCTime < container.createdAt) continue;
      const { podUID: uid } = getContainerInfoFromLabels(container.labels);
      const name = container.metadata?.name ?? '';
      const containerInfo: ContainerGCInfo = {
        id: container.id,
        name,
        createTime: container.createdAt,
        unknown: container.state === 'CONTAINER_UNKNOWN',
      };
      const key = `${uid}/${name}`;
      const before = evictUnits.get(key)?.containers ?? [];
      evictUnits.set(key, { uid, name, containers: [...before, containerInfo] });
    }
    return [evictUnits, undefined];
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC.evictContainers
  *#evictContainers(
    gcPolicy: GCPolicy,
    allSourcesReady: boolean,
    evictTerminatedPods: boolean,
  ): Blocking<Error | undefined> {
    const [evictUnits, err] = yield* this.evictableContainers(gcPolicy.minAgeMs);
    if (err) return err;
    // Which pods are gone is known when every source has been heard of.
    if (allSourcesReady) {
      for (const [key, { uid, containers }] of [...evictUnits]) {
        if (!this.#isToGo(uid, evictTerminatedPods)) continue;
        yield* this.#removeOldestN(containers, containers.length);
        evictUnits.delete(key);
      }
    }
    if (gcPolicy.maxPerPodContainer >= 0)
      yield* this.#enforceMaxContainersPerEvictUnit(evictUnits, gcPolicy.maxPerPodContainer);
    const { maxContainers } = gcPolicy;
    if (maxContainers < 0 || numContainers(evictUnits) <= maxContainers) return undefined;
    // As many of each unit, and at least one.
    const numContainersPerEvictUnit = Math.max(1, Math.floor(maxContainers / evictUnits.size));
    yield* this.#enforceMaxContainersPerEvictUnit(evictUnits, numContainersPerEvictUnit);
    const left = numContainers(evictUnits);
    if (left <= maxContainers) return undefined;
    const flattened = [...evictUnits.values()].flatMap(({ containers }) => containers);
    yield* this.#removeOldestN(flattened.sort(byCreated), left - maxContainers);
    return undefined;
  }

  /** Whether a pod is deleted, or has ended and is not wanted any more. */
  // Part of: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC.evictContainers
  #isToGo(uid: string, evictTerminatedPods: boolean): boolean {
    const provider = this.#podStateProvider;
    return provider.isPodDeleted(uid) || (provider.isPodTerminated(uid) && evictTerminatedPods);
  }

  /** Takes away sandboxes that are neither ready nor have containers; the newest of a pod that is there stays. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC.evictSandboxes
  *#evictSandboxes(evictTerminatedPods: boolean): Blocking<Error | undefined> {
    const [containers, containersErr] = yield* getKubeletContainers(this.#manager, true);
    if (containersErr) return containersErr;
    const [sandboxes, err] = yield* getKubeletSandboxes(this.#manager, true);
    if (err) return err;
    const sandboxIDs = new Set(containers.map(({ podSandboxId }) => podSandboxId));
    const sandboxesByPod = new Map<string, PodSandbox[]>();
    for (const sandbox of sandboxes) {
      const podUID = sandbox.metadata?.uid ?? '';
      sandboxesByPod.set(podUID, [...(sandboxesByPod.get(podUID) ?? []), sandbox]);
    }
    for (const [podUID, ofPod] of sandboxesByPod) {
      const infos = ofPod.map(({ id, createdAt, state }): SandboxGCInfo => ({
        id,
        createTime: createdAt,
        active: state === 'SANDBOX_READY' || sandboxIDs.has(id),
      }));
      const toRemove = this.#isToGo(podUID, evictTerminatedPods) ? infos.length : infos.length - 1;
      yield* this.#removeOldestNSandboxes(infos, toRemove);
    }
    return undefined;
  }

  /** Takes away the directories of logs of pods that are gone, and links that lead nowhere. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC.evictPodLogsDirectories
  *#evictPodLogsDirectories(allSourcesReady: boolean): Blocking<Error | undefined> {
    const { osInterface } = this.#manager;
    if (allSourcesReady) {
      const [dirs, err] = osInterface.readDir(podLogsRootDirectory);
      if (err) {
        const text = `failed to read podLogsRootDirectory ${quote(podLogsRootDirectory)}: ${err.message}`;
        return new Error(text);
      }
      for (const name of dirs) {
        if (!this.#podStateProvider.isPodDeleted(parsePodUIDFromLogsDirectory(name))) continue;
        osInterface.removeAll(join(podLogsRootDirectory, name));
      }
    }
    const [logSymlinks = []] = osInterface.glob(join(legacyContainerLogsDir, `*.${legacyLogSuffix}`));
    for (const logSymlink of logSymlinks) {
      if (!isNotExist(osInterface.stat(logSymlink))) continue;
      const [containerID] = getContainerIDFromLegacyLogSymlink(logSymlink);
      if (containerID !== undefined) {
        const [status] = yield* this.#manager.runtimeService.containerStatus(containerID);
        // While the log of one that runs is rotated, it is not there for a moment.
        if (status && status.state !== 'CONTAINER_EXITED') continue;
      }
      osInterface.remove(logSymlink);
    }
    return undefined;
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#containerGC.GarbageCollect
  *garbageCollect(
    gcPolicy: GCPolicy,
    allSourcesReady: boolean,
    evictTerminatedPods: boolean,
  ): Blocking<Aggregate | undefined> {
    return newAggregate([
      yield* this.#evictContainers(gcPolicy, allSourcesReady, evictTerminatedPods),
      yield* this.#evictSandboxes(evictTerminatedPods),
      yield* this.#evictPodLogsDirectories(allSourcesReady),
    ]);
  }
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_gc.go#newContainerGC
export function newContainerGC(
  podStateProvider: PodStateProvider,
  manager: KubeGenericRuntimeManager,
): ContainerGC {
  return new ContainerGC(podStateProvider, manager);
}
