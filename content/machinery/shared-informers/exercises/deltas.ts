import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  type EntryOf,
  entriesOf,
  lastEntry,
  podsIn,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import { type Recording, processOf } from '../../../../src/recording/recording.ts';
import type { StoredObject } from '../../../../src/runtime/subjects/api/world.ts';
import { emptyMap, mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

const informer = 'watcher/pods';

/** What a handler of pods was told, by its place among the handlers. */
function toldTo(recording: Recording, listener: number): EntryOf<'handler.call'>[] {
  return entriesOf(recording, 'handler.call').filter(
    (entry) =>
      entry.event.informer === informer &&
      processOf(recording, entry)?.name.endsWith(`pods/listener-${listener}/run`),
  );
}

function cacheIsWrong(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const cached = mapEntries(mapGet(last.world.indexers, informer) ?? emptyMap<StoredObject>());
  const stored = podsIn(last.world);
  const known = new Map(cached.map(([, { metadata }]) => [metadata.name, metadata.resourceVersion]));
  for (const { metadata } of stored) {
    const version = known.get(metadata.name);
    if (version === metadata.resourceVersion) continue;
    const says = t`In the end the store has pod ${metadata.name ?? ''} at version ${metadata.resourceVersion ?? ''}, and the cache has ${version ?? t`none`}.`;
    return { says, entry: last.index };
  }
  const names = stored.map(({ metadata }) => metadata.name);
  const ghost = cached.find(([, { metadata }]) => !names.includes(metadata.name));
  if (!ghost) return undefined;
  const says = t`In the end the cache still has pod ${ghost[0]}, which was deleted.`;
  return { says, entry: last.index };
}

function cacheIsLate(recording: Recording): Problem | undefined {
  for (const entry of toldTo(recording, 1)) {
    const { verb, key } = entry.event;
    const cached = mapGet(mapGet(entry.world.indexers, informer) ?? emptyMap(), key) !== undefined;
    if (cached === (verb !== 'delete')) continue;
    const says = cached
      ? t`At ${timeOf(entry)} a handler is told that pod ${key} was deleted, and the cache still has it.`
      : t`At ${timeOf(entry)} a handler is told of pod ${key}, and the cache does not have it. A controller that looks now finds nothing.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function wrongWord(recording: Recording): Problem | undefined {
  const known = new Set<string>();
  for (const entry of toldTo(recording, 1)) {
    const { verb, key } = entry.event;
    if (verb === 'add' && known.has(key)) {
      const says = t`At ${timeOf(entry)} a handler is told that pod ${key} was added, of which it has known before.`;
      return { says, entry: entry.index };
    }
    if (verb !== 'add' && !known.has(key)) {
      const says = t`At ${timeOf(entry)} a handler is told that pod ${key} changed, of which it was never told.`;
      return { says, entry: entry.index };
    }
    if (verb === 'delete') known.delete(key);
    else known.add(key);
  }
  return undefined;
}

const firstResync = (recording: Recording): EntryOf<'reflector.resync'> | undefined =>
  entriesOf(recording, 'reflector.resync').find(({ event }) => event.informer === informer);

function unasked(recording: Recording): Problem | undefined {
  const from = firstResync(recording)?.index ?? Infinity;
  const call = toldTo(recording, 1).find(({ index }) => index > from);
  if (!call) return undefined;
  const says = t`At ${timeOf(call)} the quick handler is told of pod ${call.event.key} again, in which nothing changed. It wants no resyncs.`;
  return { says, entry: call.index };
}

function missed(recording: Recording): Problem | undefined {
  const resync = firstResync(recording);
  // It hears of the pod when it comes, when its label changes, and at the resync.
  const told = toldTo(recording, 2).filter(({ event }) => event.key === 'default/web-a').length;
  if (!resync || told > 2) return undefined;
  const says = t`There is a resync at ${timeOf(resync)}, and the slow handler, which wants resyncs, is told nothing by it.`;
  return { says, entry: resync.index };
}

export const exercise: Exercise = {
  id: 'machinery/shared-informers/deltas',
  kind: 'code',
  title: 'What becomes of a delta',
  task:
    'Bring a delta to the cache, `#indexer`, and tell the listeners with `#processor.distribute(notification, sync)`. This version tells ' +
    'everyone of an addition, whatever happened. A notification is of kind `add`, `update` or `delete`; with `sync` true it goes only to those ' +
    'who are due for a resync.',
  file: 'kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts',
  symbol: 'SharedIndexInformerImpl.#handleDelta',
  start: `  *#handleDelta(delta: Delta): Blocking<Error | undefined> {
    if (delta.type === 'ReplacedAll' || delta.type === 'SyncAll') return yield* this.#handleAll(delta);
    const newObj = delta.object as KubeObject;
    yield* this.#processor.distribute({ kind: 'add', newObj }, false);
    return this.#indexer.add(newObj);
  }`,
  solution: `  *#handleDelta(delta: Delta): Blocking<Error | undefined> {
    if (delta.type === 'ReplacedAll' || delta.type === 'SyncAll') return yield* this.#handleAll(delta);
    const { type, object } = delta;
    if (type === 'Deleted') {
      this.#indexer.delete(object);
      yield* this.#processor.distribute({ kind: 'delete', oldObj: object }, false);
      return undefined;
    }
    const newObj = object as KubeObject;
    const [oldObj, exists] = this.#indexer.get(newObj);
    if (!exists) {
      this.#indexer.add(newObj);
      yield* this.#processor.distribute({ kind: 'add', newObj }, false);
      return undefined;
    }
    this.#indexer.update(newObj);
    const isSync = type === 'Sync' || (type === 'Replaced' && sameVersion(oldObj, newObj));
    yield* this.#processor.distribute({ kind: 'update', oldObj, newObj }, isSync);
    return undefined;
  }`,
  scenario: 'machinery/shared-informers#deltas',
  seeds: [1, 2, 3, 5, 8, 13],
  checks: [
    { name: 'In the end the cache is as the store', problem: cacheIsWrong },
    { name: 'Who is told finds it in the cache', problem: cacheIsLate },
    { name: 'What is known is not added again', problem: wrongWord },
    { name: 'Who wants no resyncs hears of none', problem: unasked },
    { name: 'Who wants resyncs hears of them', problem: missed },
  ],
  hints: [
    'Three things can have happened to a handler’s world, and the cache knows which: look what it has before you write to it, with `this.#indexer.get(newObj)`.',
    '`delta.type` is `Added`, `Updated`, `Deleted`, `Replaced` or `Sync`. Only `Deleted` says all by itself. For the others it matters whether the cache has the object.',
    'Write to the cache first, and distribute then. The second argument of `distribute` is true for a delta `Sync`.',
  ],
  why:
    'The delta says what the reflector heard, and the cache says what the handlers know. An object that was added and changed before it was ' +
    'popped is one addition to them; an addition after a new list may be an update. And because the cache is written first, whoever is ' +
    'told can look there at once. The solution also holds back what a new list shows at the same version: nothing happened.',
  next: 'Distribute before you write to the cache, and play the run with several seeds. When does a handler find an old cache, and why not always?',
};
