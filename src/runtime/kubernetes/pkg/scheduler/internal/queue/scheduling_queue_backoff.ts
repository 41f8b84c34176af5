import type { Sim } from '../../../../../sim/sim.ts';
import type { QueuedPodInfo } from '../../framework/types_pod_info.ts';

/**
 * In ms.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#DefaultPodInitialBackoffDuration
 */
export const defaultPodInitialBackoffDuration = 1000;

/**
 * In ms.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#DefaultPodMaxBackoffDuration
 */
export const defaultPodMaxBackoffDuration = 10_000;

/**
 * How long a pod that was tried has to wait until it is tried again.
 *
 * Part of: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue
 */
export class PodBackoff {
  readonly #sim: Sim;
  readonly #podInitialBackoffDuration: number;
  readonly #podMaxBackoffDuration: number;

  /** Both in ms. */
  constructor(
    sim: Sim,
    podInitialBackoffDuration = defaultPodInitialBackoffDuration,
    podMaxBackoffDuration = defaultPodMaxBackoffDuration,
  ) {
    this.#sim = sim;
    this.#podInitialBackoffDuration = podInitialBackoffDuration;
    this.#podMaxBackoffDuration = podMaxBackoffDuration;
  }

  /**
   * In whole ms.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.isPodBackingoff
   */
  isPodBackingoff(podInfo: QueuedPodInfo): boolean {
    return Math.floor(this.getBackoffTime(podInfo)) > this.#sim.now;
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.podsCompareBackoffCompleted
  podsCompareBackoffCompleted(podInfo1: QueuedPodInfo, podInfo2: QueuedPodInfo): boolean {
    return this.getBackoffTime(podInfo1) < this.getBackoffTime(podInfo2);
  }

  /**
   * When the back-off of a pod ends, in ms of the program's clock.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.getBackoffTime
   */
  getBackoffTime(podInfo: QueuedPodInfo): number {
    return podInfo.timestamp + this.calculateBackoffDuration(podInfo);
  }

  /**
   * In ms: twice as long after each attempt, up to a limit.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.calculateBackoffDuration
   */
  calculateBackoffDuration(podInfo: QueuedPodInfo): number {
    let duration = this.#podInitialBackoffDuration;
    for (let i = 1; i < podInfo.attempts; i++) {
      duration *= 2;
      if (duration > this.#podMaxBackoffDuration) return this.#podMaxBackoffDuration;
    }
    return duration;
  }
}
