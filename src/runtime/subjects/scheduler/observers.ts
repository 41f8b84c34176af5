import type { GenericScheduler } from '../../kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import type { Framework, Plugin } from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import type { PreemptionSteps } from '../../kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import type { SchedulerCache } from '../../kubernetes/pkg/scheduler/internal/cache/cache.ts';
import type {
  NominatedPodMap,
  PriorityQueue,
  QueueMetrics,
} from '../../kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import type { Random } from '../../sim/random.ts';
import type { Observers } from '../../stage/subject.ts';
import { observeCache } from './observe-cache.ts';
import { observeAlgorithm, observeFramework, observeRandom } from './observe-cycle.ts';
import { observePlugin } from './observe-plugin.ts';
import { observePreemption } from './observe-preemption.ts';
import { type SchedulerRecorder, recorderNow } from './recorder.ts';
import { SchedulingQueueObserver } from './observe-queue.ts';

/*
 * How schedulers are watched: what a run, or a page that calls a scheduler itself, can rely on.
 *
 * A plane has `observers: schedulerObservers`. Without a cluster, do as test/runtime/subjects/scheduler/observers.test.ts does:
 *
 *   const sim = new Sim();
 *   const trace: Trace = new SimTrace(sim, initialWorld());
 *   sim.observe = newObserver(sim, trace, schedulerObservers).observe;      // before anything is built
 *
 * and build framework, cache, queue and algorithm with `newFramework`, `newCache`, `newSchedulingQueue` and
 * `newGenericScheduler`. Nothing else in the scheduler knows of it, and without a trace it costs nothing.
 *
 * The world has one SchedulerState a program: `mapGet(world.schedulers, 'kube-scheduler')`; the type says what each
 * part is (scheduler-world.ts). What is large is said once and shared: an attempt's filters and scores are columns of
 * numbers, by the place of a node, which `verdictOf`, `nodeAt`, `placeOf` and `numberAt` read. All is plain data that
 * survives a structured clone.
 *
 * The trace has an entry a phase (scheduler-events.ts), never one a node. In the order of a pod that finds its node:
 *
 *   sched.queue       it comes into the queue            sched.pop      it is taken
 *   sched.snapshot    the cache is copied                sched.prefilter
 *   sched.filter      all nodes                          sched.score    those that passed, if several did
 *   sched.choose      the node                           sched.assume   its room is taken
 *   sched.reserve, sched.permit, sched.wait, sched.prebind, sched.bind, sched.postbind
 *                     where a plugin takes part          sched.confirm  the API server speaks of it
 *
 * and of one that does not: sched.filter, sched.fail, then sched.preempt if it may preempt, sched.postfilter,
 * sched.nominate if there will be room, sched.queue. Each is the cause of the next; that of sched.pop is what brought
 * the pod into the active part. Pods are named by their key, so prose says `sched.filter default/web-1`, or of its second
 * attempt `#2 sched.filter default/web-1`; fields are conditions: `sched.choose web-1 node=node-b`.
 *
 * `Attempt.entries` says which entry tells of which phase, `FilterTable.lines` and `ScoreTable.lines` which entry is the
 * last line of a plugin that ran for a node, where the scenario shows the plugin's file.
 */
export const schedulerObservers: Observers = {
  framework: (trace, _name, framework: Framework, sim) =>
    observeFramework(recorderNow(trace, sim), framework),
  'scheduler-plugin': (trace, _name, plugin: Plugin, sim) => observePlugin(recorderNow(trace, sim), plugin),
  'generic-scheduler': (trace, _name, g: GenericScheduler, sim) =>
    observeAlgorithm(recorderNow(trace, sim), g),
  'scheduler-random': (trace, _name, random: Random, sim) => observeRandom(recorderNow(trace, sim), random),
  'scheduling-queue': (trace, _name, queue: PriorityQueue, sim) =>
    queueOf(recorderNow(trace, sim)).queue(queue),
  'scheduling-queue-metrics': (trace, _name, metrics: QueueMetrics, sim) =>
    queueOf(recorderNow(trace, sim)).metrics(metrics),
  'scheduler-cache': (trace, _name, cache: SchedulerCache, sim) =>
    observeCache(recorderNow(trace, sim), cache),
  preemption: (trace, _name, steps: PreemptionSteps, sim) =>
    observePreemption(recorderNow(trace, sim), steps),
};

const queues = new WeakMap<SchedulerRecorder, SchedulingQueueObserver>();

function queueOf(recorder: SchedulerRecorder): SchedulingQueueObserver {
  let queue = queues.get(recorder);
  if (!queue) queues.set(recorder, (queue = new SchedulingQueueObserver(recorder)));
  return queue;
}

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly framework: Framework;
    readonly 'scheduler-plugin': Plugin;
    readonly 'generic-scheduler': GenericScheduler;
    readonly 'scheduler-random': Random;
    readonly 'pod-nominator': NominatedPodMap;
    readonly 'scheduling-queue': PriorityQueue;
    readonly 'scheduling-queue-metrics': QueueMetrics;
    readonly 'scheduler-cache': SchedulerCache;
    readonly preemption: PreemptionSteps;
  }
}
