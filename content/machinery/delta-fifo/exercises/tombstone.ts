import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { lastPart } from '../../../../src/recording/words.ts';
import type { StoredObject } from '../../../../src/runtime/subjects/api/world.ts';
import { emptyMap, mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

const informer = 'pod-ledger/pods';

/** Names of the pods in the store and in the ledger, in the end. */
function atTheEnd(recording: Recording): { readonly stored: Set<string>; readonly written: Set<string> } {
  const { world } = lastEntry(recording);
  const ledger = mapEntries(mapGet(world.indexers, informer) ?? emptyMap());
  return {
    stored: new Set(podsIn(world).map(({ metadata }) => metadata.name ?? '')),
    written: new Set(ledger.map(([key]) => lastPart(key))),
  };
}

function ghost(recording: Recording): Problem | undefined {
  const { stored, written } = atTheEnd(recording);
  const name = [...written].find((each) => !stored.has(each));
  if (name === undefined) return undefined;
  const entry = entriesOf(recording, 'reflector.list').at(-1)?.index ?? lastEntry(recording).index;
  const says = t`In the end the ledger still has the pod \`${name}\`, which is gone. The last list did not have it, and that was the only sign.`;
  return { says, entry };
}

function missing(recording: Recording): Problem | undefined {
  const { stored, written } = atTheEnd(recording);
  const name = [...stored].find((each) => !written.has(each));
  if (name === undefined) return undefined;
  const says = t`In the end there is a pod \`${name}\`, and the ledger does not have it.`;
  return { says, entry: lastEntry(recording).index };
}

function wronglyGone(recording: Recording): Problem | undefined {
  const wrong = entriesOf(recording, 'fifo.add').find(
    ({ event, world }) =>
      event.delta === 'Deleted' && mapGet(world.store.objects, `pods/${event.key}`) !== undefined,
  );
  if (!wrong) return undefined;
  const says = t`At ${timeOf(wrong)} a \`Deleted\` is queued for the pod \`${lastPart(wrong.event.key)}\`, which is there.`;
  return { says, entry: wrong.index };
}

/** What the last list does not have, and what the ledger had, has to be queued as a tombstone with the last known state. */
function noTombstone(recording: Recording): Problem | undefined {
  const list = entriesOf(recording, 'reflector.list').at(-1);
  if (!list) return undefined;
  const known = mapEntries(mapGet(list.world.indexers, informer) ?? emptyMap<StoredObject>());
  for (const [key, { metadata }] of known) {
    if (mapGet(list.world.store.objects, `pods/${key}`)) continue;
    const name = lastPart(key);
    const queued = entriesOf(recording, 'fifo.add').find(
      ({ event, index }) => index > list.index && event.key === key && event.delta === 'Deleted',
    );
    const says = queued
      ? wrongObject(queued.event.tombstone, metadata.resourceVersion ?? '')
      : t`The list at ${timeOf(list)} does not have the pod \`${name}\`, and no \`Deleted\` is queued for it. The ledger gets only what is queued.`;
    if (says !== undefined) return { says, entry: queued?.index ?? list.index };
  }
  return undefined;
}

/** What is wrong with the object of a deletion, where a tombstone with a version is wanted; undefined if nothing is. */
function wrongObject(found: string | undefined, wanted: string): string | undefined {
  if (found === undefined)
    return t`The \`Deleted\` holds a pod like any other. No watch saw the deletion, so a \`DeletedFinalStateUnknown\` has to stand for the pod.`;
  if (found === wanted) return undefined;
  return t`The \`DeletedFinalStateUnknown\` does not hold the last known state of the pod, which is version ${wanted}. \`getByKey\` gives three values, and the first is the pod.`;
}

export const exercise: Exercise = {
  id: 'machinery/delta-fifo/tombstone',
  kind: 'code',
  title: 'What a list does not say',
  task:
    'This `Replace` queues what the list has, and nothing for what is missing in it. Queue a `Deleted` for each pod that the consumer knows and the list does not have. ' +
    'Its object is a `DeletedFinalStateUnknown` with the key and the last known state. `#knownObjects` looks into what the consumer has.',
  file: 'kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts',
  symbol: 'DeltaFIFO.#replaceLocked',
  start: `  #replaceLocked(list: readonly T[]): Error | undefined {
    const keys = new Set<string>();
    for (const item of list) {
      const [key, err] = this.keyOf(item);
      if (err) return new KeyError(item, err);
      keys.add(key);
      this.#queueActionLocked('Replaced', item);
    }

    const queuedDeletions = 0;

    if (!this.#populated) {
      this.#populated = true;
      this.#initialPopulationCount = list.length + queuedDeletions;
    }
    return undefined;
  }`,
  solution: `  #replaceLocked(list: readonly T[]): Error | undefined {
    const keys = new Set<string>();
    for (const item of list) {
      const [key, err] = this.keyOf(item);
      if (err) return new KeyError(item, err);
      keys.add(key);
      this.#queueActionLocked('Replaced', item);
    }

    let queuedDeletions = 0;
    for (const key of this.#knownObjects?.listKeys() ?? []) {
      if (keys.has(key)) continue;
      const [last] = this.#knownObjects?.getByKey(key) ?? [];
      queuedDeletions++;
      this.#queueActionLocked('Deleted', new DeletedFinalStateUnknown<T>(key, last));
    }

    if (!this.#populated) {
      this.#populated = true;
      this.#initialPopulationCount = list.length + queuedDeletions;
    }
    return undefined;
  }`,
  scenario: 'machinery/delta-fifo#unseen',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'What is gone is not in the ledger', problem: ghost },
    { name: 'What is there is in the ledger', problem: missing },
    { name: 'No `Deleted` is queued for a pod that is there', problem: wronglyGone },
    { name: 'What a list shows to be gone is queued as a tombstone', problem: noTombstone },
  ],
  hints: [
    'Look at the ledger after the second list. One pod was deleted while the watch was dead, so no event said so.',
    '`this.#knownObjects` has `listKeys()` and `getByKey(key)`. It may be left out, so ask with `?.`. Compare its keys with `keys`.',
    "Queue `new DeletedFinalStateUnknown(key, last)` with `#queueActionLocked('Deleted', …)`. Here `last` is the first value that `getByKey` gives.",
  ],
  why:
    'A list holds what there is. What is gone can only be found by comparing the list with what was known. The object in such a deletion is a ' +
    'tombstone, because the last known state may be old, and its type says so to a handler. Upstream counts these deletions for ' +
    'the first sync, too.',
  next: 'Put the pod itself in the place of the tombstone. The ledger comes out right all the same. Which handler would go wrong, and what would it believe?',
};
