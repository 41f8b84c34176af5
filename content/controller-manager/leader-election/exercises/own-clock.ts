import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { type EntryOf, entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Entry } from '../../../../src/runtime/stage/world.ts';
import type { Lease } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

const leaseMs = 15_000;
/** It sees the last renewal one pause late, and that its time has come another pause late. */
const latestMs = leaseMs + 2 * 2.2 * 2000 + 200;

type Write = EntryOf<'store.write'>;
const leaseOf = ({ event }: Write): Lease => event.object as Lease;
const holderOf = (lease: Lease | undefined): string =>
  (lease?.spec?.holderIdentity ?? '').replace(/_[^_]*$/, '');

const writesOf = (recording: Recording): Write[] =>
  entriesOf(recording, 'store.write').filter(({ event }) => event.resource === 'leases');

/** Writes by which the lease changed hands, with the last write of the one who had it. */
function takeOversOf(recording: Recording): { readonly taken: Write; readonly last: Write }[] {
  const writes = writesOf(recording);
  return writes.flatMap((taken, i) => {
    const last = writes[i - 1];
    const changed = last && leaseOf(last).spec?.holderIdentity !== leaseOf(taken).spec?.holderIdentity;
    return changed ? [{ taken, last }] : [];
  });
}

/** That the time of day was set while a candidate waited: what is measured by that goes wrong. */
function clockSetBefore(recording: Recording, { index }: Pick<Entry, 'index'>, since = 0): string {
  const set = entriesOf(recording, 'act').findLast(
    (one) => one.index < index && one.at > since && one.event.act.kind === 'skew-clock',
  );
  return set && set.at > 0
    ? t` The time of day was set at ${timeOf(set)}, and only \`monotonic\` went on evenly.`
    : '';
}

function takenTooEarly(recording: Recording): Problem | undefined {
  const early = takeOversOf(recording).find(({ taken, last }) => taken.at - last.at < leaseMs);
  if (!early) return undefined;
  const { taken, last } = early;
  const says = t`At ${timeOf(taken)} \`${holderOf(leaseOf(taken))}\` takes the lease from \`${holderOf(leaseOf(last))}\`, which wrote it at ${timeOf(last)}. A lease that changed less than 15 seconds ago belongs to its holder, whatever the times in it say.${clockSetBefore(recording, taken)}`;
  return { says, entry: taken.index };
}

function noOtherTakesIt(recording: Recording): Problem | undefined {
  for (const crash of entriesOf(recording, 'act')) {
    const { act } = crash.event;
    if (act.kind !== 'crash') continue;
    const next = takeOversOf(recording).find(({ taken }) => taken.at > crash.at);
    if (next && next.taken.at - crash.at <= latestMs) continue;
    const says = t`\`${act.program}\` crashes at ${timeOf(crash)}, and 24 seconds later no other replica has the lease. A candidate has to notice by its own clock that the lease no longer changes.${next ? '' : clockSetBefore(recording, lastEntry(recording), crash.at)}`;
    return { says, entry: crash.index };
  }
  return undefined;
}

function givenUp(recording: Recording): Problem | undefined {
  const [lost] = entriesOf(recording, 'leader.lost');
  if (!lost) return undefined;
  const says = t`At ${timeOf(lost)} \`${lost.event.program}\` gives up, though nothing keeps it from renewing its lease.`;
  return { says, entry: lost.index };
}

function wronglyWritten(recording: Recording): Problem | undefined {
  const writes = writesOf(recording);
  for (const [i, write] of writes.entries()) {
    const before = writes[i - 1];
    if (!before) continue;
    const [was, is] = [leaseOf(before).spec ?? {}, leaseOf(write).spec ?? {}];
    const taken = was.holderIdentity !== is.holderIdentity;
    const expected = (was.leaseTransitions ?? 0) + (taken ? 1 : 0);
    if (is.leaseTransitions !== expected) {
      const says = t`At ${timeOf(write)} the lease says that it changed hands ${is.leaseTransitions ?? 0} times, and it should say ${expected}.`;
      return { says, entry: write.index };
    }
    if (!taken && was.acquireTime !== is.acquireTime) {
      const says = t`At ${timeOf(write)} \`${holderOf(leaseOf(write))}\` renews the lease, and changes the time at which it acquired the lease.`;
      return { says, entry: write.index };
    }
  }
  return undefined;
}

function othersWork(recording: Recording): Problem | undefined {
  const writes = entriesOf(recording, 'store.write');
  for (const work of writes) {
    if (work.event.resource !== 'configmaps') continue;
    const lease = writes.findLast(({ index, event }) => index < work.index && event.resource === 'leases');
    const holder = holderOf(lease && leaseOf(lease));
    const { program } = work.event;
    if (program === holder) continue;
    const says = t`At ${timeOf(work)} \`${program}\` works, while \`${holder}\` holds the lease.`;
    return { says, entry: work.index };
  }
  return undefined;
}

function nothingHappens(recording: Recording): Problem | undefined {
  if (writesOf(recording).length > 0) return undefined;
  return { says: t`No replica ever writes the lease.`, entry: lastEntry(recording).index };
}

export const exercise: Exercise = {
  id: 'controller-manager/leader-election/own-clock',
  kind: 'code',
  title: 'A candidate that trusts its own clock',
  task:
    'This candidate compares the time in the lease with its own time of day. On machines whose clocks are an hour apart, one takes a lease ' +
    'that is fresh, and another waits for an hour. Let it go by what it sees: a lease has expired when it has not changed for `leaseDurationMs`. ' +
    'That has to hold even if the time of day is set meanwhile.',
  file: 'kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts',
  symbol: 'LeaderElector.tryAcquireOrRenew',
  start: `  *tryAcquireOrRenew(ctx: Context): Blocking<boolean> {
    const { lock, leaseDurationMs } = this.#config;
    const now = this.#clock.now();
    const record: LeaderElectionRecord = {
      holderIdentity: lock.identity(),
      leaseDurationSeconds: Math.floor(leaseDurationMs / 1000),
      renewTime: now.wall,
      acquireTime: now.wall,
      leaderTransitions: 0,
    };

    const [old, raw, err] = yield* lock.get(ctx);
    if (err) {
      if (!isNotFound(err)) {
        this.steps.failed('error retrieving resource lock', err);
        return false;
      }
      const createErr = yield* lock.create(ctx, record);
      if (createErr) {
        this.steps.failed('error initially creating leader election record', createErr);
        return false;
      }
      this.#observedRecord = record;
      return true;
    }

    this.#observedRecord = old;
    const expired = (old.renewTime ?? 0) + leaseDurationMs <= now.wall;
    if (old.holderIdentity.length > 0 && !expired && !this.isLeader()) {
      return false;
    }

    const written: LeaderElectionRecord = this.isLeader()
      ? { ...record, acquireTime: old.acquireTime, leaderTransitions: old.leaderTransitions }
      : { ...record, leaderTransitions: old.leaderTransitions + 1 };
    const updateErr = yield* lock.update(ctx, written);
    if (updateErr) {
      this.steps.failed('Failed to update lock', updateErr);
      return false;
    }
    this.#observedRecord = written;
    return true;
  }`,
  solution: `  *tryAcquireOrRenew(ctx: Context): Blocking<boolean> {
    const { lock, leaseDurationMs } = this.#config;
    const now = this.#clock.now();
    const record: LeaderElectionRecord = {
      holderIdentity: lock.identity(),
      leaseDurationSeconds: Math.floor(leaseDurationMs / 1000),
      renewTime: now.wall,
      acquireTime: now.wall,
      leaderTransitions: 0,
    };

    const [old, raw, err] = yield* lock.get(ctx);
    if (err) {
      if (!isNotFound(err)) {
        this.steps.failed('error retrieving resource lock', err);
        return false;
      }
      const createErr = yield* lock.create(ctx, record);
      if (createErr) {
        this.steps.failed('error initially creating leader election record', createErr);
        return false;
      }
      this.#observedRecord = record;
      return true;
    }

    if (this.#observedRawRecord !== raw) {
      this.#observedRecord = old;
      this.#observedRawRecord = raw;
      this.#observedTime = this.#clock.now();
    }
    const seen = this.#observedTime ?? now;
    const expired = seen.monotonic + leaseDurationMs <= now.monotonic;
    if (old.holderIdentity.length > 0 && !expired && !this.isLeader()) {
      return false;
    }

    const written: LeaderElectionRecord = this.isLeader()
      ? { ...record, acquireTime: old.acquireTime, leaderTransitions: old.leaderTransitions }
      : { ...record, leaderTransitions: old.leaderTransitions + 1 };
    const updateErr = yield* lock.update(ctx, written);
    if (updateErr) {
      this.steps.failed('Failed to update lock', updateErr);
      return false;
    }
    this.#observedRecord = written;
    return true;
  }`,
  scenario: 'controller-manager/leader-election#clocks-apart',
  seeds: [3, 7, 21, 59, 404],
  checks: [
    { name: 'One of the replicas leads', problem: nothingHappens },
    { name: 'A lease that is fresh is left to its holder', problem: takenTooEarly },
    { name: 'When the leader is gone, another takes over', problem: noOtherTakesIt },
    { name: 'A leader that can renew goes on leading', problem: givenUp },
    { name: 'The lease says how often it changed hands, and since when it is held', problem: wronglyWritten },
    { name: 'Only its holder works', problem: othersWork },
  ],
  hints: [
    'Two readings of one clock can be compared. `now.wall` is the time of day on this machine, and `old.renewTime` is that of another machine.',
    'What can a candidate know by itself? When it last saw the lease change. `raw` is the record as text, made for comparing.',
    '`this.#observedRawRecord` and `this.#observedTime` are there to remember what it saw, and when. They have to change only when `raw` has changed.',
    'The `monotonic` time of a clock goes on evenly, even if the time of day is set. Durations are measured by it: `this.#observedTime.monotonic + leaseDurationMs <= now.monotonic`.',
  ],
  why:
    'No machine can know what time it is on another. But each can see whether a lease changed, and can measure for how long it did not. ' +
    'So clocks may be hours apart. They have to agree only on how fast they run, and on that to within a quarter. The price is that a candidate that has just ' +
    'started waits for a whole lease duration, even if the lease expired long ago.',
  next: 'Set `this.#observedTime` at every look, changed or not, and see how long the cluster is without a leader.',
};
