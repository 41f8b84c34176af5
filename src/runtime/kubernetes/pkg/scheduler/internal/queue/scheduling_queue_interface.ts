import type { Pod } from '../../../api/objects.ts';
import type { Result } from '../../../../../go/result.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { PodNominator } from '../../framework/interface.ts';
import type { QueuedPodInfo } from '../../framework/types_pod_info.ts';
import type { MetricRecorder } from '../../metrics/metric_recorder.ts';
import type { QueueEvent } from './events.ts';

/**
 * After so many ms a pod is tried again, even if nothing happened that could help it.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#unschedulableQTimeInterval
 */
export const unschedulableQTimeInterval = 60_000;

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#queueClosed
export const queueClosed = 'scheduling queue is closed';

/**
 * The pods that wait to be scheduled.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#SchedulingQueue
 */
export interface SchedulingQueue extends PodNominator {
  add(pod: Pod): void;
  /**
   * Puts back a pod that no node took. `podSchedulingCycle` is what `schedulingCycle` said when it was tried.
   * An error if it is in the queue already.
   */
  addUnschedulableIfNotPresent(pod: QueuedPodInfo, podSchedulingCycle: number): Error | undefined;
  /** How many pods were taken out. */
  schedulingCycle(): number;
  /** Takes out the first pod; parks while there is none. An error once the queue is closed and empty. */
  pop(): Blocking<Result<QueuedPodInfo>>;
  update(oldPod: Pod | undefined, newPod: Pod): void;
  delete(pod: Pod): void;
  /** Lets all pods that no node took be tried again, because something happened that may help them. */
  moveAllToActiveOrBackoffQueue(event: QueueEvent): void;
  assignedPodAdded(pod: Pod): void;
  assignedPodUpdated(pod: Pod): void;
  pendingPods(): Pod[];
  close(): void;
  numUnschedulablePods(): number;
  /** Starts what lets pods be tried again after some time. */
  run(): void;
}

/** The three parts of the queue, as its metrics call them. */
export type QueuePart = 'active' | 'backoff' | 'unschedulable';

/** Where the queue counts. Upstream has package variables for it; here many schedulers run side by side. */
export interface QueueMetrics {
  readonly activePods?: MetricRecorder;
  readonly backoffPods?: MetricRecorder;
  readonly unschedulablePods?: MetricRecorder;
  /** A pod came into a part of the queue, because of an event. */
  incomingPods(queue: QueuePart, event: QueueEvent, pInfo: QueuedPodInfo): void;
}

/** For a queue that nobody counts. */
export const noMetrics: QueueMetrics = { incomingPods: () => {} };

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#priorityQueueOptions
export interface PriorityQueueOptions {
  /** What the world calls the queue. */
  readonly name?: string;
  /** In ms. */
  readonly podInitialBackoffDuration?: number;
  /** In ms. */
  readonly podMaxBackoffDuration?: number;
  readonly podNominator?: PodNominator;
  readonly metrics?: QueueMetrics;
}

/**
 * Gives the next pod that is to be scheduled; undefined once the queue is closed.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#MakeNextPodFunc
 */
export function makeNextPodFunc(queue: SchedulingQueue): () => Blocking<QueuedPodInfo | undefined> {
  return function* () {
    const [podInfo] = yield* queue.pop();
    return podInfo;
  };
}
