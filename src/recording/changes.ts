import type { World } from '../runtime/stage/world.ts';
import type { IndexerState, InformerState, QueueState } from '../runtime/subjects/control-loop/world.ts';
import type { StoreState } from '../runtime/subjects/api/world.ts';
import { type PMap, emptyMap, mapChanges, mapEntries, mapFrom } from '../runtime/sim/pmap.ts';
import type { SchedulerState } from '../runtime/subjects/scheduler/world.ts';
import { type PathChange, jsonChanges } from './object-changes.ts';
import { type Recording, entryAt } from './recording.ts';

/** The parts of a world, in the order in which an object travels through them. */
type Component = keyof World;

/** One thing of a component that differs between two worlds. */
export interface WorldChange {
  readonly component: Component;
  /**
   * Which one of the component: a name such as `kube-controller-manager/pods`, a queue's name, a process's id.
   * Of the store: an object's key, or '' for the store itself.
   */
  readonly name: string;
  /** Of an indexer: the key of the object in it. */
  readonly key?: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Where it differs; empty unless it is `changed`. */
  readonly paths: readonly PathChange[];
}

/**
 * What changed from one frame to another, either way round: component by component, names in order.
 * It takes the time of what changed, not of what is there, where the two frames are of one run.
 */
export function changesBetween(recording: Recording, from: number, to: number): WorldChange[] {
  return worldChanges(entryAt(recording, from).world, entryAt(recording, to).world);
}

/** As `changesBetween`, for worlds of any two runs. */
export function worldChanges(before: World, after: World): WorldChange[] {
  return [
    ...storeChanges(before.store, after.store),
    ...mapped('watches', before.watches, after.watches),
    ...mapped('informers', before.informers, after.informers, informerChanges),
    ...indexersChanges(before.indexers, after.indexers),
    ...mapped('queues', before.queues, after.queues, queueChanges),
    ...mapped('expectations', before.expectations, after.expectations),
    ...mapped('tables', before.tables, after.tables),
    ...mapped('schedulers', before.schedulers, after.schedulers, schedulerChanges),
    ...mapped('programs', before.programs, after.programs),
    ...mapped('processes', before.processes, after.processes),
    ...mapped('faults', before.faults, after.faults),
  ];
}

type Paths<V> = (before: V, after: V) => PathChange[];

/** The changes of a component that is a map, each value's told by `paths`. */
function mapped<V>(
  component: Component,
  before: PMap<V>,
  after: PMap<V>,
  paths: Paths<V> = jsonChanges,
): WorldChange[] {
  return keyed(before, after, paths).map(({ key, ...rest }) => ({ component, name: key, ...rest }));
}

interface KeyedChange {
  readonly key: string;
  readonly change: WorldChange['change'];
  readonly paths: readonly PathChange[];
}

function keyed<V>(before: PMap<V>, after: PMap<V>, paths: Paths<V>): KeyedChange[] {
  const changes: KeyedChange[] = [];
  for (const { key, before: old, after: now } of mapChanges(before, after)) {
    if (old === undefined) changes.push({ key, change: 'added', paths: [] });
    else if (now === undefined) changes.push({ key, change: 'removed', paths: [] });
    else {
      const differences = paths(old, now);
      // Worlds of two runs share nothing: what is equal there is not a change.
      if (differences.length > 0) changes.push({ key, change: 'changed', paths: differences });
    }
  }
  return changes;
}

function storeChanges(before: StoreState, after: StoreState): WorldChange[] {
  if (before === after) return [];
  const { objects: oldObjects, ...old } = before;
  const { objects, ...now } = after;
  const paths = jsonChanges(old, now);
  const itself: WorldChange[] =
    paths.length > 0 ? [{ component: 'store', name: '', change: 'changed', paths }] : [];
  return [...itself, ...mapped('store', oldObjects, objects)];
}

function indexersChanges(before: PMap<IndexerState>, after: PMap<IndexerState>): WorldChange[] {
  return mapChanges(before, after).flatMap(({ key: name, before: old, after: now }) => {
    const itself: WorldChange[] =
      old && now ? [] : [{ component: 'indexers', name, change: old ? 'removed' : 'added', paths: [] }];
    const inside = keyed(old ?? emptyMap(), now ?? emptyMap(), jsonChanges);
    return [...itself, ...inside.map((one) => ({ component: 'indexers' as const, name, ...one }))];
  });
}

function informerChanges(before: InformerState, after: InformerState): PathChange[] {
  const { deltas: oldDeltas, ...old } = before;
  const { deltas, ...now } = after;
  return [...jsonChanges(old, now), ...mapPaths('deltas', oldDeltas, deltas)];
}

function queueChanges(before: QueueState, after: QueueState): PathChange[] {
  const paths = jsonChanges(
    { queue: before.queue, dirty: before.dirty },
    { queue: after.queue, dirty: after.dirty },
  );
  return [
    ...paths,
    ...mapPaths('processing', before.processing, after.processing),
    ...mapPaths('waiting', before.waiting, after.waiting),
    ...mapPaths('failures', before.failures, after.failures),
  ];
}

/** What came of the pods, and which wait: the nodes follow from that. */
function schedulerChanges(before: SchedulerState, after: SchedulerState): PathChange[] {
  const placed = ({ attempts }: SchedulerState): PMap<string> =>
    mapFrom(mapEntries(attempts).map(([pod, all]) => [pod, all.at(-1)?.node ?? '']));
  return [
    ...mapPaths('node', placed(before), placed(after)),
    ...mapPaths('queue', before.queue.pods, after.queue.pods),
    ...mapPaths('nominated', before.queue.nominated, after.queue.nominated),
  ];
}

/** The changes of a map within a component, as paths: `processing["default/web"]`. */
function mapPaths(field: string, before: PMap<unknown>, after: PMap<unknown>): PathChange[] {
  return mapChanges(before, after).flatMap(({ key, before: old, after: now }) => {
    const path = `${field}[${JSON.stringify(key)}]`;
    if (jsonChanges(old, now).length === 0) return [];
    return [
      { path, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) },
    ];
  });
}
