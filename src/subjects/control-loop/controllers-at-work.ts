import { causesOf } from '../../recording/causes.ts';
import { memoize } from '../../recording/memoize.ts';
import { type Recording, entryAt } from '../../recording/recording.ts';
import type { Event } from '../../runtime/stage/events.ts';

/** The program that all of them run in. */
export const manager = 'kube-controller-manager';

/** Controllers, by the names that upstream's table has for them, each with its queues. */
export const queuesOf: Readonly<Record<string, readonly string[]>> = {
  serviceaccount: ['serviceaccount'],
  'serviceaccount-token': ['serviceaccount_tokens_service', 'serviceaccount_tokens_secret'],
  ttl: ['ttlcontroller'],
  endpoint: ['endpoint'],
  replicationcontroller: ['replicationmanager'],
  replicaset: ['replicaset'],
  garbagecollector: [
    'garbage_collector_attempt_to_delete',
    'garbage_collector_attempt_to_orphan',
    'garbage_collector_graph_changes',
  ],
  podgc: ['orphaned_pods_nodes'],
  namespace: ['namespace'],
};

const controllerOf = new Map(
  Object.entries(queuesOf).flatMap(([name, queues]) => queues.map((queue) => [queue, name] as const)),
);

/** True for what happens in their program. */
export const isOurs = (event: Event): boolean => !('program' in event) || event.program === manager;

/** The controller that an entry is of: the one from whose queue the work came that led to it; undefined where it is nobody's. */
export function controllerAt(recording: Recording, index: number): string | undefined {
  if (!isOurs(entryAt(recording, index).event)) return undefined;
  for (const at of [index, ...causesOf(recording, index)]) {
    const { event } = entryAt(recording, at);
    // What follows from something that is stored is nobody's work until it comes out of a queue again.
    if (at !== index && event.kind === 'store.write') return undefined;
    if (event.kind === 'workqueue.get' || event.kind === 'workqueue.done')
      return controllerOf.get(event.queue);
  }
  return undefined;
}

interface Write {
  readonly index: number;
  readonly controller: string;
  readonly event: Extract<Event, { kind: 'store.write' }>;
}

const writesOf = memoize((recording: Recording): readonly Write[] =>
  recording.entries.flatMap(({ event, index }) => {
    if (event.kind !== 'store.write' || event.program !== manager) return [];
    const controller = controllerAt(recording, index);
    return controller === undefined ? [] : [{ index, controller, event }];
  }),
);

/** What each controller has written last, up to an entry. */
export function lastWrites(recording: Recording, index: number): ReadonlyMap<string, Write['event']> {
  const last = new Map<string, Write['event']>();
  const writes = writesOf(recording);
  let at = writes.findLastIndex((write) => write.index <= index);
  for (; at >= 0 && last.size < Object.keys(queuesOf).length; at--) {
    const { controller, event } = writes[at] as Write;
    if (!last.has(controller)) last.set(controller, event);
  }
  return last;
}

/** The namespace of the cluster's own parts. */
export const systemNamespace = 'kube-system';

/** Namespaces that a run has, in the order in which they come, that of the cluster's own parts last. */
export const namespacesOf = memoize(({ entries }: Recording): readonly string[] => {
  const names = entries.flatMap(({ event }) =>
    event.kind === 'store.write' && event.resource === 'namespaces'
      ? [event.key.slice('namespaces/'.length)]
      : [],
  );
  return [...new Set(names)].toSorted(
    (a, b) => Number(a === systemNamespace) - Number(b === systemNamespace),
  );
});
