import type { RateLimiter } from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import { DefaultQueueMetrics } from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/metrics.ts';
import type { Type } from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import { running } from '../../sim/process.ts';
import type { Blocking } from '../../sim/process.ts';
import { mapGet } from '../../sim/pmap.ts';
import type { Sim } from '../../sim/sim.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import type { DelayingQueue } from './observe-queue.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { TableRow, TableState, Trace } from '../../stage/world.ts';

/** All metrics that a queue with a name has; Prometheus is told them with `workqueue_` in front. */
const names = [
  'depth',
  'adds_total',
  'retries_total',
  'queue_duration_seconds_count',
  'queue_duration_seconds_sum',
  'work_duration_seconds_count',
  'work_duration_seconds_sum',
  'unfinished_work_seconds',
  'longest_running_processor_seconds',
];

/** How often a queue works out how long its workers have been at it, in ms. */
const unfinishedWorkUpdatePeriodMs = 500;

const limits: TableState = {
  title: 'What the rate limiter says',
  columns: ['Key', 'Failures', '5 ms, doubled', 'Put off by'],
  rows: [],
};

const programNow = (): string => running()?.group ?? '';

/** Metrics of the queues that exist, by name: their delaying layers are built after them. */
const metricsOf = new WeakMap<Trace, Map<string, DefaultQueueMetrics<unknown>>>();

function observeQueue(trace: Trace, name: string, queue: Type<unknown>, sim: Sim): Type<unknown> {
  const key = `${programNow()}/metrics of ${name}`;
  const row = (metric: string, value: number): TableRow => ({
    name: metric,
    cells: [String(Math.round(value * 1000) / 1000)],
  });
  showTable(trace, key, {
    title: 'Metrics of the work queue',
    columns: ['Metric', 'Value'],
    rows: names.map((metric) => row(metric, 0)),
  });
  const metrics = new DefaultQueueMetrics<unknown>(sim, (metric, value) => {
    if (mapGet(trace.world.tables, key)) showRow(trace, key, row(metric, value));
  });
  const known = metricsOf.get(trace) ?? new Map<string, DefaultQueueMetrics<unknown>>();
  metricsOf.set(trace, known.set(name, metrics));
  sim.go(`${name}/updateUnfinishedWorkLoop`, updateUnfinishedWorkLoop(sim, queue, metrics));
  return overriding(queue, {
    add(item) {
      if (!queue.shuttingDown() && !queue.peek().dirty.has(item)) metrics.add(item);
      queue.add(item);
    },
    *get() {
      const got = yield* queue.get();
      if (!got[1]) metrics.get(got[0]);
      return got;
    },
    done(item) {
      metrics.done(item);
      queue.done(item);
    },
  });
}

function* updateUnfinishedWorkLoop(
  sim: Sim,
  queue: Type<unknown>,
  metrics: DefaultQueueMetrics<unknown>,
): Blocking<void> {
  while (!queue.shuttingDown()) {
    metrics.updateUnfinishedWork();
    yield* sim.sleep(unfinishedWorkUpdatePeriodMs);
  }
}

function observeDelaying(trace: Trace, name: string, queue: DelayingQueue): DelayingQueue {
  return overriding(queue, {
    addAfter(item, ms) {
      if (!queue.shuttingDown()) metricsOf.get(trace)?.get(name)?.retry();
      queue.addAfter(item, ms);
    },
  });
}

/** Of the rate limiters that controllers have by default: the longer of two waits counts. */
function observeLimiter(trace: Trace, name: string, limiter: RateLimiter<unknown>): RateLimiter<unknown> {
  if (!('when' in limiter)) return limiter;
  const key = `${programNow()}/limits of ${name}`;
  return overriding(limiter, {
    when(item) {
      const ms = limiter.when(item);
      const failures = limiter.numRequeues(item);
      const own = Math.min(5 * 2 ** (failures - 1), 1_000_000);
      const cells = [String(failures), `${own} ms`, `${Math.round(ms)} ms`];
      const note = ms > own ? 'the bucket is empty' : undefined;
      if (!mapGet(trace.world.tables, key)) showTable(trace, key, limits);
      showRow(trace, key, { name: String(item), cells, ...(note ? { note } : {}) });
      return ms;
    },
    forget(item) {
      limiter.forget(item);
      const table = mapGet(trace.world.tables, key);
      const rows = table?.rows.filter((each) => each.name !== String(item)) ?? [];
      if (table && rows.length < table.rows.length) showTable(trace, key, { ...table, rows });
    },
  });
}

/** Shows as tables what the work queues of a program say in their metrics, and for how long they put off what failed. */
export const queueTables: Observers = {
  workqueue: observeQueue,
  'delaying-queue': observeDelaying,
  'rate-limiter': observeLimiter,
};
