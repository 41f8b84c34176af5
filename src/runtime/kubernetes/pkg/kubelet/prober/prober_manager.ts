import type { ContainerStatus, PodStatus } from 'kubernetes-types/core/v1';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { forever } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../../api/objects.ts';
import { type CommandRunner, type ContainerID, parseContainerID } from '../container/runtime.ts';
import { type Network, type Prober, newProber } from './prober.ts';
import {
  type Manager as ResultsManager,
  newManager as newResultsManager,
} from './results/results_manager.ts';
import { type Worker, newWorker } from './worker.ts';

/** Probes the containers of pods, each as often as it asks for, and says of pods what came of that. */
// Mirrors: pkg/kubelet/prober/prober_manager.go#Manager
export interface Manager {
  /** Begins all probes of a pod. */
  addPod(pod: Pod): void;
  removePod(pod: Pod): void;
  /** Ends all probes of other pods than these. */
  cleanupPods(desiredPods: ReadonlySet<string>): void;
  /** The status with what is known of its containers: whether they have started, and are ready. */
  updatePodStatus(podUID: string, podStatus: PodStatus): PodStatus;
  start(): void;
}

/** What is known of pods, and who keeps it. */
export interface StatusManager {
  getPodStatus(uid: string): PodStatus | undefined;
  setContainerReadiness(podUID: string, containerID: ContainerID, ready: boolean): void;
  setContainerStartup(podUID: string, containerID: ContainerID, started: boolean): void;
}

// Mirrors: pkg/kubelet/prober/prober_manager.go#probeType
export type ProbeType = 'Liveness' | 'Readiness' | 'Startup';

/** Of which container of which pod, and which type. */
// Mirrors: pkg/kubelet/prober/prober_manager.go#probeKey
type ProbeKey = `${string}/${string}/${ProbeType}`;

// Mirrors: pkg/kubelet/prober/prober_manager.go#manager
export class ProbeManager implements Manager {
  readonly sim: Sim;
  readonly statusManager: StatusManager;
  readonly readinessManager: ResultsManager;
  readonly livenessManager: ResultsManager;
  readonly startupManager: ResultsManager;
  readonly prober: Prober;
  readonly #workers = new Map<ProbeKey, Worker>();

  constructor(
    sim: Sim,
    statusManager: StatusManager,
    livenessManager: ResultsManager,
    startupManager: ResultsManager,
    prober: Prober,
  ) {
    this.sim = sim;
    this.statusManager = statusManager;
    this.livenessManager = livenessManager;
    this.startupManager = startupManager;
    this.readinessManager = newResultsManager('results of readiness probes');
    this.prober = prober;
  }

  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.Start
  start(): void {
    this.sim.go(
      'readiness',
      forever(this.sim, () => this.#updateReadiness(), 0),
    );
    this.sim.go(
      'startup',
      forever(this.sim, () => this.#updateStartup(), 0),
    );
  }

  /** One that is there already means that all are. */
  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.AddPod
  addPod(pod: Pod): void {
    for (const c of pod.spec.containers) {
      const probes = [
        ['Startup', c.startupProbe],
        ['Readiness', c.readinessProbe],
        ['Liveness', c.livenessProbe],
      ] as const;
      for (const [probeType, spec] of probes) {
        if (!spec) continue;
        const key: ProbeKey = `${pod.metadata.uid}/${c.name}/${probeType}`;
        if (this.#workers.has(key)) return;
        const w = newWorker(this, probeType, pod, c);
        this.#workers.set(key, w);
        this.sim.go(`${probeType.toLowerCase()} of ${pod.metadata.name}/${c.name}`, w.run());
      }
    }
  }

  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.RemovePod
  removePod(pod: Pod): void {
    for (const { name } of pod.spec.containers)
      for (const probeType of ['Readiness', 'Liveness', 'Startup'] as const)
        this.getWorker(pod.metadata.uid, name, probeType)?.stop();
  }

  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.CleanupPods
  cleanupPods(desiredPods: ReadonlySet<string>): void {
    for (const worker of this.#workers.values()) if (!desiredPods.has(worker.pod.metadata.uid)) worker.stop();
  }

  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.UpdatePodStatus
  updatePodStatus(podUID: string, podStatus: PodStatus): PodStatus {
    const { containerStatuses, initContainerStatuses } = podStatus;
    return {
      ...podStatus,
      ...(containerStatuses
        ? { containerStatuses: containerStatuses.map((c) => this.#probed(podUID, c)) }
        : {}),
      ...(initContainerStatuses ? { initContainerStatuses: initContainerStatuses.map(doneIsReady) } : {}),
    };
  }

  /** Without a result, a container is taken to be well if there is no probe that has not run yet. */
  // Part of: pkg/kubelet/prober/prober_manager.go#manager.UpdatePodStatus
  #probed(podUID: string, c: ContainerStatus): ContainerStatus {
    const isWell = (results: ResultsManager, probeType: ProbeType): boolean => {
      if (!c.state?.running) return false;
      const result = results.get(parseContainerID(c.containerID ?? ''));
      return result === undefined
        ? this.getWorker(podUID, c.name, probeType) === undefined
        : result === 'Success';
    };
    const started = isWell(this.startupManager, 'Startup');
    if (!started) return { ...c, started };
    return { ...c, started, ready: isWell(this.readinessManager, 'Readiness') };
  }

  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.getWorker
  getWorker(podUID: string, containerName: string, probeType: ProbeType): Worker | undefined {
    return this.#workers.get(`${podUID}/${containerName}/${probeType}`);
  }

  /** A worker has ended. */
  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.removeWorker
  removeWorker(podUID: string, containerName: string, probeType: ProbeType): void {
    this.#workers.delete(`${podUID}/${containerName}/${probeType}`);
  }

  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.workerCount
  workerCount(): number {
    return this.#workers.size;
  }

  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.updateReadiness
  *#updateReadiness(): Blocking<void> {
    const [update] = yield* this.readinessManager.updates().receive();
    if (!update) return;
    const ready = update.result === 'Success';
    this.statusManager.setContainerReadiness(update.podUID, update.containerID, ready);
  }

  // Mirrors: pkg/kubelet/prober/prober_manager.go#manager.updateStartup
  *#updateStartup(): Blocking<void> {
    const [update] = yield* this.startupManager.updates().receive();
    if (!update) return;
    const started = update.result === 'Success';
    this.statusManager.setContainerStartup(update.podUID, update.containerID, started);
  }
}

/** An init container is ready when it is done. */
// Part of: pkg/kubelet/prober/prober_manager.go#manager.UpdatePodStatus
function doneIsReady(c: ContainerStatus): ContainerStatus {
  return { ...c, ready: c.state?.terminated?.exitCode === 0 };
}

/** `network` is what probes go over. */
// Mirrors: pkg/kubelet/prober/prober_manager.go#NewManager
export function newManager(
  sim: Sim,
  statusManager: StatusManager,
  livenessManager: ResultsManager,
  startupManager: ResultsManager,
  runner: CommandRunner,
  recorder: EventRecorder,
  network: Network,
  gates: Gates,
): ProbeManager {
  const prober = newProber(runner, recorder, network, gates);
  return new ProbeManager(sim, statusManager, livenessManager, startupManager, prober);
}
