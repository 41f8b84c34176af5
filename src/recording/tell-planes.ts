import type { Event } from '../runtime/stage/events.ts';
import type { SchedulerEvent } from '../runtime/subjects/scheduler/events.ts';
import { tellClassify, tellCollectorError, tellContent, tellGraph } from './tell-collector.ts';
import { tellLeader } from './tell-leader.ts';
import { tellScheduler } from './tell-scheduler.ts';

/** What happens in runs of some planes only. */
export type PlaneEvent =
  | SchedulerEvent
  | Extract<Event, { readonly kind: `leader.${string}` | `gc.${string}` | `namespace.${string}` }>;

/** What happened, without capital and full stop. */
export function tellOfPlanes(event: PlaneEvent): string {
  switch (event.kind) {
    case 'gc.graph':
      return tellGraph(event);
    case 'gc.classify':
      return tellClassify(event);
    case 'gc.error':
      return tellCollectorError(event);
    case 'namespace.content':
      return tellContent(event);
    default:
      return isOfScheduler(event) ? tellScheduler(event) : tellLeader(event);
  }
}

const isOfScheduler = (event: PlaneEvent): event is SchedulerEvent => event.kind.startsWith('sched.');
