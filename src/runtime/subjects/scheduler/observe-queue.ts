import {
  type NominatedPodMap,
  type PriorityQueue,
  type QueueMetrics,
  unschedulableQTimeIntervalMs,
} from '../../kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import { podPriority } from '../../kubernetes/staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { QueuedPodInfo } from '../../kubernetes/pkg/scheduler/framework/types.ts';
import { mapEntries, mapGet, mapRemove, mapSet } from '../../sim/pmap.ts';
import type { Said } from '../../sim/because.ts';
import { causeNow, setCause, withCause } from '../../sim/process.ts';
import { overriding } from '../../stage/overriding.ts';
import { type SchedulerRecorder, keyOf } from './recorder.ts';
import { type QueuePlace, type QueuedPod, type SchedulingQueueState, emptyQueue } from './world.ts';

/**
 * Watches the queue of one scheduler. What brings pods into its parts tells it, `incomingPods`, why they come; what changes a
 * pod that is in the queue already does not, so the queue is asked where the pod is afterwards.
 */
export class SchedulingQueueObserver {
  readonly #recorder: SchedulerRecorder;
  /** The pods that one event moves, while it does. */
  #moved: Record<QueuePlace, string[]> | undefined;
  /** The entry with which each pod came to where it is. */
  readonly #cameBy = new Map<string, number>();
  #until: ((pInfo: QueuedPodInfo) => number) | undefined;

  constructor(recorder: SchedulerRecorder) {
    this.#recorder = recorder;
  }

  metrics(metrics: QueueMetrics): QueueMetrics {
    return overriding(metrics, {
      incomingPods: (place, why, pInfo) => {
        metrics.incomingPods(place, why, pInfo);
        if (!this.#moved) return this.#put(pInfo, place, why);
        this.#enter(pInfo, place, why);
        this.#moved[place].push(keyOf(pInfo.pod));
      },
    });
  }

  /** A program that restarts builds a new queue, and so begins with an empty one. */
  queue(queue: PriorityQueue): PriorityQueue {
    this.#until = (pInfo) => queue.backoff.getBackoffTime(pInfo);
    this.#recorder.change({ queue: emptyQueue });
    const then = <T>(result: T): T => {
      this.#lookAtNominated(queue);
      return result;
    };
    return overriding(queue, {
      add: (pod) => then(queue.add(pod)),
      addUnschedulableIfNotPresent: (pInfo, cycle) => then(queue.addUnschedulableIfNotPresent(pInfo, cycle)),
      pop: () => this.#pop(queue),
      update: (oldPod, newPod) => {
        queue.update(oldPod, newPod);
        this.#lookAt(queue, newPod, 'PodUpdate');
        then(undefined);
      },
      delete: (pod) => {
        queue.delete(pod);
        this.#lookAt(queue, pod, 'PodDelete');
        then(undefined);
      },
      moveAllToActiveOrBackoffQueue: (why) =>
        this.#moveTogether(why, () => queue.moveAllToActiveOrBackoffQueue(why)),
      assignedPodAdded: (pod) => this.#moveTogether('AssignedPodAdd', () => queue.assignedPodAdded(pod)),
      assignedPodUpdated: (pod) =>
        this.#moveTogether('AssignedPodUpdate', () => queue.assignedPodUpdated(pod)),
      addNominatedPod: (pod, nodeName) => then(queue.addNominatedPod(pod, nodeName)),
      deleteNominatedPodIfExists: (pod) => then(queue.deleteNominatedPodIfExists(pod)),
      updateNominatedPod: (oldPod, newPod) => then(queue.updateNominatedPod(oldPod, newPod)),
    });
  }

  *#pop(queue: PriorityQueue): ReturnType<PriorityQueue['pop']> {
    const popped = yield* queue.pop();
    const [pInfo] = popped;
    if (!pInfo) return popped;
    const pod = keyOf(pInfo.pod);
    const waited = mapGet(this.#state.pods, pod);
    this.#leave(pod);
    this.#change({ cycle: queue.schedulingCycle() });
    this.#recorder.change({ pod });
    this.#recorder.cameBy = waited?.why ?? '';
    setCause(this.#cameBy.get(pod) ?? causeNow());
    this.#recorder.trace.stage({ kind: 'sched.pop', pod, attempt: pInfo.attempts });
    return popped;
  }

  #moveTogether(why: string, move: () => void): void {
    const moved = { active: [], backoff: [], unschedulable: [] };
    this.#moved = moved;
    move();
    this.#moved = undefined;
    const { active, backoff } = moved;
    if (active.length + backoff.length === 0) return;
    const index = this.#recorder.trace.record({ kind: 'sched.move', why, active, backoff });
    for (const pod of [...active, ...backoff]) this.#cameBy.set(pod, index);
  }

  /** The pod was changed, or is gone: is it where it was? */
  #lookAt({ activeQ, podBackoffQ, unschedulableQ }: PriorityQueue, pod: Pod, why: string): void {
    const asked: QueuedPodInfo = { pod, timestamp: 0, attempts: 0, initialAttemptTimestamp: 0 };
    const before = mapGet(this.#state.pods, keyOf(pod))?.place;
    const [active, backoff, aside] = [activeQ.get(asked), podBackoffQ.get(asked), unschedulableQ.get(pod)];
    const now = active ? 'active' : backoff ? 'backoff' : aside ? 'unschedulable' : undefined;
    if (now === before) return;
    const found = active ?? backoff ?? aside;
    if (now && found) return this.#put(found, now, why);
    const event = { kind: 'sched.queue', pod: keyOf(pod), from: before ?? '', to: '', why } as const;
    const attempts = mapGet(this.#state.pods, event.pod)?.attempts ?? 0;
    this.#leave(event.pod);
    this.#recorder.trace.record({ ...event, attempts });
  }

  /** A pod comes to a part of the queue, and out of that in which it was. */
  #put(pInfo: QueuedPodInfo, to: QueuePlace, why: string): void {
    const pod = keyOf(pInfo.pod);
    const before = mapGet(this.#state.pods, pod);
    this.#enter(pInfo, to, why);
    const { attempts } = pInfo;
    const { trace } = this.#recorder;
    const said = before && becauseOf(why, before);
    const event = { kind: 'sched.queue', pod, from: before?.place ?? '', to, why, attempts } as const;
    const cause = this.#cameBy.get(pod) ?? causeNow();
    const index = withCause(said ? trace.decisions.add(cause, said) : causeNow(), () => trace.record(event));
    this.#cameBy.set(pod, index);
  }

  #enter(pInfo: QueuedPodInfo, place: QueuePlace, why: string): void {
    const pod = keyOf(pInfo.pod);
    this.#leave(pod);
    const { timestamp, attempts } = pInfo;
    const queued: QueuedPod = {
      pod,
      place,
      why,
      priority: podPriority(pInfo.pod),
      attempts,
      since: this.#recorder.sim.now,
      timestamp,
      ...(place === 'backoff' && { until: this.#until?.(pInfo) ?? timestamp }),
    };
    this.#change({ pods: mapSet(this.#state.pods, pod, queued), [place]: this.#state[place] + 1 });
  }

  #leave(pod: string): void {
    const before = mapGet(this.#state.pods, pod);
    if (!before) return;
    const { place } = before;
    this.#change({ pods: mapRemove(this.#state.pods, pod), [place]: this.#state[place] - 1 });
  }

  /** Nominations are made and taken back in many places, and are few. */
  #lookAtNominated({ podNominator }: PriorityQueue): void {
    const { nominatedPods } = podNominator as NominatedPodMap;
    const before = this.#state.nominated;
    if (before.size === 0 && nominatedPods.size === 0) return;
    const now = new Map<string, string>();
    for (const [node, pods] of nominatedPods) for (const pod of pods) now.set(keyOf(pod), node);
    const told = (pod: string, node: string): void => {
      const { nominated } = this.#state;
      const changed = node === '' ? mapRemove(nominated, pod) : mapSet(nominated, pod, node);
      this.#change({ nominated: changed });
      this.#recorder.trace.record({ kind: 'sched.nominate', pod, node });
    };
    for (const [pod] of mapEntries(before)) if (!now.has(pod)) told(pod, '');
    for (const [pod, node] of now) if (mapGet(before, pod) !== node) told(pod, node);
  }

  get #state(): SchedulingQueueState {
    return this.#recorder.state.queue;
  }

  #change(part: Partial<SchedulingQueueState>): void {
    this.#recorder.change({ queue: { ...this.#state, ...part } });
  }
}

/** What brings a pod on when nothing has happened but that time has passed. */
function becauseOf(why: string, { attempts, timestamp, until = timestamp }: QueuedPod): Said | undefined {
  switch (why) {
    case 'BackoffComplete':
      return {
        text: 'its back-off of {0} since attempt {1} is over; the scheduler looks every second',
        values: [{ ms: until - timestamp }, attempts],
      };
    case 'UnschedulableTimeout':
      return {
        text: 'it has waited for more than {0} since attempt {1}; the scheduler looks every 30 s',
        values: [{ ms: unschedulableQTimeIntervalMs }, attempts],
      };
    default:
      return undefined;
  }
}
