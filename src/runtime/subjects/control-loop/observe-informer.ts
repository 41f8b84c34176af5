import {
  deepCopy,
  deepFreeze,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeObject } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type {
  Delta,
  Deltas,
  PeekableQueue,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import {
  DeletedFinalStateUnknown,
  newest,
  placeOf,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { Indexer } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import type { ReflectorSteps } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts';
import {
  type ResourceEventHandler,
  deletionHandlingMetaNamespaceKeyFunc,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { causeNow, setCause } from '../../sim/process.ts';
import { emptyMap, mapEntries, mapGet, mapRemove, mapSet } from '../../sim/pmap.ts';
import type { DeltaType } from './events.ts';
import { overriding } from '../../stage/overriding.ts';
import type { Trace } from '../../stage/world.ts';
import type { IndexerState, InformerState } from './world.ts';
import type { StoredObject } from '../api/world.ts';

const newInformer: InformerState = {
  reflector: 'idle',
  resourceVersion: '',
  queue: [],
  deltas: emptyMap(),
  synced: false,
};

/** Replaces some of what the world says of an informer. */
function changeInformer(trace: Trace, name: string, change: Partial<InformerState>): void {
  const { informers } = trace.world;
  trace.change(
    'informers',
    mapSet(informers, name, { ...(mapGet(informers, name) ?? newInformer), ...change }),
  );
}

/**
 * Records what a DeltaFIFO or a RealFIFO is given and gives. What is popped has the cause of its newest delta.
 */
export function observeFifo(trace: Trace, name: string, fifo: PeekableQueue): PeekableQueue {
  const causes = new WeakMap<Delta, number>();
  const inOrder = fifo.inOrder ? ({ inOrder: true } as const) : {};

  /** The entry with which it came to have synced. */
  let syncedBy: number | undefined;

  const look = (key: string): Delta | undefined => showPlaces(trace, name, fifo, key);

  function added(key: string): void {
    const delta = look(key);
    if (delta === undefined || causes.has(delta)) return;
    const more = { ...tombstoneOf(delta), ...inOrder };
    causes.set(delta, trace.record({ kind: 'fifo.add', informer: name, key, delta: delta.type, ...more }));
  }

  /** What a list or a resync has put into the queue. */
  function addedMany(): void {
    for (const key of fifo.peek().keys) added(key);
  }

  return overriding(fifo, {
    hasSynced() {
      const synced = fifo.hasSynced();
      if (synced && syncedBy !== undefined) sayFilled(trace, syncedBy);
      return synced;
    },
    *add(obj) {
      const err = yield* fifo.add(obj);
      added(keyOf(obj));
      return err;
    },
    *update(obj) {
      const err = yield* fifo.update(obj);
      added(keyOf(obj));
      return err;
    },
    *delete(obj) {
      const err = yield* fifo.delete(obj);
      added(keyOf(obj));
      return err;
    },
    *replace(list, resourceVersion) {
      const err = yield* fifo.replace(list, resourceVersion);
      addedMany();
      if (list.length === 0) syncedBy ??= trace.decisions.entryOf(causeNow());
      return err;
    },
    *resync() {
      trace.stage({ kind: 'reflector.resync', informer: name });
      const err = yield* fifo.resync();
      addedMany();
      return err;
    },
    *pop(process) {
      const popped = yield* fifo.pop(function* (deltas) {
        const key = keyOfDeltas(deltas);
        setCause(causes.get(newest(deltas) as Delta) ?? causeNow());
        look(key);
        const event = { kind: 'fifo.pop', informer: name, key, deltas: typesOf(deltas), ...inOrder } as const;
        const index = trace.stage(event);
        if (mapGet(trace.world.informers, name)?.synced) syncedBy ??= index;
        return yield* process(deltas);
      });
      // What could not be processed may be back.
      if (popped[0]) look(keyOfDeltas(popped[0]));
      return popped;
    },
  });
}

/** Who looks again and again whether a cache is filled goes on because it is, by the last entry that filled one. */
function sayFilled(trace: Trace, by: number): void {
  const { cause, because } = trace.decisions.get(causeNow()) ?? {};
  if (cause === undefined || cause > by || !because) return;
  const everyMs = 'ms' in because && because.on.startsWith('a tick') ? because.ms : undefined;
  if (everyMs === undefined) {
    // It asked about another cache before, in the same look.
    if ('text' in because && because.text === filled) trace.because(because, by);
    return;
  }
  trace.because({ text: filled, values: [{ ms: everyMs }] }, by);
}

const filled = 'the caches that it waits for are filled; it looks every {0}';

/** Brings the places of a key up to date, and gives its newest delta. */
function showPlaces(trace: Trace, name: string, fifo: PeekableQueue, key: string): Delta | undefined {
  const { queue, items } = fifo.peek();
  let { deltas, laterPlaces } = mapGet(trace.world.informers, name) ?? newInformer;
  let last: Delta | undefined;
  for (let nth = 1; ; nth++) {
    const place = placeOf(key, nth);
    const held = items.get(place);
    if (held) deltas = mapSet(deltas, place, typesOf(held));
    else if (mapGet(deltas, place)) deltas = mapRemove(deltas, place);
    else break;
    if (nth > 1) {
      laterPlaces ??= emptyMap();
      laterPlaces = held ? mapSet(laterPlaces, place, key) : mapRemove(laterPlaces, place);
    }
    last = held?.at(-1) ?? last;
  }
  // What a list brings is told one after the other: a place that was not told yet is not there.
  const told = queue.filter((one) => mapGet(deltas, one) !== undefined);
  const more = laterPlaces && { laterPlaces };
  changeInformer(trace, name, { queue: told, deltas, synced: fifo.hasSynced(), ...more });
  return last;
}

/** Records each change of an informer's cache. */
export function observeIndexer(trace: Trace, name: string, indexer: Indexer): Indexer {
  const current = (): IndexerState => mapGet(trace.world.indexers, name) ?? emptyMap();
  const change = (state: IndexerState): void =>
    trace.change('indexers', mapSet(trace.world.indexers, name, state));

  function written(verb: 'add' | 'update', obj: StoredObject): void {
    const key = keyOf(obj);
    // What could still be changed is kept as it is now.
    change(mapSet(current(), key, Object.isFrozen(obj) ? obj : deepFreeze(deepCopy(obj) as StoredObject)));
    const revision = Number(obj.metadata.resourceVersion);
    trace.record({ kind: 'indexer.write', informer: name, verb, key, revision });
  }

  function removed(key: string, revision: number): void {
    change(mapRemove(current(), key));
    trace.record({ kind: 'indexer.write', informer: name, verb: 'delete', key, revision });
  }

  change(emptyMap());
  return overriding(indexer, {
    add(obj) {
      const err = indexer.add(obj);
      if (!err) written('add', obj);
      return err;
    },
    update(obj) {
      const err = indexer.update(obj);
      if (!err) written('update', obj);
      return err;
    },
    replace(list, resourceVersion) {
      const err = indexer.replace(list, resourceVersion);
      if (err) return err;
      const gone = new Map(mapEntries(current()));
      for (const obj of list) {
        const old = gone.get(keyOf(obj));
        gone.delete(keyOf(obj));
        written(old ? 'update' : 'add', obj);
      }
      for (const [key, old] of gone) removed(key, Number(old.metadata.resourceVersion));
      return err;
    },
    delete(obj) {
      const err = indexer.delete(obj);
      const key = keyOf(obj);
      const revision = Number(mapGet(current(), key)?.metadata.resourceVersion ?? 0);
      removed(key, revision);
      return err;
    },
  });
}

const keyOf = (obj: unknown): string => deletionHandlingMetaNamespaceKeyFunc(obj)[0] ?? '';

/** A delta of all objects has no key, and is called what it is. */
function keyOfDeltas(deltas: Deltas): string {
  const delta = newest(deltas);
  return keyOf(delta?.object) || (delta?.type ?? '');
}

/** What is said of a delta whose object is a tombstone; nothing of any other. */
const tombstoneOf = ({ object }: Delta): { readonly tombstone?: string } =>
  object instanceof DeletedFinalStateUnknown ? { tombstone: versionOf(object.obj) } : {};

/** The version of an object; empty for what is none, as edited code may have it. */
const versionOf = (object: unknown): string =>
  (object as Partial<KubeObject> | undefined)?.metadata?.resourceVersion ?? '';

const typesOf = (deltas: Deltas): readonly DeltaType[] => deltas.map(({ type }) => type);

/** Records when a reflector lists, watches and fails. */
export function observeReflector(trace: Trace, name: string, steps: ReflectorSteps): ReflectorSteps {
  const failed = (err: Error): void => {
    changeInformer(trace, name, { reflector: 'backing off' });
    trace.stage({ kind: 'reflector.error', informer: name, message: err.message });
  };
  return overriding(steps, {
    *listAndWatch(stop) {
      const err = yield* steps.listAndWatch(stop);
      if (err) failed(err);
      return err;
    },
    *list(options) {
      changeInformer(trace, name, { reflector: 'listing' });
      return yield* steps.list(options);
    },
    *syncWith(items, resourceVersion) {
      const revision = Number(resourceVersion);
      trace.stage({ kind: 'reflector.list', informer: name, count: items.length, revision });
      return yield* steps.syncWith(items, resourceVersion);
    },
    *watch(options) {
      const result = yield* steps.watch(options);
      if (!result[1]) changeInformer(trace, name, { reflector: 'watching' });
      return result;
    },
    *watchHandler(start, w, resourceVersion, errc, stop) {
      const err = yield* steps.watchHandler(start, w, resourceVersion, errc, stop);
      if (err) failed(err);
      return err;
    },
    setLastSyncResourceVersion(resourceVersion) {
      changeInformer(trace, name, { resourceVersion });
      steps.setLastSyncResourceVersion(resourceVersion);
    },
  });
}

/** Records each call of a handler; it is the cause of what the handler does. */
export function observeListener(
  trace: Trace,
  name: string,
  handler: ResourceEventHandler,
): ResourceEventHandler {
  const called = (
    verb: 'add' | 'update' | 'delete',
    obj: unknown,
    versions: { readonly from?: string; readonly to?: string } = {},
  ): void => void trace.stage({ kind: 'handler.call', informer: name, verb, key: keyOf(obj), ...versions });
  return overriding(handler, {
    onAdd(obj) {
      called('add', obj, { to: versionOf(obj) });
      handler.onAdd(obj);
    },
    onUpdate(old, obj) {
      called('update', obj, { from: versionOf(old), to: versionOf(obj) });
      handler.onUpdate(old, obj);
    },
    onDelete(obj) {
      called('delete', obj);
      handler.onDelete(obj);
    },
  });
}
