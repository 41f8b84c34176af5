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
  const says = t`${stuck.worker} takes ${stuck.key} at ${timeOf(stuck.get)} and never says that it is done. Until it does, the queue only marks the key dirty at every later add, and gives it to nobody.`;
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
    const says = t`At ${timeOf(other.get)} ${other.worker} takes ${one.key} while ${one.worker} is still at work on it. Say that a key is done when its sync is over, and not before.`;
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
    const failed = t`At ${timeOf(sync.get)} the sync of ${key} fails, for the ${ordinal(nth)} time in a row`;
    if (back && back.event.failures === nth) continue;
    if (back) {
      const { failures = 0, delayMs } = back.event;
      const why =
        failures < nth
          ? t`The count was forgotten too early: a key that goes on failing is neither settled nor dropped.`
          : t`Whoever settles a key, or drops it, has to forget its count.`;
      const says = t`${failed}, but the queue counts ${failures} and lets it wait ${delayMs} ms. ${why}`;
      return { says, entry: back.index };
    }
    const again = sync.entries.find(({ event }) => event.kind === 'workqueue.add' && event.key === key);
    if (again) {
      const says = t`${failed}, and the key is back at once. What fails now is likely to fail again now, and the worker has no time for others. \`addRateLimited\` lets it wait.`;
      return { says, entry: again.index };
    }
    const counted = mapGet(queueIn(sync.last)?.failures ?? emptyMap<number>(), key) ?? 0;
    const says =
      counted >= retries
        ? t`${failed}, and the key is dropped without another try: the queue still counts ${counted} failures from before. Who drops a key has to forget its count too.`
        : t`${failed}, and nobody puts the key back. It takes ${retries} more tries before it may be dropped.`;
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
  const says = t`At ${timeOf(sync.get)} the sync of ${sync.key} fails for the ${ordinal(nth)} time in a row, and the key is put back again. After ${retries} retries it is to be dropped.`;
  return { says, entry: back?.index ?? sync.last.index };
}

function notHeard(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const set = replicaSetIn(last.world, 'web');
  const wanted = set?.metadata.generation ?? 0;
  const told = set?.status?.observedGeneration ?? 0;
  if (told === wanted) return undefined;
  const says = t`In the end the status of web is about generation ${told} of its spec, and there is generation ${wanted}. When it was touched last, only three more writes were refused. News brings back a key, dropped or not, with all its retries.`;
  return { says, entry: last.index };
}

function stillCounted(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const [left] = mapEntries(queueIn(last)?.failures ?? emptyMap<number>());
  const [key, count] = left ?? [];
  const sync = syncsOf(recording, 'replicaset').findLast((one) => one.key === key);
  if (!sync || isRefused(sync)) return undefined;
  const says = t`In the end the queue counts ${count ?? 0} of ${key ?? ''}'s failures, though its last sync went well. The next failure would wait longer than it should. Forget the count after a success.`;
  return { says, entry: last.index };
}

function queueIn({ world }: Entry): QueueState | undefined {
  return mapGet(world.queues, 'replicaset');
}

export const exercise: Exercise = {
  id: 'controllers/the-control-loop/give-up',
  kind: 'code',
  title: 'A worker that gives up',
  task:
    'This worker tries for ever. Let it give up: a key whose sync fails comes back later, three times at most; when it fails after the ' +
    'third retry too, it is dropped. The next news of the object brings it back, with three retries of its own.',
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
    { name: 'No two workers are at work on one key', problem: twoAtOnce },
    { name: 'What fails is tried again three times, later each time', problem: notTriedAgain },
    { name: 'Then it is dropped', problem: neverDropped },
    { name: 'News brings it back', problem: notHeard },
    { name: 'Nothing is counted that is over', problem: stillCounted },
  ],
  hints: [
    'The queue counts for you. `this.#queue.numRequeues(key)` says how often a key was put back with `addRateLimited` since it was last forgotten.',
    'To drop a key is to do nothing with it. But two things have to be said all the same, one of them about the count.',
    '`done` says that the worker has let go of the key. It does not say how it went. It belongs to every way out, dropped or not.',
    'When `numRequeues(key)` is 3, three retries have been made. If the sync fails now, do what you would do after a success.',
  ],
  why:
    'Success and giving up end in the same call: `forget`. What is forgotten starts anew, at 5 ms and with all its retries. ' +
    'Upstream, the Deployment controller works like this, in `handleErr`, with 15 retries. The ReplicaSet controller never gives up. ' +
    'Dropping a key loses no more than time: whatever happens to the object next brings it back, and so does the resync, within a day.',
  next: 'Take `forget` out of the branch that drops the key, and step to where the touched set fails again.',
};
