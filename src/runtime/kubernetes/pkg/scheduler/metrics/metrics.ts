import type { Metric } from '../../../staging/src/k8s.io/component-base/metrics/legacyregistry/registry.ts';
import { CounterVec } from '../../../staging/src/k8s.io/component-base/metrics/counter.ts';
import { GaugeVec } from '../../../staging/src/k8s.io/component-base/metrics/gauge.ts';
import {
  HistogramVec,
  exponentialBuckets,
  linearBuckets,
} from '../../../staging/src/k8s.io/component-base/metrics/histogram.ts';
import { VolumeSchedulingStageFailed } from '../../controller/volume/scheduling/metrics/metrics.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { newPendingPodsRecorder } from './metric_recorder.ts';

// Mirrors: pkg/scheduler/metrics/metrics.go#SchedulerSubsystem
const subsystem = 'scheduler';

/**
 * What a scheduler counts. In Kubernetes these are variables of the package; here each scheduler has its own. Times are in
 * seconds of the virtual clock, on which computing takes none: they show how long was waited. So the times of plugins, which
 * only compute, are left out.
 */
// Mirrors: pkg/scheduler/metrics/metrics.go#metricsList
export class SchedulerMetrics {
  readonly #scheduleAttempts = new CounterVec(
    {
      subsystem,
      name: 'schedule_attempts_total',
      help: "Number of attempts to schedule pods, by the result. 'unschedulable' means a pod could not be scheduled, while 'error' means an internal scheduler problem.",
    },
    ['result', 'profile'],
  );
  readonly #e2eSchedulingLatency = new HistogramVec(
    {
      subsystem,
      name: 'e2e_scheduling_duration_seconds',
      help: 'E2e scheduling latency in seconds (scheduling algorithm + binding)',
      buckets: exponentialBuckets(0.001, 2, 15),
    },
    ['result', 'profile'],
  );
  readonly schedulingAlgorithmLatency = new HistogramVec(
    {
      subsystem,
      name: 'scheduling_algorithm_duration_seconds',
      help: 'Scheduling algorithm latency in seconds',
      buckets: exponentialBuckets(0.001, 2, 15),
    },
    [],
  );
  readonly deprecatedBindingLatency = new HistogramVec(
    {
      subsystem,
      name: 'binding_duration_seconds',
      help: '(Deprecated since 1.20.0) Binding latency in seconds',
      buckets: exponentialBuckets(0.001, 2, 15),
    },
    [],
  );
  readonly deprecatedPreemptionEvaluationDuration = new HistogramVec(
    {
      subsystem,
      name: 'scheduling_algorithm_preemption_evaluation_seconds',
      help: '(Deprecated since 1.20.0) Scheduling algorithm preemption evaluation duration in seconds',
      buckets: exponentialBuckets(0.001, 2, 15),
    },
    [],
  );
  readonly preemptionVictims = new HistogramVec(
    {
      subsystem,
      name: 'preemption_victims',
      help: 'Number of selected preemption victims',
      buckets: linearBuckets(5, 5, 10),
    },
    [],
  );
  readonly preemptionAttempts = new CounterVec(
    {
      subsystem,
      name: 'preemption_attempts_total',
      help: 'Total preemption attempts in the cluster till now',
    },
    [],
  );
  readonly #pendingPods = new GaugeVec(
    {
      subsystem,
      name: 'pending_pods',
      help: "Number of pending pods, by the queue type. 'active' means number of pods in activeQ; 'backoff' means number of pods in backoffQ; 'unschedulable' means number of pods in unschedulableQ.",
    },
    ['queue'],
  );
  readonly schedulerGoroutines = new GaugeVec(
    {
      subsystem,
      name: 'scheduler_goroutines',
      help: 'Number of running goroutines split by the work they do such as binding.',
    },
    ['work'],
  );
  readonly podSchedulingDuration = new HistogramVec(
    {
      subsystem,
      name: 'pod_scheduling_duration_seconds',
      help: 'E2e latency for a pod being scheduled which may include multiple scheduling attempts.',
      buckets: exponentialBuckets(0.01, 2, 20),
    },
    ['attempts'],
  );
  readonly podSchedulingAttempts = new HistogramVec(
    {
      subsystem,
      name: 'pod_scheduling_attempts',
      help: 'Number of attempts to successfully schedule a pod.',
      buckets: exponentialBuckets(1, 2, 5),
    },
    [],
  );
  readonly #schedulerQueueIncomingPods = new CounterVec(
    {
      subsystem,
      name: 'queue_incoming_pods_total',
      help: 'Number of pods added to scheduling queues by event and queue type.',
    },
    ['queue', 'event'],
  );
  readonly permitWaitDuration = new HistogramVec(
    {
      subsystem,
      name: 'permit_wait_duration_seconds',
      help: 'Duration of waiting on permit.',
      buckets: exponentialBuckets(0.001, 2, 15),
    },
    ['result'],
  );
  readonly #cacheSize = new GaugeVec(
    {
      subsystem,
      name: 'scheduler_cache_size',
      help: 'Number of nodes, pods, and assumed (bound) pods in the scheduler cache.',
    },
    ['type'],
  );
  readonly volumeSchedulingStageFailed = new VolumeSchedulingStageFailed();
  readonly activePods = newPendingPodsRecorder(this.#pendingPods, 'active');
  readonly backoffPods = newPendingPodsRecorder(this.#pendingPods, 'backoff');
  readonly unschedulablePods = newPendingPodsRecorder(this.#pendingPods, 'unschedulable');

  /** All of them, to be registered. */
  list(): readonly Metric[] {
    return [
      this.#scheduleAttempts,
      this.#e2eSchedulingLatency,
      this.schedulingAlgorithmLatency,
      this.deprecatedBindingLatency,
      this.deprecatedPreemptionEvaluationDuration,
      this.preemptionVictims,
      this.preemptionAttempts,
      this.#pendingPods,
      this.podSchedulingDuration,
      this.podSchedulingAttempts,
      this.#schedulerQueueIncomingPods,
      this.schedulerGoroutines,
      this.permitWaitDuration,
      this.#cacheSize,
      this.volumeSchedulingStageFailed,
    ];
  }

  /** How many nodes, pods, or assumed pods the cache holds. */
  cacheSize(type: string, size: number): void {
    this.#cacheSize.set(size, type);
  }

  /** A pod came into a part of the queue, because of an event. */
  incomingPods(queue: string, event: string): void {
    this.#schedulerQueueIncomingPods.inc(queue, event);
  }

  /** Somebody was to make room for a pod: it took so many seconds, with the requests that were made. */
  preempted(seconds: number): void {
    this.preemptionAttempts.inc();
    this.deprecatedPreemptionEvaluationDuration.observe(seconds);
  }

  /** An attempt succeeded, after so many seconds. */
  // Mirrors: pkg/scheduler/metrics/profile_metrics.go#PodScheduled
  podScheduled(profile: string, seconds: number): void {
    this.#observeScheduleAttemptAndLatency('scheduled', profile, seconds);
  }

  // Mirrors: pkg/scheduler/metrics/profile_metrics.go#PodUnschedulable
  podUnschedulable(profile: string, seconds: number): void {
    this.#observeScheduleAttemptAndLatency('unschedulable', profile, seconds);
  }

  // Mirrors: pkg/scheduler/metrics/profile_metrics.go#PodScheduleError
  podScheduleError(profile: string, seconds: number): void {
    this.#observeScheduleAttemptAndLatency('error', profile, seconds);
  }

  // Mirrors: pkg/scheduler/metrics/profile_metrics.go#observeScheduleAttemptAndLatency
  #observeScheduleAttemptAndLatency(result: string, profile: string, seconds: number): void {
    this.#e2eSchedulingLatency.observe(seconds, result, profile);
    this.#scheduleAttempts.inc(result, profile);
  }
}

// Mirrors: pkg/scheduler/metrics/metrics.go#SinceInSeconds
export const sinceInSeconds = (sim: Sim, start: number): number => (sim.now - start) / 1000;
