import type { Sim } from '../../../../../../../sim/sim.ts';

/** Where a metric of a queue goes: what it is called, and its value now. Sums and durations are in seconds. */
export type Report = (name: string, value: number) => void;

/** What a work queue says of itself while it works. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/metrics.go#queueMetrics
export interface QueueMetrics<T> {
  add(item: T): void;
  get(item: T): void;
  done(item: T): void;
  updateUnfinishedWork(): void;
}

/** Counts and measures. Upstream has an object for each metric, made by a provider; Loopscope reports values by name. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/metrics.go#defaultQueueMetrics
export class DefaultQueueMetrics<T> implements QueueMetrics<T> {
  readonly #sim: Sim;
  readonly #report: Report;
  readonly #values = new Map<string, number>();
  readonly #addTimes = new Map<T, number>();
  readonly #processingStartTimes = new Map<T, number>();

  constructor(sim: Sim, report: Report) {
    this.#sim = sim;
    this.#report = report;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/metrics.go#defaultQueueMetrics.add
  add(item: T): void {
    this.#inc('adds_total');
    this.#inc('depth');
    if (!this.#addTimes.has(item)) this.#addTimes.set(item, this.#sim.now);
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/metrics.go#defaultQueueMetrics.get
  get(item: T): void {
    this.#inc('depth', -1);
    this.#processingStartTimes.set(item, this.#sim.now);
    const startTime = this.#addTimes.get(item);
    if (startTime === undefined) return;
    this.#observe('queue_duration_seconds', this.#sinceInSeconds(startTime));
    this.#addTimes.delete(item);
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/metrics.go#defaultQueueMetrics.done
  done(item: T): void {
    const startTime = this.#processingStartTimes.get(item);
    if (startTime === undefined) return;
    this.#observe('work_duration_seconds', this.#sinceInSeconds(startTime));
    this.#processingStartTimes.delete(item);
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/metrics.go#defaultQueueMetrics.updateUnfinishedWork
  updateUnfinishedWork(): void {
    let total = 0;
    let oldest = 0;
    for (const startTime of this.#processingStartTimes.values()) {
      const ageSeconds = this.#sinceInSeconds(startTime);
      total += ageSeconds;
      if (ageSeconds > oldest) oldest = ageSeconds;
    }
    this.#set('unfinished_work_seconds', total);
    this.#set('longest_running_processor_seconds', oldest);
  }

  /** One more item that is to come later. */
  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/metrics.go#defaultRetryMetrics.retry
  retry(): void {
    this.#inc('retries_total');
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/metrics.go#defaultQueueMetrics.sinceInSeconds
  #sinceInSeconds(start: number): number {
    return (this.#sim.now - start) / 1000;
  }

  #inc(name: string, by = 1): void {
    this.#set(name, (this.#values.get(name) ?? 0) + by);
  }

  /** A histogram tells how many there were, and what they come to together. */
  #observe(name: string, value: number): void {
    this.#inc(`${name}_count`);
    this.#inc(`${name}_sum`, value);
  }

  #set(name: string, value: number): void {
    if (this.#values.get(name) === value) return;
    this.#values.set(name, value);
    this.#report(name, value);
  }
}
