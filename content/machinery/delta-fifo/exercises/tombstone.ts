import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { lastPart } from '../../../../src/recording/words.ts';
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
  const says = t`In the end the ledger still has pod ${name}, which is gone. The last list did not have it, and that was the only sign.`;
  return { says, entry };
}

function missing(recording: Recording): Problem | undefined {
  const { stored, written } = atTheEnd(recording);
  const name = [...stored].find((each) => !written.has(each));
  if (name === undefined) return undefined;
  const says = t`In the end there is a pod ${name}, and the ledger does not have it.`;
  return { says, entry: lastEntry(recording).index };
}

function wronglyGone(recording: Recording): Problem | undefined {
  const wrong = entriesOf(recording, 'fifo.add').find(
    ({ event, world }) =>
      event.delta === 'Deleted' && mapGet(world.store.objects, `pods/${event.key}`) !== undefined,
  );
  if (!wrong) return undefined;
  const says = t`At ${timeOf(wrong)} the queue says that pod ${lastPart(wrong.event.key)} was deleted. It is there.`;
  return { says, entry: wrong.index };
}

export const exercise: Exercise = {
  id: 'machinery/delta-fifo/tombstone',
  kind: 'code',
  title: 'What a list does not say',
  task:
    'This `Replace` queues what the list has, and says nothing of what it lacks. Queue a `Deleted` with a `DeletedFinalStateUnknown` for each ' +
    'pod that the consumer knows and the list does not have. `#knownObjects` looks into what the consumer has.',
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
    { name: 'Nothing is said to be deleted that is there', problem: wronglyGone },
  ],
  hints: [
    'Look at the ledger after the second list. One pod was deleted while the watch was dead, and nobody told of it.',
    '`this.#knownObjects` has `listKeys()` and `getByKey(key)`; it may be left out, so ask with `?.`. Compare its keys with `keys`.',
    "Queue `new DeletedFinalStateUnknown(key, last)` with `#queueActionLocked('Deleted', …)`, where `last` is the first thing that `getByKey` gives.",
  ],
  why:
    'A list holds what there is. What is gone can only be found by comparing it with what was known. The object in such a deletion is a ' +
    'tombstone, because the last known state may be old: whoever gets it is told so by its type. Upstream counts these deletions for ' +
    'the first sync, too.',
  next: 'Put the pod itself in the place of the tombstone. The ledger does not mind. Which handler would, and what would it believe?',
};
