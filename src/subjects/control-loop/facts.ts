/** What checks of exercises ask of a run. */
import { lastPart } from '../../recording/words.ts';
import type { Recording } from '../../recording/recording.ts';
import type {
  Pod,
  ReplicaSet,
} from '../../runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { EventKind, EventOf } from '../../runtime/stage/events.ts';
import type { Entry, World } from '../../runtime/stage/world.ts';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import { mapEntries, mapGet } from '../../runtime/sim/pmap.ts';

export type EntryOf<K extends EventKind> = Entry & { readonly event: EventOf<K> };

/** The entries of a kind of event, in order. */
export function entriesOf<K extends EventKind>({ entries }: Recording, kind: K): EntryOf<K>[] {
  return entries.filter((entry): entry is EntryOf<K> => entry.event.kind === kind);
}

/** The last entry of a run, and with it how the world is in the end. */
export function lastEntry({ entries }: Recording): Entry {
  return entries.at(-1) as Entry;
}

/** A moment as a reader reads it: `1,530 ms`. */
export function timeOf({ at }: Pick<Entry, 'at'>): string {
  return `${at.toLocaleString('en-US')} ms`;
}

export function podsIn(world: World): Pod[] {
  return mapEntries(world.store.objects).flatMap(([key, object]) =>
    key.startsWith('pods/') ? [object as Pod] : [],
  );
}

export function replicaSetIn(world: World, name: string, namespace = 'default'): ReplicaSet | undefined {
  return mapGet(world.store.objects, `replicasets/${namespace}/${name}`) as ReplicaSet | undefined;
}

/** Name of the object that controls another; undefined if none does. */
export function controllerOf({ metadata }: StoredObject): string | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller)?.name;
}

/** True for a pod that counts: neither ended nor on its way out. */
export function isActive({ status, metadata }: Pod): boolean {
  return (
    status?.phase !== 'Failed' && status?.phase !== 'Succeeded' && metadata.deletionTimestamp === undefined
  );
}

/** The entries at which the number of active pods that an object controls changed, with that number. */
export function activePodCounts(
  recording: Recording,
  owner: string,
): { readonly entry: Entry; readonly count: number }[] {
  const active = new Set<string>();
  return entriesOf(recording, 'store.write').flatMap((entry) => {
    const { resource, verb, key, object } = entry.event;
    if (resource !== 'pods') return [];
    const before = active.size;
    const counts = verb !== 'delete' && isActive(object as Pod) && controllerOf(object) === owner;
    if (counts) active.add(key);
    else active.delete(key);
    return active.size === before ? [] : [{ entry, count: active.size }];
  });
}

/** One time that a worker had a key. */
export interface Sync {
  readonly key: string;
  readonly worker: string;
  readonly process: number;
  /** Where it took the key, and where it did its last thing before it asked for another. */
  readonly get: Entry;
  readonly last: Entry;
  /** Where it said that it is done with the key; undefined if it never did. */
  readonly done: Entry | undefined;
  /** What it did in between. */
  readonly entries: readonly Entry[];
}

/** All syncs of a work queue, in the order in which they began. */
export function syncsOf(recording: Recording, queue: string): Sync[] {
  const gets = entriesOf(recording, 'workqueue.get').filter(({ event }) => event.queue === queue);
  return gets.map((get): Sync => {
    const { key, worker } = get.event;
    const next = gets.find(({ index, process }) => index > get.index && process === get.process);
    const entries = recording.entries.filter(
      ({ index, process }) =>
        process === get.process && index > get.index && index < (next?.index ?? Infinity),
    );
    const done = entries.find(({ event }) => event.kind === 'workqueue.done' && event.key === key);
    return {
      key,
      worker: lastPart(worker),
      process: get.process,
      get,
      last: entries.at(-1) ?? get,
      done,
      entries,
    };
  });
}

/** True if the last write of a sync was refused: the sync gives an error then. */
export function isRefused({ entries }: Sync): boolean {
  const writes = entries.filter(
    ({ event }) =>
      (event.kind === 'api.request' || event.kind === 'api.error') &&
      (event.verb === 'update' || event.verb === 'patch'),
  );
  return writes.at(-1)?.event.kind === 'api.error';
}
