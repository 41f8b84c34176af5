import type { Result } from '../../../../../go/result.ts';
import { Chan } from '../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { Cond } from '../../../../../sim/sync.ts';
import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { labelSelectorAsSelector } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { until } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Pod } from '../../../api/objects.ts';
import type { LessFunc, PodNominator } from '../../framework/interface.ts';
import type { QueuedPodInfo } from '../../framework/types.ts';
import type { MetricRecorder } from '../../metrics/metric_recorder.ts';
import {
  getNamespacesFromPodAffinityTerm,
  podMatchesTermsNamespaceAndSelector,
} from '../../util/topologies.ts';
import { getPodAffinityTerms, getPodFullName } from '../../util/utils.ts';
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

/** After so many ms a pod is tried again, even if nothing happened that could help it. */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#unschedulableQTimeInterval
export const unschedulableQTimeIntervalMs = 60_000;

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#queueClosed
export const queueClosed = 'scheduling queue is closed';

/** The pods that wait to be scheduled. */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#SchedulingQueue
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
  readonly podInitialBackoffDurationMs?: number;
  /** In ms. */
  readonly podMaxBackoffDurationMs?: number;
  readonly podNominator?: PodNominator;
  readonly metrics?: QueueMetrics;
}

/** Gives the next pod that is to be scheduled; undefined once the queue is closed. */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#MakeNextPodFunc
export function makeNextPodFunc(queue: SchedulingQueue): () => Blocking<QueuedPodInfo | undefined> {
  return function* () {
    const [podInfo] = yield* queue.pop();
    return podInfo;
  };
}

/** A new queue, observed as `scheduling-queue`; what brings pods into its parts, as `scheduling-queue-metrics`. */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#NewSchedulingQueue
export function newSchedulingQueue(
  sim: Sim,
  lessFn: LessFunc,
  options: PriorityQueueOptions = {},
): SchedulingQueue {
  const name = options.name ?? 'scheduler'; // Go: none
  const metrics = sim.observe('scheduling-queue-metrics', name, options.metrics ?? noMetrics); // Go: none
  return sim.observe('scheduling-queue', name, new PriorityQueue(sim, lessFn, { ...options, metrics }));
}

/** In ms. */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#DefaultPodInitialBackoffDuration
export const defaultPodInitialBackoffDurationMs = 1000;

/** In ms. */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#DefaultPodMaxBackoffDuration
export const defaultPodMaxBackoffDurationMs = 10_000;

/** How long a pod that was tried has to wait until it is tried again. */
// Part of: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue
export class PodBackoff {
  readonly #sim: Sim;
  readonly #podInitialBackoffDurationMs: number;
  readonly #podMaxBackoffDurationMs: number;

  /** Both in ms. */
  constructor(
    sim: Sim,
    podInitialBackoffDurationMs = defaultPodInitialBackoffDurationMs,
    podMaxBackoffDurationMs = defaultPodMaxBackoffDurationMs,
  ) {
    this.#sim = sim;
    this.#podInitialBackoffDurationMs = podInitialBackoffDurationMs;
    this.#podMaxBackoffDurationMs = podMaxBackoffDurationMs;
  }

  /** In whole ms. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.isPodBackingoff
  isPodBackingoff(podInfo: QueuedPodInfo): boolean {
    return Math.floor(this.getBackoffTime(podInfo)) > this.#sim.now;
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.podsCompareBackoffCompleted
  podsCompareBackoffCompleted(podInfo1: QueuedPodInfo, podInfo2: QueuedPodInfo): boolean {
    return this.getBackoffTime(podInfo1) < this.getBackoffTime(podInfo2);
  }

  /** When the back-off of a pod ends, in ms of the program's clock. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.getBackoffTime
  getBackoffTime(podInfo: QueuedPodInfo): number {
    return podInfo.timestamp + this.calculateBackoffDuration(podInfo);
  }

  /** In ms: twice as long after each attempt, up to a limit. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.calculateBackoffDuration
  calculateBackoffDuration(podInfo: QueuedPodInfo): number {
    let durationMs = this.#podInitialBackoffDurationMs;
    for (let i = 1; i < podInfo.attempts; i++) {
      durationMs *= 2;
      if (durationMs > this.#podMaxBackoffDurationMs) return this.#podMaxBackoffDurationMs;
    }
    return durationMs;
  }
}

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#NominatedNodeName
export function nominatedNodeName(pod: Pod): string {
  return pod.status.nominatedNodeName ?? '';
}

/**
 * Which pods are to get room on which node. What is kept here may be ahead of what the pods say: the scheduler
 * nominates a node here first, and then tells the API server.
 */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap
export class NominatedPodMap implements PodNominator {
  /** By the name of the node. */
  readonly nominatedPods = new Map<string, readonly Pod[]>();
  /** The name of the node by the pod's uid. */
  readonly nominatedPodToNode = new Map<string, string>();

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.add
  #add(p: Pod, nodeName: string): void {
    // There is never more than one of a pod.
    this.#delete(p);
    const nnn = nodeName || nominatedNodeName(p);
    if (nnn === '') return;
    this.nominatedPodToNode.set(p.metadata.uid, nnn);
    this.nominatedPods.set(nnn, [...this.nominatedPodsForNode(nnn), p]);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.delete
  #delete({ metadata: { uid } }: Pod): void {
    const nnn = this.nominatedPodToNode.get(uid);
    if (nnn === undefined) return;
    const left = this.nominatedPodsForNode(nnn).filter(({ metadata }) => metadata.uid !== uid);
    if (left.length > 0) this.nominatedPods.set(nnn, left);
    else this.nominatedPods.delete(nnn);
    this.nominatedPodToNode.delete(uid);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.DeleteNominatedPodIfExists
  deleteNominatedPodIfExists(pod: Pod): void {
    this.#delete(pod);
  }

  /** With no name of a node, the one that the pod itself names. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.AddNominatedPod
  addNominatedPod(pod: Pod, nodeName: string): void {
    this.#add(pod, nodeName);
  }

  /** An update that knows of no nomination, before and after, may be older than the one that was made here: it is kept. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.UpdateNominatedPod
  updateNominatedPod(oldPod: Pod, newPod: Pod): void {
    let nodeName = '';
    if (nominatedNodeName(oldPod) === '' && nominatedNodeName(newPod) === '')
      nodeName = this.nominatedPodToNode.get(oldPod.metadata.uid) ?? '';
    this.#delete(oldPod);
    this.#add(newPod, nodeName);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.NominatedPodsForNode
  nominatedPodsForNode(nodeName: string): readonly Pod[] {
    // It is asked for each node, and most of the time nothing is nominated.
    if (this.nominatedPods.size === 0) return none;
    return this.nominatedPods.get(nodeName) ?? none;
  }
}

const none: readonly Pod[] = [];

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#NewPodNominator
export function newPodNominator(): NominatedPodMap {
  return new NominatedPodMap();
}

/** What has the nominated pods of another; in Go that is an embedded field. */
export class WithNominator implements PodNominator {
  readonly podNominator: PodNominator;

  constructor(podNominator: PodNominator) {
    this.podNominator = podNominator;
  }

  addNominatedPod(pod: Pod, nodeName: string): void {
    this.podNominator.addNominatedPod(pod, nodeName);
  }

  deleteNominatedPodIfExists(pod: Pod): void {
    this.podNominator.deleteNominatedPodIfExists(pod);
  }

  updateNominatedPod(oldPod: Pod, newPod: Pod): void {
    this.podNominator.updateNominatedPod(oldPod, newPod);
  }

  nominatedPodsForNode(nodeName: string): readonly Pod[] {
    return this.podNominator.nominatedPodsForNode(nodeName);
  }
}

/** The pods that were tried, and that no node took. */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap
export class UnschedulablePodsMap {
  readonly podInfoMap = new Map<string, QueuedPodInfo>();
  /** Those with required affinity to pods, so that a bound pod need not be held against all others. */
  readonly withAffinity = new Map<string, QueuedPodInfo>();
  readonly #metricRecorder: MetricRecorder | undefined;

  constructor(metricRecorder?: MetricRecorder) {
    this.#metricRecorder = metricRecorder;
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap.addOrUpdate
  addOrUpdate(pInfo: QueuedPodInfo): void {
    const podID = getPodFullName(pInfo.pod);
    if (!this.podInfoMap.has(podID)) this.#metricRecorder?.inc();
    this.podInfoMap.set(podID, pInfo);
    if (getPodAffinityTerms(pInfo.pod.spec.affinity).length > 0) this.withAffinity.set(podID, pInfo);
    else this.withAffinity.delete(podID);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap.delete
  delete(pod: Pod): void {
    const podID = getPodFullName(pod);
    if (this.podInfoMap.delete(podID)) this.#metricRecorder?.dec();
    this.withAffinity.delete(podID);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap.get
  get(pod: Pod): QueuedPodInfo | undefined {
    return this.podInfoMap.get(getPodFullName(pod));
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap.clear
  clear(): void {
    this.podInfoMap.clear();
    this.withAffinity.clear();
    this.#metricRecorder?.clear();
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.getUnschedulablePodsWithMatchingAffinityTerm
  getUnschedulablePodsWithMatchingAffinityTerm(pod: Pod): QueuedPodInfo[] {
    const podsToMove: QueuedPodInfo[] = [];
    for (const pInfo of this.withAffinity.values()) {
      const up = pInfo.pod;
      for (const term of getPodAffinityTerms(up.spec.affinity)) {
        const namespaces = getNamespacesFromPodAffinityTerm(up, term);
        const [selector] = labelSelectorAsSelector(term.labelSelector);
        if (selector && podMatchesTermsNamespaceAndSelector(pod, namespaces, selector)) {
          podsToMove.push(pInfo);
          break;
        }
      }
    }
    return podsToMove;
  }
}

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#podInfoKeyFunc
export function podInfoKeyFunc({ pod: { metadata } }: QueuedPodInfo): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** To look for a pod in the queue. */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#newQueuedPodInfoNoTimestamp
export function newQueuedPodInfoNoTimestamp(pod: Pod): QueuedPodInfo {
  return { pod, timestamp: 0, attempts: 0, initialAttemptTimestamp: 0 };
}

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#updatePod
export function updatePod(pInfo: QueuedPodInfo, newPod: Pod): QueuedPodInfo {
  pInfo.pod = newPod;
  return pInfo;
}

/**
 * True if a pod changed in a way that may let a node take it. Upstream leaves the status out, and yet finds a change
 * whenever the status is written: the API server notes in `metadata.managedFields` who wrote which fields, and when.
 * So a pod is tried again when the scheduler itself has said, in its status, why no node took it. Our API server keeps
 * no such notes; here the status is compared instead.
 */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#isPodUpdated
export function isPodUpdated(oldPod: Pod, newPod: Pod): boolean {
  const strip = ({ metadata, ...rest }: Pod): object => {
    const { resourceVersion: _version, generation: _generation, ...kept } = metadata;
    return { ...rest, metadata: kept };
  };
  return !semanticDeepEqual(strip(oldPod), strip(newPod));
}

/**
 * A queue of three parts: the active one, from which pods are taken by priority; one for pods whose back-off is not
 * over; and one for pods that no node took.
 */
// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue
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
    this.backoff = new PodBackoff(sim, options.podInitialBackoffDurationMs, options.podMaxBackoffDurationMs);
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
    const flush = (name: string, f: () => void, periodMs: number): void => {
      // Go: none
      const body = function* (): Blocking<void> {
        f(); // Go: none
      };
      this.#sim.go(name, until(this.#sim, body, periodMs, this.#stop));
    };
    flush('flushBackoffQCompleted', () => this.flushBackoffQCompleted(), 1000);
    flush('flushUnschedulableQLeftover', () => this.flushUnschedulableQLeftover(), 30_000);
  }

  /** For a pod that is new, and so in none of the three parts. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.Add
  add(pod: Pod): void {
    const pInfo = this.newQueuedPodInfo(pod);
    this.activeQ.add(pInfo);
    this.unschedulableQ.delete(pod);
    this.podBackoffQ.delete(pInfo);
    this.#metrics.incomingPods('active', podAdd, pInfo);
    this.podNominator.addNominatedPod(pod, '');
    this.#cond.broadcast();
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.SchedulingCycle
  schedulingCycle(): number {
    return this.#schedulingCycle;
  }

  /** Where something happened while the pod was tried, it goes to the back-off part, else to those that no node took. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.AddUnschedulableIfNotPresent
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

  /** Pods whose back-off is over can be taken. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.flushBackoffQCompleted
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

  /** Moves the pods that have not been tried for a minute. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.flushUnschedulableQLeftover
  flushUnschedulableQLeftover(): void {
    const currentTime = this.#sim.now;
    const podsToMove = [...this.unschedulableQ.podInfoMap.values()].filter(
      ({ timestamp: lastScheduleTime }) => currentTime - lastScheduleTime > unschedulableQTimeIntervalMs,
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
   */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.Update
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

  /** A pod was bound: those that want to be with it can be tried again. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.AssignedPodAdded
  assignedPodAdded(pod: Pod): void {
    const pods = this.unschedulableQ.getUnschedulablePodsWithMatchingAffinityTerm(pod);
    this.#movePodsToActiveOrBackoffQueue(pods, assignedPodAdd);
  }

  /** A bound pod changed, perhaps in its labels: those that now want to be with it can be tried again. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.AssignedPodUpdated
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

  /** Those who wait for a pod are told that there will be none. */
  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.Close
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
