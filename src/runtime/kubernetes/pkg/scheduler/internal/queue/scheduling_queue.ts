import type { Pod } from '../../../api/objects.ts';
import { until } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Result } from '../../../../../go/result.ts';
import { Chan } from '../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { Cond } from '../../../../../sim/sync.ts';
import type { LessFunc } from '../../framework/interface.ts';
import type { QueuedPodInfo } from '../../framework/types_pod_info.ts';
import { Heap } from '../heap/heap.ts';
import {
  type QueueEvent,
  assignedPodAdd,
  assignedPodUpdate,
  backoffComplete,
  podAdd,
  scheduleAttemptFailure,
  unschedulableTimeout,
} from './events.ts';
import { QueueClock } from './scheduling-queue-clock.ts';
import { PodBackoff } from './scheduling_queue_backoff.ts';
import {
  type PriorityQueueOptions,
  type QueueMetrics,
  type SchedulingQueue,
  noMetrics,
  queueClosed,
  unschedulableQTimeInterval,
} from './scheduling_queue_interface.ts';
import { WithNominator, newPodNominator } from './scheduling_queue_nominator.ts';
import {
  isPodUpdated,
  newQueuedPodInfoNoTimestamp,
  podInfoKeyFunc,
  updatePod,
} from './scheduling_queue_pod.ts';
import { UnschedulablePodsMap } from './scheduling_queue_unschedulable.ts';

/**
 * A queue of three parts: the active one, from which pods are taken by priority; one for pods whose back-off is not
 * over; and one for pods that no node took.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue
 */
export class PriorityQueue extends WithNominator implements SchedulingQueue {
  readonly #sim: Sim;
  readonly #clock: QueueClock;
  readonly #stop = new Chan<never>('the scheduling queue is closed');
  readonly backoff: PodBackoff;
  readonly #cond = new Cond('the scheduling queue');
  readonly #metrics: QueueMetrics;
  readonly activeQ: Heap<QueuedPodInfo>;
  /** Ordered by the end of the back-off. */
  readonly podBackoffQ: Heap<QueuedPodInfo>;
  readonly unschedulableQ: UnschedulablePodsMap;
  #schedulingCycle = 0;
  /**
   * The cycle in which pods were last moved. A pod that was being tried then missed what happened, so it is not put
   * aside but tried again.
   */
  #moveRequestCycle = -1;
  #closed = false;

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#NewPriorityQueue
  constructor(sim: Sim, lessFn: LessFunc, options: PriorityQueueOptions = {}) {
    super(options.podNominator ?? newPodNominator());
    const { metrics = noMetrics } = options;
    this.#sim = sim; // Go: none
    this.#clock = new QueueClock(sim);
    // Go: none
    this.backoff = new PodBackoff(sim, options.podInitialBackoffDuration, options.podMaxBackoffDuration);
    this.#metrics = metrics;
    this.activeQ = new Heap(podInfoKeyFunc, lessFn, metrics.activePods);
    this.unschedulableQ = new UnschedulablePodsMap(metrics.unschedulablePods);
    const byBackoff = (a: QueuedPodInfo, b: QueuedPodInfo): boolean =>
      this.backoff.podsCompareBackoffCompleted(a, b);
    this.podBackoffQ = new Heap(podInfoKeyFunc, byBackoff, metrics.backoffPods);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.Run
  run(): void {
    // Go: none
    const flush = (name: string, f: () => void, period: number): void => {
      // Go: none
      const body = function* (): Blocking<void> {
        f(); // Go: none
      };
      this.#sim.go(name, until(this.#sim, body, period, this.#stop));
    };
    flush('flushBackoffQCompleted', () => this.flushBackoffQCompleted(), 1000);
    flush('flushUnschedulableQLeftover', () => this.flushUnschedulableQLeftover(), 30_000);
  }

  /**
   * For a pod that is new, and so in none of the three parts.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.Add
   */
  add(pod: Pod): void {
    const pInfo = this.newQueuedPodInfo(pod);
    this.activeQ.add(pInfo);
    this.unschedulableQ.delete(pod);
    this.podBackoffQ.delete(pInfo);
    this.#metrics.incomingPods('active', podAdd, pInfo);
    this.podNominator.addNominatedPod(pod, '');
    this.#cond.broadcast();
  }

  schedulingCycle(): number {
    return this.#schedulingCycle;
  }

  /**
   * Where something happened while the pod was tried, it goes to the back-off part, else to those that no node took.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.AddUnschedulableIfNotPresent
   */
  addUnschedulableIfNotPresent(pInfo: QueuedPodInfo, podSchedulingCycle: number): Error | undefined {
    const { pod } = pInfo;
    const name = podInfoKeyFunc(pInfo);
    if (this.unschedulableQ.get(pod))
      return new Error(`pod: ${name} is already present in unschedulable queue`);
    pInfo.timestamp = this.#clock.stamp();
    if (this.activeQ.get(pInfo)) return new Error(`pod: ${name} is already present in the active queue`);
    if (this.podBackoffQ.get(pInfo)) return new Error(`pod ${name} is already present in the backoff queue`);

    if (this.#moveRequestCycle >= podSchedulingCycle) {
      this.podBackoffQ.add(pInfo);
      this.#metrics.incomingPods('backoff', scheduleAttemptFailure, pInfo);
    } else {
      this.unschedulableQ.addOrUpdate(pInfo);
      this.#metrics.incomingPods('unschedulable', scheduleAttemptFailure, pInfo);
    }
    this.podNominator.addNominatedPod(pod, '');
    return undefined;
  }

  /**
   * Pods whose back-off is over can be taken.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.flushBackoffQCompleted
   */
  flushBackoffQCompleted(): void {
    let moved = false; // Go: none
    for (let pInfo = this.podBackoffQ.peek(); pInfo; pInfo = this.podBackoffQ.peek()) {
      if (this.backoff.isPodBackingoff(pInfo)) break;
      this.podBackoffQ.pop();
      this.activeQ.add(pInfo);
      this.#metrics.incomingPods('active', backoffComplete, pInfo); // Go: none
      moved = true; // Go: none
    }
    if (moved) this.#cond.broadcast();
  }

  /**
   * Moves the pods that have not been tried for a minute.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.flushUnschedulableQLeftover
   */
  flushUnschedulableQLeftover(): void {
    const currentTime = this.#sim.now;
    const podsToMove = [...this.unschedulableQ.podInfoMap.values()].filter(
      ({ timestamp: lastScheduleTime }) => currentTime - lastScheduleTime > unschedulableQTimeInterval,
    );
    if (podsToMove.length > 0) this.#movePodsToActiveOrBackoffQueue(podsToMove, unschedulableTimeout);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.Pop
  *pop(): Blocking<Result<QueuedPodInfo>> {
    while (this.activeQ.length === 0) {
      if (this.#closed) return [undefined, new Error(queueClosed)];
      yield* this.#cond.wait();
    }
    const pInfo = this.activeQ.pop() as QueuedPodInfo;
    pInfo.attempts++;
    this.#schedulingCycle++;
    return [pInfo, undefined];
  }

  /**
   * A pod that waits to be taken stays where it is. One whose back-off is not over can be taken at once, and so can one
   * that no node took, if it changed in a way that may help it.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.Update
   */
  update(oldPod: Pod | undefined, newPod: Pod): void {
    if (oldPod) {
      const oldPodInfo = newQueuedPodInfoNoTimestamp(oldPod);
      const active = this.activeQ.get(oldPodInfo);
      if (active) {
        this.podNominator.updateNominatedPod(oldPod, newPod);
        this.activeQ.update(updatePod(active, newPod));
        return;
      }
      const backingOff = this.podBackoffQ.get(oldPodInfo);
      if (backingOff) {
        this.podNominator.updateNominatedPod(oldPod, newPod);
        this.podBackoffQ.delete(backingOff);
        this.activeQ.add(updatePod(backingOff, newPod));
        this.#cond.broadcast();
        return;
      }
    }

    const usPodInfo = this.unschedulableQ.get(newPod);
    if (usPodInfo) {
      const before = oldPod ?? usPodInfo.pod;
      this.podNominator.updateNominatedPod(before, newPod);
      if (isPodUpdated(before, newPod)) {
        this.unschedulableQ.delete(usPodInfo.pod);
        this.activeQ.add(updatePod(usPodInfo, newPod));
        this.#cond.broadcast();
        // Go: none
      } else {
        this.unschedulableQ.addOrUpdate(updatePod(usPodInfo, newPod));
      }
      return;
    }
    // A pod that is in none of the parts can be taken.
    this.activeQ.add(this.newQueuedPodInfo(newPod));
    this.podNominator.addNominatedPod(newPod, '');
    this.#cond.broadcast();
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.Delete
  delete(pod: Pod): void {
    this.podNominator.deleteNominatedPodIfExists(pod);
    const err = this.activeQ.delete(newQueuedPodInfoNoTimestamp(pod));
    if (err) {
      this.podBackoffQ.delete(newQueuedPodInfoNoTimestamp(pod));
      this.unschedulableQ.delete(pod);
    }
  }

  /**
   * A pod was bound: those that want to be with it can be tried again.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.AssignedPodAdded
   */
  assignedPodAdded(pod: Pod): void {
    const pods = this.unschedulableQ.getUnschedulablePodsWithMatchingAffinityTerm(pod);
    this.#movePodsToActiveOrBackoffQueue(pods, assignedPodAdd);
  }

  /**
   * A bound pod changed, perhaps in its labels: those that now want to be with it can be tried again.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.AssignedPodUpdated
   */
  assignedPodUpdated(pod: Pod): void {
    const pods = this.unschedulableQ.getUnschedulablePodsWithMatchingAffinityTerm(pod);
    this.#movePodsToActiveOrBackoffQueue(pods, assignedPodUpdate);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.MoveAllToActiveOrBackoffQueue
  moveAllToActiveOrBackoffQueue(event: QueueEvent): void {
    this.#movePodsToActiveOrBackoffQueue([...this.unschedulableQ.podInfoMap.values()], event);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.movePodsToActiveOrBackoffQueue
  #movePodsToActiveOrBackoffQueue(podInfoList: readonly QueuedPodInfo[], event: QueueEvent): void {
    for (const pInfo of podInfoList) {
      const backingOff = this.backoff.isPodBackingoff(pInfo);
      (backingOff ? this.podBackoffQ : this.activeQ).add(pInfo);
      this.#metrics.incomingPods(backingOff ? 'backoff' : 'active', event, pInfo); // Go: none
      this.unschedulableQ.delete(pInfo.pod);
    }
    this.#moveRequestCycle = this.#schedulingCycle;
    this.#cond.broadcast();
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.PendingPods
  pendingPods(): Pod[] {
    const { activeQ, podBackoffQ, unschedulableQ } = this;
    return [...activeQ.list(), ...podBackoffQ.list(), ...unschedulableQ.podInfoMap.values()].map(
      ({ pod }) => pod,
    );
  }

  /**
   * Those who wait for a pod are told that there will be none.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.Close
   */
  close(): void {
    this.#stop.close();
    this.#closed = true;
    this.#cond.broadcast();
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.NumUnschedulablePods
  numUnschedulablePods(): number {
    return this.unschedulableQ.podInfoMap.size;
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.newQueuedPodInfo
  newQueuedPodInfo(pod: Pod): QueuedPodInfo {
    const now = this.#clock.stamp();
    return { pod, timestamp: now, attempts: 0, initialAttemptTimestamp: now };
  }
}
