import type { Sim } from '../../../../../sim/sim.ts';
import type { LessFunc } from '../../framework/interface.ts';
import { PriorityQueue } from './scheduling_queue.ts';
import { type PriorityQueueOptions, type SchedulingQueue, noMetrics } from './scheduling_queue_interface.ts';

/**
 * A new queue, observed as `scheduling-queue`; what brings pods into its parts, as `scheduling-queue-metrics`.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#NewSchedulingQueue
 */
export function newSchedulingQueue(
  sim: Sim,
  lessFn: LessFunc,
  options: PriorityQueueOptions = {},
): SchedulingQueue {
  const name = options.name ?? 'scheduler';
  const metrics = sim.observe('scheduling-queue-metrics', name, options.metrics ?? noMetrics);
  return sim.observe('scheduling-queue', name, new PriorityQueue(sim, lessFn, { ...options, metrics }));
}
