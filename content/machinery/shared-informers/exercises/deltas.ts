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
    const says = t`In the end the store has the pod \`${metadata.name ?? ''}\` at version ${metadata.resourceVersion ?? ''}, and the cache has ${version === undefined ? t`no such pod` : t`version ${version}`}.`;
    return { says, entry: last.index };
  }
  const names = stored.map(({ metadata }) => metadata.name);
  const ghost = cached.find(([, { metadata }]) => !names.includes(metadata.name));
  if (!ghost) return undefined;
  const says = t`In the end the cache still has the pod \`${ghost[0]}\`, which was deleted.`;
  return { says, entry: last.index };
}

function cacheIsLate(recording: Recording): Problem | undefined {
  for (const entry of toldTo(recording, 1)) {
    const { verb, key, to = '' } = entry.event;
    const cached = mapGet(mapGet(entry.world.indexers, informer) ?? emptyMap<StoredObject>(), key);
    const version = cached?.metadata.resourceVersion ?? '';
    const says =
      verb === 'delete'
        ? cached &&
          t`At ${timeOf(entry)} a handler hears that the pod \`${key}\` was deleted, and the cache still has it.`
        : !cached
          ? t`At ${timeOf(entry)} a handler hears of the pod \`${key}\`, and the cache does not have it. A controller that looks now finds nothing.`
          : Number(version) < Number(to)
            ? t`At ${timeOf(entry)} a handler hears of the pod \`${key}\` at version ${to}, and the cache still has version ${version}. A controller that looks now finds the old pod.`
            : undefined;
    if (says) return { says, entry: entry.index };
  }
  return undefined;
}

/** What the quick handler knows of each pod: the version that it heard of last. It hears of all that happens, one after the other. */
function wrongWord(recording: Recording): Problem | undefined {
  const known = new Map<string, string>();
  const calls = toldTo(recording, 1);
  const [first = lastEntry(recording)] = calls;
  if (!calls.some(({ event }) => event.verb === 'add')) {
    const says = t`No handler ever hears of a pod as new. A notification is of kind \`add\`, \`update\` or \`delete\`.`;
    return { says, entry: first.index };
  }
  for (const entry of calls) {
    const { verb, key, from, to = '' } = entry.event;
    const before = known.get(key);
    const says = wordsOfCall(entry, before);
    if (says !== undefined) return { says, entry: entry.index };
    if (verb === 'update' && from !== before) {
      const says = t`At ${timeOf(entry)} a handler hears that the pod \`${key}\` changed from version ${from || t`none`} to ${to}. What it knew was version ${before ?? ''}: the old object is the one that the cache had before.`;
      return { says, entry: entry.index };
    }
    if (verb === 'delete') known.delete(key);
    else known.set(key, to);
  }
  return undefined;
}

/** What is wrong with a call, for a handler that knows a version of the pod, or none. */
function wordsOfCall(call: EntryOf<'handler.call'>, before: string | undefined): string | undefined {
  const { verb, key } = call.event;
  const at = timeOf(call);
  if (key === '')
    return t`At ${at} a handler is called without a pod. Of kind \`add\`, a notification has a \`newObj\`. Of kind \`delete\` it has an \`oldObj\`, and of kind \`update\` both.`;
  if (verb === 'add' && before !== undefined)
    return t`At ${at} a handler hears that the pod \`${key}\` was added, which it knows already. Whether a pod is new, the cache says, and not the type of the delta.`;
  if (verb === 'update' && before === undefined)
    return t`At ${at} a handler hears that the pod \`${key}\` changed, of which it has never heard. Whether a pod is new, the cache says, and not the type of the delta.`;
  return verb === 'delete' && before === undefined
    ? t`At ${at} a handler hears that the pod \`${key}\` was deleted, of which it has never heard.`
    : undefined;
}

/** In the end the quick handler knows each pod as the store has it. */
function missedChange(recording: Recording): Problem | undefined {
  const known = new Map<string, string>();
  for (const { event } of toldTo(recording, 1)) {
    if (event.verb === 'delete') known.delete(event.key);
    else known.set(event.key, event.to ?? '');
  }
  const last = lastEntry(recording);
  for (const { metadata } of podsIn(last.world)) {
    const { name = '', namespace = '', resourceVersion = '' } = metadata;
    const version = known.get(`${namespace}/${name}`);
    if (version === resourceVersion) continue;
    const says =
      version === undefined
        ? t`The quick handler never hears of the pod \`${name}\`.`
        : t`The quick handler last heard of the pod \`${name}\` at version ${version}, and it is at version ${resourceVersion}. With \`sync\` true, only handlers that are due for a resync hear of a change.`;
    return { says, entry: last.index };
  }
  return undefined;
}

const firstResync = (recording: Recording): EntryOf<'reflector.resync'> | undefined =>
  entriesOf(recording, 'reflector.resync').find(({ event }) => event.informer === informer);

/** True for news in which nothing changed. */
const isOld = ({ event }: EntryOf<'handler.call'>): boolean =>
  event.verb === 'update' && event.from === event.to;

function unasked(recording: Recording): Problem | undefined {
  const from = firstResync(recording)?.index ?? Infinity;
  const call = toldTo(recording, 1).find((one) => one.index > from && isOld(one));
  if (!call) return undefined;
  const says = t`At ${timeOf(call)} the quick handler hears of the pod \`${call.event.key}\` again, which has not changed. It wants no resyncs.`;
  return { says, entry: call.index };
}

function missed(recording: Recording): Problem | undefined {
  const resync = firstResync(recording);
  // Of this pod it hears for no other reason: a list never shows it as it was.
  if (!resync || toldTo(recording, 2).some((call) => call.event.key === 'default/web-a' && isOld(call)))
    return undefined;
  const says = t`There is a resync at ${timeOf(resync)}, and the slow handler, which wants resyncs, hears nothing of it.`;
  return { says, entry: resync.index };
}

export const exercise: Exercise = {
  id: 'machinery/shared-informers/deltas',
  kind: 'code',
  title: 'What becomes of a delta',
  task:
    'Write a delta into the cache, `#indexer`, and call the handlers with `#processor.distribute(notification, sync)`. This version hands ' +
    'them an addition, whatever happened. A notification is of kind `add`, `update` or `delete`. With `sync` true, only handlers that are due ' +
    'for a resync hear of it. A handler must hear of each pod as new once, then of each change with the pod as it was before, and at last of its end.',
  file: 'kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts',
  symbol: 'SharedIndexInformerImpl.#handleDelta',
  start: `  *#handleDelta(delta: Delta): Blocking<Error | undefined> {
    if (delta.type === 'ReplacedAll' || delta.type === 'SyncAll') return yield* this.#handleAll(delta);
    const newObj = delta.object as KubeObject;
    yield* this.#processor.distribute({ kind: 'add', newObj }, false);
    return delta.type === 'Deleted' ? this.#indexer.delete(newObj) : this.#indexer.add(newObj);
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
    { name: 'What a handler hears of is in the cache already', problem: cacheIsLate },
    { name: 'A handler hears of a pod as new, then of its changes', problem: wrongWord },
    { name: 'Every handler hears of every change', problem: missedChange },
    { name: 'A handler that wants no resyncs hears of none', problem: unasked },
    { name: 'A handler that wants resyncs hears of them', problem: missed },
  ],
  hints: [
    'For a handler a pod is new, changed or gone, and the cache knows which. Look at what it has before you write to it: `const [oldObj, exists] = this.#indexer.get(newObj)`.',
    '`delta.type` is `Added`, `Updated`, `Deleted`, `Replaced` or `Sync`. Only `Deleted` says everything. For the others it matters whether the cache has the object.',
    'Write to the cache first, and distribute then. The second argument of `distribute` is true for a delta `Sync`.',
  ],
  why:
    'The delta says what the reflector heard, and the cache says what the handlers know. After a new list, a `Replaced` may be a new pod, a changed one, ' +
    'or one that the handlers know as it is. And because the cache is written first, a handler finds there what it hears of. ' +
    'The solution also holds back what a new list shows at the same version: nothing happened.',
  next: 'Distribute before you write to the cache, and play the run with several seeds. When does a handler find an old cache, and why not always?',
};
