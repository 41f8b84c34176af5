import { causesOf } from '../../recording/causes.ts';
import { memoize } from '../../recording/memoize.ts';
import { type Recording, entryAt } from '../../recording/recording.ts';
import type { Event } from '../../runtime/stage/events.ts';
import type { Controllers } from '../../runtime/subjects/control-loop/loop.ts';

/** The controllers that are drawn of a run. Throws where its plane names none: nothing of them could be drawn. */
export function controllersOf({ scenario, draws: { controllers } }: Recording): Controllers {
  if (!controllers)
    throw new Error(
      `expected the plane of ${scenario} to say in its "draws" which controllers are drawn, found none.`,
    );
  return controllers;
}

const controllersByQueue = memoize(
  (recording: Recording): ReadonlyMap<string, string> =>
    new Map(
      Object.entries(controllersOf(recording).queues).flatMap(([name, queues]) =>
        queues.map((queue) => [queue, name] as const),
      ),
    ),
);

/** True for what happens in their program. */
export const isOurs = (recording: Recording, event: Event): boolean =>
  !('program' in event) || event.program === controllersOf(recording).program;

/** The controller that an entry is of: the one from whose queue the work came that led to it; undefined where it is nobody's. */
export function controllerAt(recording: Recording, index: number): string | undefined {
  if (!isOurs(recording, entryAt(recording, index).event)) return undefined;
  for (const at of [index, ...causesOf(recording, index)]) {
    const { event } = entryAt(recording, at);
    // What follows from something that is stored is nobody's work until it comes out of a queue again.
    if (at !== index && event.kind === 'store.write') return undefined;
    if (event.kind === 'workqueue.get' || event.kind === 'workqueue.done')
      return controllersByQueue(recording).get(event.queue);
  }
  return undefined;
}

interface Write {
  readonly index: number;
  readonly controller: string;
  readonly event: Extract<Event, { kind: 'store.write' }>;
}

const writesOf = memoize((recording: Recording): readonly Write[] => {
  const { program } = controllersOf(recording);
  return recording.entries.flatMap(({ event, index }) => {
    if (event.kind !== 'store.write' || event.program !== program) return [];
    const controller = controllerAt(recording, index);
    return controller === undefined ? [] : [{ index, controller, event }];
  });
});

/** What each controller has written last, up to an entry. */
export function lastWrites(recording: Recording, index: number): ReadonlyMap<string, Write['event']> {
  const last = new Map<string, Write['event']>();
  const writes = writesOf(recording);
  const most = Object.keys(controllersOf(recording).queues).length;
  let at = writes.findLastIndex((write) => write.index <= index);
  for (; at >= 0 && last.size < most; at--) {
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
