import type {
  ElectorState,
  LeaderElectorSteps,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import {
  type LeaderElectionRecord,
  leaderElectionRecordAnnotationKey,
  unmarshalRecord,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import { leaseSpecToLeaderElectionRecord } from '../../kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/leaselock.ts';
import { formatMicroTime } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/micro_time.ts';
import type {
  KubeObject,
  Lease,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { RevisionedStore } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/revisioned-store.ts';
import { mapSet } from '../../sim/pmap.ts';
import { causeNow, running, setCause } from '../../sim/process.ts';
import { overriding } from '../../stage/overriding.ts';
import type { Event } from '../../stage/events.ts';
import type { Observers } from '../../stage/subject.ts';
import { showTable } from '../../stage/tables.ts';
import type { Entry, TableRow, TableState, Trace } from '../../stage/world.ts';
import type { ElectionRole, ElectionState } from './world.ts';

/** For planes whose programs elect a leader. */
export const leaderObservers: Observers = {
  'leader-elector': (trace, _name, steps: LeaderElectorSteps) => observeLeaderElector(trace, steps),
  store: (trace, _name, store: RevisionedStore) => observeLocks(trace, store),
};

/** Shows each lock as it is stored. */
function observeLocks(trace: Trace, store: RevisionedStore): RevisionedStore {
  const commit = store.commit.bind(store);
  store.commit = (write) => {
    const record = recordIn(write.object);
    if (record) {
      const { namespace = '', name = '' } = write.object.metadata;
      const key = `kube-apiserver/${write.resource}/${namespace}/${name}`;
      const rows =
        write.verb === 'delete' ? [] : [...rowsOf(record), row('Revision', String(write.revision))];
      showTable(trace, key, { title: 'The lock, as it is stored', columns: ['Field', 'Value'], rows });
    }
    commit(write);
  };
  return store;
}

/** The record of a lock; undefined for what is none. */
function recordIn(object: KubeObject): LeaderElectionRecord | undefined {
  if (object.kind === 'Lease') return leaseSpecToLeaderElectionRecord((object as Lease).spec ?? {});
  const text = object.metadata.annotations?.[leaderElectionRecordAnnotationKey];
  return text === undefined ? undefined : unmarshalRecord(text)[0];
}

const row = (name: string, cell: string): TableRow => ({ name, cells: [cell] });

function rowsOf(record: LeaderElectionRecord): TableRow[] {
  const time = (ms: number | undefined): string =>
    ms === undefined ? '' : formatMicroTime(ms).slice(11, -4);
  return [
    row('Holder', record.holderIdentity),
    row('Acquired at, by the clock of the holder', time(record.acquireTime)),
    row('Renewed at, by the clock of the holder', time(record.renewTime)),
    row('Transitions', String(record.leaderTransitions)),
  ];
}

/** Records what an elector sees of its lock, what it tries, and when it begins and ends to lead. */
function observeLeaderElector(trace: Trace, steps: LeaderElectorSteps): LeaderElectorSteps {
  const program = running()?.group ?? '';
  const { lock } = steps.peek();
  let failed = false;
  /** Whether it leads, and until when it does at the latest, by its own clock. */
  let role: ElectionRole = 'candidate';
  let givesUpAt = 0;
  /** The attempt before went well, so the next one begins a round, with a whole deadline before it. */
  let renewed = false;
  const look = (): void => {
    showTable(trace, `${program}/election`, believed(steps.peek(), role, givesUpAt));
    trace.change('elections', mapSet(trace.world.elections, program, known(steps.peek(), role, givesUpAt)));
  };
  look();

  return overriding(steps, {
    *acquire(ctx) {
      const acquired = yield* steps.acquire(ctx);
      if (acquired) return true;
      role = 'stopped';
      look();
      trace.stage({ kind: 'leader.lost', program, lock, led: false });
      return false;
    },
    *renew(ctx) {
      yield* steps.renew(ctx);
      role = 'stopped';
      look();
      trace.stage({ kind: 'leader.lost', program, lock, led: true });
    },
    *release() {
      const held = leads(steps.peek());
      const released = yield* steps.release();
      if (held && released) trace.stage({ kind: 'leader.released', program, lock });
      return released;
    },
    *tryAcquireOrRenew(ctx) {
      const before = steps.peek();
      const cause = causeNow();
      failed = false;
      if (role === 'leader' && renewed) {
        givesUpAt = before.clock.now().monotonic + before.config.renewDeadlineMs;
        look();
      }
      const succeeded = yield* steps.tryAcquireOrRenew(ctx);
      const after = steps.peek();
      renewed = succeeded;
      if (succeeded) {
        // The first renewal follows at once, every other after a pause.
        const pauseMs = role === 'leader' ? after.config.retryPeriodMs : 0;
        givesUpAt = after.clock.now().monotonic + after.config.renewDeadlineMs + pauseMs;
        role = 'leader';
      }
      look();
      if (!failed) {
        setCause(cause);
        if (succeeded && !leads(before)) sayWhyTaken(trace, before, wroteLast(trace, program));
        trace.stage(outcome(program, before, after, succeeded));
      }
      return succeeded;
    },
    failed(what, err) {
      failed = true;
      const leading = leads(steps.peek());
      trace.stage({ kind: 'leader.failed', program, lock, leading, what, message: err.message });
      steps.failed(what, err);
    },
    maybeReportTransition() {
      const { reportedLeader } = steps.peek();
      steps.maybeReportTransition();
      const holder = steps.peek().reportedLeader;
      if (holder !== reportedLeader) trace.record({ kind: 'leader.reported', program, lock, holder });
    },
  });
}

/** What a replica knows of its lock, for its picture. */
function known(state: ElectorState, role: ElectionRole, givesUpAt: number): ElectionState {
  const { identity, observedRecord, observedTime, config, clock } = state;
  const { wall, monotonic } = clock.now();
  return {
    role,
    epoch: wall - monotonic,
    identity,
    holder: observedRecord.holderIdentity,
    changedAt: observedTime?.monotonic,
    givesUpAt,
    leaseDurationMs: config.leaseDurationMs,
    renewDeadlineMs: config.renewDeadlineMs,
    retryPeriodMs: config.retryPeriodMs,
  };
}

/** What a replica believes, for its table. Times are ms of its own clock since the run began. */
function believed(state: ElectorState, role: string, givesUpAt: number): TableState {
  const { identity, observedRecord, observedTime, config, clock } = state;
  const rows = [row('Role', role), row('Identity', identity), ...rowsOf(observedRecord)];
  const ms = (at: number): string => `${Math.round(at)} ms`;
  if (observedTime) rows.push(row('Last seen to change at', ms(observedTime.monotonic)));
  if (role === 'leader') rows.push(row('Gives up at, unless it renews', ms(givesUpAt)));
  if (role === 'candidate' && observedTime && observedRecord.holderIdentity !== '') {
    rows.push(row('May take it over at', ms(observedTime.monotonic + config.leaseDurationMs)));
  }
  rows.push(row('Its own clock', ms(clock.now().monotonic)));
  return { title: 'The lock, as this replica knows it', columns: ['Field', 'Value'], rows };
}

/** A lock that another held is taken once it has not changed for as long as a lease lasts; one that nobody held at once. */
function sayWhyTaken(trace: Trace, before: ElectorState, written: number): void {
  setCause(written);
  const { observedRecord, observedTime, config, clock } = before;
  if (observedRecord.holderIdentity === '' || !observedTime) return;
  const values = [{ ms: Math.round(clock.since(observedTime)) }, { ms: config.leaseDurationMs }];
  const text = 'it has seen no change of the lock for {0}, and a lease lasts {1}';
  trace.because({ text, values });
}

/** The entry of what a program wrote last; it has written. */
function wroteLast({ entries, processes }: Trace, program: string): number {
  const isOwn = ({ event, process }: Entry): boolean =>
    event.kind === 'store.write' && processes[process]?.group === program;
  return entries.findLastIndex(isOwn);
}

const leads = ({ identity, observedRecord }: ElectorState): boolean =>
  observedRecord.holderIdentity === identity;

/** What a try that met no error came to. */
function outcome(program: string, before: ElectorState, after: ElectorState, succeeded: boolean): Event {
  const { lock, observedRecord, observedTime, config, clock } = after;
  const holder = observedRecord.holderIdentity;
  if (succeeded) {
    if (leads(before)) return { kind: 'leader.renewed', program, lock };
    const from = before.observedRecord.holderIdentity;
    const transitions = observedRecord.leaderTransitions;
    return { kind: 'leader.acquired', program, lock, from, transitions };
  }
  if (before.observedTime !== observedTime) return { kind: 'leader.observed', program, lock, holder };
  const sinceMs = observedTime ? clock.since(observedTime) : 0;
  return { kind: 'leader.waits', program, lock, holder, leftMs: Math.ceil(config.leaseDurationMs - sinceMs) };
}

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly 'leader-elector': LeaderElectorSteps;
  }
}
