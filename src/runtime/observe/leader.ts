import type { ElectorState, LeaderElectorSteps } from '../client-go/tools/leaderelection/leaderelection.ts';
import { running } from '../sim/process.ts';
import { overriding } from './overriding.ts';
import type { Event } from './events.ts';
import type { Observers } from './observe.ts';
import type { Trace } from './world.ts';

/** For planes whose programs elect a leader. */
export const leaderObservers: Observers = {
  'leader-elector': (trace, _name, steps: LeaderElectorSteps) => observeLeaderElector(trace, steps),
};

/** Records what an elector sees of its lock, what it tries, and when it begins and ends to lead. */
function observeLeaderElector(trace: Trace, steps: LeaderElectorSteps): LeaderElectorSteps {
  const program = running()?.group ?? '';
  const { lock } = steps.peek();
  let failed = false;

  return overriding(steps, {
    *acquire(ctx) {
      const acquired = yield* steps.acquire(ctx);
      if (!acquired) trace.stage({ kind: 'leader.lost', program, lock, led: false });
      return acquired;
    },
    *renew(ctx) {
      yield* steps.renew(ctx);
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
      failed = false;
      const succeeded = yield* steps.tryAcquireOrRenew(ctx);
      if (!failed) trace.stage(outcome(program, before, steps.peek(), succeeded));
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
