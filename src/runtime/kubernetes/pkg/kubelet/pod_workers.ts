import type { PodStatus } from 'kubernetes-types/core/v1';
import { second } from '../../../go/duration.ts';
import { Chan, after, select } from '../../../sim/chan.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { jitter } from '../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { EventRecorder } from '../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Pod } from '../api/objects.ts';
import type { Cache } from './container/cache.ts';
import type { PodStatus as RuntimePodStatus } from './container/runtime.ts';
import { networkNotReadyErrorMsg } from './errors.ts';
import { exceededGracePeriod, failedSync } from './events/event.ts';
import type { KillPodFunc } from './eviction/types.ts';
import type { SyncPodType } from './types/pod_update.ts';
import type { WorkQueue } from './util/queue/work_queue.ts';

/** Says how a pod ends. */
// Mirrors: pkg/kubelet/pod_workers.go#PodStatusFunc
export type PodStatusFunc = (pod: Pod, podStatus: RuntimePodStatus | undefined) => PodStatus;

/** How a pod is to end. */
// Mirrors: pkg/kubelet/pod_workers.go#KillPodOptions
export interface KillPodOptions {
  readonly podStatusFunc: PodStatusFunc;
  /** In place of what the pod says, in seconds. */
  readonly podTerminationGracePeriodSecondsOverride: number | undefined;
}

/** What the worker of a pod is to do. */
// Mirrors: pkg/kubelet/pod_workers.go#UpdatePodOptions
export interface UpdatePodOptions {
  readonly pod: Pod;
  readonly mirrorPod?: Pod | undefined;
  readonly updateType: SyncPodType;
  readonly onCompleteFunc?: (err: Error | undefined) => void;
  /** For `kill`. */
  readonly killPodOptions?: KillPodOptions;
}

/** A worker for each pod, which does one thing after the other. */
// Mirrors: pkg/kubelet/pod_workers.go#PodWorkers
export interface PodWorkers {
  /** What a worker has no time for gives way to what comes later, but for an end. */
  updatePod(options: UpdatePodOptions): void;
  forgetNonExistingPodWorkers(desiredPods: ReadonlySet<string>): void;
  forgetWorker(uid: string): void;
}

/** What a worker does once. */
// Mirrors: pkg/kubelet/pod_workers.go#syncPodOptions
export interface SyncPodOptions {
  readonly pod: Pod;
  readonly mirrorPod: Pod | undefined;
  readonly updateType: SyncPodType;
  /** What the runtime says of the pod. */
  readonly podStatus: RuntimePodStatus | undefined;
  readonly killPodOptions: KillPodOptions | undefined;
}

// Mirrors: pkg/kubelet/pod_workers.go#syncPodFnType
export type SyncPodFnType = (options: SyncPodOptions) => Blocking<Error | undefined>;

// Mirrors: pkg/kubelet/pod_workers.go#workerResyncIntervalJitterFactor
const workerResyncIntervalJitterFactor = 0.5;
// Mirrors: pkg/kubelet/pod_workers.go#workerBackOffPeriodJitterFactor
const workerBackOffPeriodJitterFactor = 0.5;
/** After what is over soon. */
// Mirrors: pkg/kubelet/pod_workers.go#backOffOnTransientErrorPeriod
const backOffOnTransientErrorPeriodMs = second;

/** What workers need. */
export interface Work {
  readonly sim: Sim;
  readonly syncPodFn: SyncPodFnType;
  readonly recorder: EventRecorder;
  /** Where pods wait until they are looked at again. */
  readonly workQueue: WorkQueue;
  readonly resyncIntervalMs: number;
  readonly backOffPeriodMs: number;
  readonly podCache: Pick<Cache, 'getNewerThan'>;
}

// Mirrors: pkg/kubelet/pod_workers.go#podWorkers
export class Workers implements PodWorkers {
  readonly #p: Work;
  /** By uid, as are the others. */
  readonly podUpdates = new Map<string, Chan<UpdatePodOptions>>();
  readonly #isWorking = new Set<string>();
  readonly #lastUndeliveredWorkUpdate = new Map<string, UpdatePodOptions>();

  constructor(work: Work) {
    this.#p = work;
  }

  /** Waits for a status that is newer than what was done last, so that this is in it. */
  // Mirrors: pkg/kubelet/pod_workers.go#podWorkers.managePodLoop
  *#managePodLoop(podUpdates: Chan<UpdatePodOptions>): Blocking<void> {
    const { podCache, recorder, sim, syncPodFn } = this.#p;
    let lastSyncTime = -Infinity;
    for (;;) {
      const [update] = yield* podUpdates.receive();
      if (!update) return;
      const { pod, mirrorPod, updateType, killPodOptions } = update;
      const [podStatus, unknown] = yield* podCache.getNewerThan(pod.metadata.uid, lastSyncTime);
      let err = unknown;
      if (unknown)
        recorder.eventf(pod, 'Warning', failedSync, 'error determining status: %v', unknown.message);
      else {
        err = yield* syncPodFn({ pod, mirrorPod, updateType, podStatus, killPodOptions });
        lastSyncTime = sim.now;
      }
      update.onCompleteFunc?.(err);
      this.#wrapUp(pod.metadata.uid, err);
    }
  }

  // Mirrors: pkg/kubelet/pod_workers.go#podWorkers.UpdatePod
  updatePod(options: UpdatePodOptions): void {
    const { uid, name } = options.pod.metadata;
    let podUpdates = this.podUpdates.get(uid);
    if (!podUpdates) {
      podUpdates = new Chan<UpdatePodOptions>(`updates of ${name}`, 1);
      this.podUpdates.set(uid, podUpdates);
      this.#p.sim.go(`worker of ${name}`, this.#managePodLoop(podUpdates));
    }
    if (!this.#isWorking.has(uid)) {
      this.#isWorking.add(uid);
      podUpdates.trySend(options);
    } else if (this.#lastUndeliveredWorkUpdate.get(uid)?.updateType !== 'kill')
      this.#lastUndeliveredWorkUpdate.set(uid, options);
  }

  // Mirrors: pkg/kubelet/pod_workers.go#podWorkers.removeWorker
  #removeWorker(uid: string): void {
    const ch = this.podUpdates.get(uid);
    if (!ch) return;
    ch.close();
    this.podUpdates.delete(uid);
    this.#lastUndeliveredWorkUpdate.delete(uid);
  }

  /** What is being done is done to the end. */
  // Mirrors: pkg/kubelet/pod_workers.go#podWorkers.ForgetWorker
  forgetWorker(uid: string): void {
    this.#removeWorker(uid);
  }

  // Mirrors: pkg/kubelet/pod_workers.go#podWorkers.ForgetNonExistingPodWorkers
  forgetNonExistingPodWorkers(desiredPods: ReadonlySet<string>): void {
    for (const key of this.podUpdates.keys()) if (!desiredPods.has(key)) this.#removeWorker(key);
  }

  /** Says when the pod is to be looked at again: sooner where it waits for the network. */
  // Mirrors: pkg/kubelet/pod_workers.go#podWorkers.wrapUp
  #wrapUp(uid: string, syncErr: Error | undefined): void {
    const { backOffPeriodMs, resyncIntervalMs, sim, workQueue } = this.#p;
    const isTransient = syncErr?.message.includes(networkNotReadyErrorMsg);
    const [periodMs, factor] = !syncErr
      ? [resyncIntervalMs, workerResyncIntervalJitterFactor]
      : [isTransient ? backOffOnTransientErrorPeriodMs : backOffPeriodMs, workerBackOffPeriodJitterFactor];
    workQueue.enqueue(uid, jitter(sim, periodMs, factor));
    this.#checkForUpdates(uid);
  }

  // Mirrors: pkg/kubelet/pod_workers.go#podWorkers.checkForUpdates
  #checkForUpdates(uid: string): void {
    const workUpdate = this.#lastUndeliveredWorkUpdate.get(uid);
    if (workUpdate) {
      this.podUpdates.get(uid)?.trySend(workUpdate);
      this.#lastUndeliveredWorkUpdate.delete(uid);
    } else this.#isWorking.delete(uid);
  }
}

// Mirrors: pkg/kubelet/pod_workers.go#newPodWorkers
export function newPodWorkers(work: Work): Workers {
  return new Workers(work);
}

/** Ends a pod by its worker, and waits for that: half as long again as the pod has, and at least ten seconds. */
// Mirrors: pkg/kubelet/pod_workers.go#killPodNow
export function killPodNow(sim: Sim, podWorkers: PodWorkers, recorder: EventRecorder): KillPodFunc {
  return function* (pod, status, gracePeriodOverride) {
    const gracePeriodSeconds = gracePeriodOverride ?? pod.spec.terminationGracePeriodSeconds ?? 0;
    const timeoutSeconds = Math.max(gracePeriodSeconds + Math.trunc(gracePeriodSeconds / 2), 10);
    const ch = new Chan<Error | undefined>(`the end of ${pod.metadata.name}`, 1);
    podWorkers.updatePod({
      pod,
      updateType: 'kill',
      onCompleteFunc: (err) => ch.trySend(err),
      killPodOptions: {
        podStatusFunc: () => status,
        podTerminationGracePeriodSecondsOverride: gracePeriodOverride,
      },
    });
    const { index, value } = yield* select(
      sim,
      { receive: ch },
      { receive: after(sim, timeoutSeconds * second) },
    );
    if (index === 0) return value as Error | undefined;
    const message = 'Container runtime did not kill the pod within specified grace period.';
    recorder.eventf(pod, 'Warning', exceededGracePeriod, message);
    return new Error('timeout waiting to kill pod');
  };
}
