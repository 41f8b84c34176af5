import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Pod } from '../api/objects.ts';
import type { PodStatus as RuntimePodStatus } from './container/runtime.ts';
import type { SyncPodType } from './types/pod_update.ts';

/** Says how a pod ends. */
// Mirrors: pkg/kubelet/pod_workers.go#PodStatusFunc
export type PodStatusFunc = (pod: Pod, podStatus: RuntimePodStatus) => PodStatus;

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
  readonly mirrorPod: Pod | undefined;
  readonly updateType: SyncPodType;
  readonly onCompleteFunc?: (err: Error | undefined) => void;
  /** For `kill`. */
  readonly killPodOptions?: KillPodOptions;
}

/** A worker for each pod, which does one thing after the other. */
// Mirrors: pkg/kubelet/pod_workers.go#PodWorkers
export interface PodWorkers {
  /** What it has no time for gives way to what comes later, but for an end. */
  updatePod(options: UpdatePodOptions): void;
  forgetNonExistingPodWorkers(desiredPods: ReadonlySet<string>): void;
  forgetWorker(uid: string): void;
}
