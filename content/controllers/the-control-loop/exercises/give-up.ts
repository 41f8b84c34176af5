import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  type EntryOf,
  type Sync,
  isRefused,
  lastEntry,
  replicaSetIn,
  syncsOf,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Entry } from '../../../../src/runtime/stage/world.ts';
import type { QueueState } from '../../../../src/runtime/subjects/control-loop/world.ts';
import { emptyMap, mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

/** How often a key is tried again before it is dropped. */
const retries = 3;

function neverDone(recording: Recording): Problem | undefined {
  const stuck = syncsOf(recording, 'replicaset').find(({ done }) => !done);
  if (!stuck) return undefined;
  const says = t`\`${stuck.worker}\` takes \`${stuck.key}\` at ${timeOf(stuck.get)} and never calls \`done\`. Until it does, the queue marks the key dirty at every later \`add\`, and hands it to no worker.`;
  return { says, entry: stuck.get.index };
}

function twoAtOnce(recording: Recording): Problem | undefined {
  const syncs = syncsOf(recording, 'replicaset');
  for (const one of syncs) {
    const other = syncs.find(
      ({ key, process, get }) =>
        key === one.key && process !== one.process && get.index > one.get.index && get.index < one.last.index,
    );
    if (!other) continue;
    const says = t`At ${timeOf(other.get)} \`${other.worker}\` takes \`${one.key}\` while \`${one.worker}\` is still working on it. Call \`done\` once, when the sync is over.`;
    return { says, entry: other.get.index };
  }
  return undefined;
}

/** A sync that failed, and which failure in a row it is: news of the object begins a new row. */
interface Failed {
  readonly sync: Sync;
  readonly nth: number;
  /** Where the worker put the key back, to come later. */
  readonly back: EntryOf<'workqueue.addAfter'> | undefined;
}

function failuresOf(recording: Recording): Failed[] {
  const { entries } = recording;
  let row = 0;
  return syncsOf(recording, 'replicaset').flatMap((sync): Failed[] => {
    const added = entries[sync.get.cause];
    const isRetry = isPutBack(added && entries[added.cause]);
    if (!isRetry || !isRefused(sync)) row = 0;
    return isRefused(sync) ? [{ sync, nth: ++row, back: sync.entries.find(isPutBack) }] : [];
  });
}

function isPutBack(entry: Entry | undefined): entry is EntryOf<'workqueue.addAfter'> {
  return entry?.event.kind === 'workqueue.addAfter' && entry.event.failures !== undefined;
}

function notTriedAgain(recording: Recording): Problem | undefined {
  for (const { sync, nth, back } of failuresOf(recording)) {
    if (nth > retries) continue;
    const { key } = sync;
    const failed = t`At ${timeOf(sync.get)} the sync of \`${key}\` fails, for the ${ordinal(nth)} time in a row`;
    if (back && back.event.failures === nth) continue;
    if (back) {
      const { failures = 0, delayMs } = back.event;
      const why =
        failures < nth
          ? t`The count was forgotten too early: this key has neither succeeded nor been dropped.`
          : t`Call \`forget\` when a sync succeeds, and when a key is dropped.`;
      const says = t`${failed}, but the queue counts ${failures} and lets it wait ${delayMs} ms. ${why}`;
      return { says, entry: back.index };
    }
    const again = sync.entries.find(({ event }) => event.kind === 'workqueue.add' && event.key === key);
    if (again) {
      const says = t`${failed}, and the key is back at once. It will probably fail again, and the worker gets to no other key. \`addRateLimited\` makes it wait.`;
      return { says, entry: again.index };
    }
    const counted = mapGet(queueIn(sync.last)?.failures ?? emptyMap<number>(), key) ?? 0;
    const says =
      counted >= retries
        ? t`${failed}, and the key is dropped without another try: the queue still counts ${counted} failures from before. To drop a key is to \`forget\` its count, too.`
        : t`${failed}, and the key is not put back with \`addRateLimited\`. It may be dropped after ${retries} retries, not before.`;
    return { says, entry: sync.last.index };
  }
  return undefined;
}

const ordinal = (nth: number): string =>
  [t`first`, t`second`, t`third`, t`fourth`, t`fifth`][nth - 1] ?? t`${nth}th`;

function neverDropped(recording: Recording): Problem | undefined {
  const late = failuresOf(recording).find(({ nth, back }) => nth > retries && back);
  if (!late) return undefined;
  const { sync, nth, back } = late;
  const says = t`At ${timeOf(sync.get)} the sync of \`${sync.key}\` fails for the ${ordinal(nth)} time in a row, and the key is put back again. After ${retries} retries it has to be dropped.`;
  return { says, entry: back?.index ?? sync.last.index };
}

function notHeard(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const set = replicaSetIn(last.world, 'web');
  const wanted = set?.metadata.generation ?? 0;
  const told = set?.status?.observedGeneration ?? 0;
  if (told === wanted) return undefined;
  const says = t`In the end the status of \`web\` is about generation ${told} of its spec, and the spec is at generation ${wanted}. After the last change only three more writes were refused. A change brings a key back, dropped or not, with all its retries.`;
  return { says, entry: last.index };
}

function stillCounted(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const [left] = mapEntries(queueIn(last)?.failures ?? emptyMap<number>());
  const [key, count] = left ?? [];
  const sync = syncsOf(recording, 'replicaset').findLast((one) => one.key === key);
  if (!sync || isRefused(sync)) return undefined;
  const says = t`In the end the queue still counts ${count ?? 0} of the failures of \`${key ?? ''}\`, though its last sync succeeded. After its next failure it would wait longer than it should. Call \`forget\` after a success.`;
  return { says, entry: last.index };
}

function triedInPlace(recording: Recording): Problem | undefined {
  for (const { key, worker, get, entries } of syncsOf(recording, 'replicaset')) {
    const [, again] = entries.filter(({ event }) => event.kind === 'expectations.check');
    if (!again) continue;
    const says = t`At ${timeOf(get)} \`${worker}\` takes \`${key}\` and syncs it more than once before it lets go. A retry is to come later, by the queue: until then the worker has time for other keys.`;
    return { says, entry: again.index };
  }
  return undefined;
}

/** A worker whose function gives false waits for its loop to begin again, a second later, and not for the queue. */
function stops(recording: Recording): Problem | undefined {
  for (const { key, worker, process, last, done } of syncsOf(recording, 'replicaset')) {
    const after = recording.entries[last.index + 1];
    const now = after && mapGet(after.world.processes, String(process));
    if (!done || now?.waitsFor?.kind !== 'select') continue;
    const says = t`At ${timeOf(last)} \`${worker}\` is done with \`${key}\`, and its loop ends. It begins again a second later. Return \`false\` only when the queue has shut down.`;
    return { says, entry: last.index };
  }
  return undefined;
}

function queueIn({ world }: Entry): QueueState | undefined {
  return mapGet(world.queues, 'replicaset');
}

export const exercise: Exercise = {
  id: 'controllers/the-control-loop/give-up',
  kind: 'code',
  title: 'A worker that gives up',
  task:
    'This worker never gives up. Let a key whose sync fails come back later, three times at most. If it still fails after the third retry, drop it. ' +
    'The next change of the object brings the key back, with three retries of its own. `this.#queue.numRequeues(key)` says how many retries a key has had.',
  file: 'kubernetes/pkg/controller/replicaset/replica_set.ts',
  symbol: 'ReplicaSetController.processNextWorkItem',
  solution: `  *processNextWorkItem(): Blocking<boolean> {
    const [key, quit] = yield* this.#queue.get();
    if (quit) {
      return false;
    }
    try {
      const err = yield* this.syncHandler(key);
      if (err === undefined || this.#queue.numRequeues(key) >= 3) {
        this.#queue.forget(key);
        return true;
      }

      this.#queue.addRateLimited(key);

      return true;
    } finally {
      this.#queue.done(key);
    }
  }`,
  scenario: 'controllers/the-control-loop#in-vain',
  seeds: [5, 8, 21, 144, 2021],
  checks: [
    { name: 'Every key that is taken is given back', problem: neverDone },
    { name: 'No two workers work on the same key', problem: twoAtOnce },
    { name: 'The worker leaves retries to the queue', problem: triedInPlace },
    { name: 'A key that fails is tried again three times, each time later', problem: notTriedAgain },
    { name: 'Then it is dropped', problem: neverDropped },
    { name: 'The worker goes on with other keys', problem: stops },
    { name: 'A change brings the key back', problem: notHeard },
    { name: 'After a success nothing is counted', problem: stillCounted },
  ],
  hints: [
    'The queue counts for you. `this.#queue.numRequeues(key)` is the number of times that `addRateLimited(key)` was called since the last `forget(key)`.',
    'A key that is dropped is not put back. Two calls are needed all the same, and one of them is about the count.',
    '`done` says that the worker has let go of the key, and not how the sync went. It belongs to every way out, even where the key is dropped.',
    'When `numRequeues(key)` is 3, three retries have been made. If the sync fails now, do what you would do after a success.',
  ],
  why:
    'Success and giving up end in the same call: `forget`. After it, a key starts again at 5 ms and with all its retries. ' +
    'Upstream, the Deployment controller works like this, in `handleErr`, with 15 retries. The ReplicaSet controller never gives up. ' +
    'Dropping a key costs no more than time: the next change of the object brings it back, and so does the resync, within a day.',
  next: 'Take `forget` out of the branch that drops the key, and step to where the sync of `web` fails again after its last change.',
};
