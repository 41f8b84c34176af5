import type { ContainerState } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { epoch, managerWith, noFiles, run } from '../../kubelet/runtime-manager.ts';
import { SortedRuntimeService } from '../../kubelet/sorted-runtime-service.ts';

interface Question {
  readonly MinAgeS: number;
  readonly MaxPerPod: number;
  readonly MaxTotal: number;
  readonly AllSourcesReady: boolean;
  readonly EvictTerminated: boolean;
  readonly Existing: readonly string[];
  readonly Running: readonly string[];
  readonly Containers: readonly {
    readonly ID: string;
    readonly Name: string;
    readonly UID: string;
    readonly State: ContainerState;
    readonly Sandbox: string;
    readonly AgeS: number;
    readonly Attempt: number;
  }[];
  readonly Sandboxes: readonly {
    readonly ID: string;
    readonly UID: string;
    readonly State: 'ready' | 'notready';
    readonly AgeS: number;
    readonly Attempt: number;
  }[];
  readonly LogDirs: readonly string[];
}

/** Tells what is removed, and what was stopped before. */
class WatchedRuntimeService extends SortedRuntimeService {
  readonly stopped: string[] = [];
  readonly removed: string[] = [];
  readonly removedSandboxes: string[] = [];

  override *stopContainer(containerID: string, timeoutS: number) {
    this.stopped.push(containerID);
    return yield* super.stopContainer(containerID, timeoutS);
  }

  override *removeContainer(containerID: string) {
    this.removed.push(containerID);
    return yield* super.removeContainer(containerID);
  }

  override *removePodSandbox(podSandboxID: string) {
    this.removedSandboxes.push(podSandboxID);
    return yield* super.removePodSandbox(podSandboxID);
  }
}

function runtimeOf(sim: Sim, { Containers, Sandboxes }: Question): WatchedRuntimeService {
  const runtimeService = new WatchedRuntimeService(sim);
  runtimeService.setFakeContainers(
    Containers.map((c) => ({
      id: c.ID,
      metadata: { name: c.Name, attempt: c.Attempt },
      state: c.State,
      createdAt: sim.now - c.AgeS * 1000,
      startedAt: 0,
      finishedAt: 0,
      exitCode: 0,
      image: { image: 'image' },
      imageRef: 'image',
      labels: { 'io.kubernetes.pod.uid': c.UID, 'io.kubernetes.container.name': c.Name },
      sandboxID: c.Sandbox,
    })),
  );
  runtimeService.setFakeSandboxes(
    Sandboxes.map((s) => ({
      id: s.ID,
      metadata: { name: 'p', namespace: 'ns', uid: s.UID, attempt: s.Attempt },
      state: s.State === 'ready' ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY',
      createdAt: sim.now - s.AgeS * 1000,
    })),
  );
  return runtimeService;
}

/** What the garbage collector takes away, and what it leaves. */
export function answer(question: unknown): unknown {
  const asked = question as Question;
  const sim = new Sim({ epoch });
  const runtimeService = runtimeOf(sim, asked);
  const removedLogDirs: string[] = [];
  const manager = managerWith({
    sim,
    runtimeService,
    osInterface: {
      ...noFiles,
      readDir: () => [asked.LogDirs, undefined],
      removeAll: (path) => void removedLogDirs.push(path),
    },
    podStateProvider: {
      isPodDeleted: (uid) => !asked.Existing.includes(uid),
      isPodTerminated: (uid) => !asked.Running.includes(uid),
    },
  });
  const minAgeMs = asked.MinAgeS * 1000;
  const [units] = run(sim, manager.containerGC.evictableContainers(minAgeMs));
  const evictable = Object.fromEntries(
    [...(units ?? [])].map(([key, { containers }]) => [key, containers.map(({ id }) => id)]),
  );
  const policy = { minAgeMs, maxPerPodContainer: asked.MaxPerPod, maxContainers: asked.MaxTotal };
  const err = run(sim, manager.garbageCollect(policy, asked.AllSourcesReady, asked.EvictTerminated));
  const removedPerUnit: Record<string, string[]> = {};
  for (const id of runtimeService.removed) {
    const { UID, Name } = asked.Containers.find(({ ID }) => ID === id)!;
    (removedPerUnit[`${UID}/${Name}`] ??= []).push(id);
  }
  return {
    evictable,
    left: [...runtimeService.containers.keys()].sort(),
    leftSandboxes: [...runtimeService.sandboxes.keys()].sort(),
    removed: runtimeService.removed.toSorted(),
    removedLogDirs,
    removedPerUnit,
    removedSandboxes: runtimeService.removedSandboxes.toSorted(),
    stoppedFirst: runtimeService.stopped.toSorted(),
    ...(err ? { error: err.message } : {}),
  };
}
