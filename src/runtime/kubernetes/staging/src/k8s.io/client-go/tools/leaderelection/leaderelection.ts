import { isNotFound } from '../../../apimachinery/pkg/api/errors/errors.ts';
import { type Clock, type Time, realClock } from '../../../apimachinery/pkg/util/clock/clock.ts';
import { jitterUntil, pollImmediateUntil, until } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Result } from '../../../../../../../go/result.ts';
import { type Context, background, withCancel, withTimeout } from '../../../../../../../sim/context.ts';
import { type Blocking, running } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import type { HealthzAdaptor } from './healthzadaptor.ts';
import { type LeaderMetricsAdapter, LeaderMetricsFactory } from './metrics.ts';
import { type Interface, type LeaderElectionRecord, noRecord } from './resourcelock/interface.ts';

/** A candidate waits up to this part of the retry period longer, by chance, before it tries again. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#JitterFactor
export const jitterFactor = 1.2;

/** How an elector is set up. All times are ms. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElectionConfig
export interface LeaderElectionConfig {
  /** The object that says who leads. */
  readonly lock: Interface;
  /** How long a candidate waits, on its own clock, since it last saw the record change, before it takes over. */
  readonly leaseDurationMs: number;
  /** How long a leader goes on trying to renew before it gives up. */
  readonly renewDeadlineMs: number;
  /** The pause between tries, of leader and candidates. */
  readonly retryPeriodMs: number;
  readonly callbacks: LeaderCallbacks;
  readonly watchDog?: HealthzAdaptor;
  /** Gives the lock away when the context ends. All that it guards must have ended before. */
  readonly releaseOnCancel?: boolean;
  /** What the lock is called in metrics. */
  readonly name?: string;
  /** Of the program. Kubernetes has one for the whole process. */
  readonly metrics?: LeaderMetricsFactory;
}

/** What an elector calls. The first and the last run in goroutines of their own. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderCallbacks
export interface LeaderCallbacks {
  /** The work of a leader. Its context ends when it no longer leads. */
  onStartedLeading(ctx: Context): Blocking<void>;
  /** Called when the elector ends, whether it ever led or not. */
  onStoppedLeading(): Blocking<void>;
  /** Called with each new holder that the elector sees, itself among them. */
  onNewLeader?(identity: string): Blocking<void>;
}

/**
 * The calls by which an elector does its work. It makes them on `LeaderElector.steps`, which is itself unless an
 * observer stands before it.
 */
export interface LeaderElectorSteps {
  acquire(ctx: Context): Blocking<boolean>;
  renew(ctx: Context): Blocking<void>;
  release(): Blocking<boolean>;
  tryAcquireOrRenew(ctx: Context): Blocking<boolean>;
  maybeReportTransition(): void;
  /** Told of each error. Kubernetes logs it. */
  failed(what: string, err: Error): void;
  /** What it believes at the moment; for observers. */
  peek(): ElectorState;
}

/** What an elector believes of the lock. */
export interface ElectorState {
  readonly identity: string;
  readonly observedRecord: LeaderElectionRecord;
  /** When it saw the record change, by its own clock; undefined before it saw any. */
  readonly observedTime: Time | undefined;
  readonly reportedLeader: string;
  readonly config: Pick<LeaderElectionConfig, 'leaseDurationMs' | 'renewDeadlineMs' | 'retryPeriodMs'>;
  readonly lock: string;
  readonly clock: Clock;
}

/** An elector, or why the configuration cannot be. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#NewLeaderElector
export function newLeaderElector(sim: Sim, lec: LeaderElectionConfig): Result<LeaderElector> {
  const wrong = faultOf(lec);
  if (wrong !== undefined) return [undefined, new Error(wrong)];
  const le = new LeaderElector(sim, lec, (lec.metrics ?? new LeaderMetricsFactory()).newLeaderMetrics());
  le.steps = sim.observe('leader-elector', lec.name ?? lec.lock.describe(), le);
  return [le, undefined];
}

function faultOf(lec: LeaderElectionConfig): string | undefined {
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs, callbacks, lock } = lec;
  if (leaseDurationMs <= renewDeadlineMs) return 'leaseDuration must be greater than renewDeadline';
  if (renewDeadlineMs <= jitterFactor * retryPeriodMs) {
    return 'renewDeadline must be greater than retryPeriod*JitterFactor';
  }
  if (leaseDurationMs <= 0) return 'leaseDuration must be greater than zero';
  if (renewDeadlineMs <= 0) return 'renewDeadline must be greater than zero';
  if (retryPeriodMs <= 0) return 'retryPeriod must be greater than zero';
  // Types rule these out, but for code that a reader edits.
  if (!callbacks.onStartedLeading) return 'OnStartedLeading callback must not be nil';
  if (!callbacks.onStoppedLeading) return 'OnStoppedLeading callback must not be nil';
  return lock ? undefined : 'Lock must not be nil.';
}

/** Tries to become the leader, and then to stay it. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector
export class LeaderElector implements LeaderElectorSteps {
  /** Itself, or what observes it. */
  steps: LeaderElectorSteps = this;
  readonly #sim: Sim;
  readonly #config: LeaderElectionConfig;
  #observedRecord: LeaderElectionRecord = noRecord;
  #observedRawRecord = '';
  #observedTime: Time | undefined;
  /** Who was reported to lead: it may lag behind the record that was observed. */
  #reportedLeader = '';
  readonly #clock: Clock;
  readonly #metrics: LeaderMetricsAdapter;

  constructor(sim: Sim, lec: LeaderElectionConfig, metrics: LeaderMetricsAdapter, clock = realClock(sim)) {
    this.#sim = sim;
    this.#config = lec;
    this.#clock = clock;
    this.#metrics = metrics;
    this.#metrics.leaderOff(lec.name ?? '');
  }

  /**
   * Runs until `ctx` ends or leadership is lost. Whichever it is, and even if it never led, `onStoppedLeading` is
   * called last.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector.Run
  *run(ctx: Context): Blocking<void> {
    const { callbacks } = this.#config;
    try {
      if (!(yield* this.steps.acquire(ctx))) return;
      const [leading, cancel] = withCancel(ctx, 'the end of leading');
      try {
        this.#sim.go(this.#processName('leading'), callbacks.onStartedLeading(leading));
        yield* this.steps.renew(leading);
      } finally {
        cancel();
      }
    } finally {
      yield* callbacks.onStoppedLeading();
    }
  }

  /** The holder in the record that it saw last; empty if it saw none. */
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector.GetLeader
  getLeader(): string {
    return this.#observedRecord.holderIdentity;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector.IsLeader
  isLeader(): boolean {
    return this.#observedRecord.holderIdentity === this.#config.lock.identity();
  }

  /** Tries again and again, with pauses of one to 2.2 retry periods, until it has the lock. False if `ctx` ended first. */
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector.acquire
  *acquire(parent: Context): Blocking<boolean> {
    const [ctx, cancel] = withCancel(parent, 'the lock');
    let succeeded = false;
    // Go: JitterUntil
    const attempt = function* (this: LeaderElector): Blocking<void> {
      succeeded = yield* this.steps.tryAcquireOrRenew(ctx);
      this.steps.maybeReportTransition();
      if (!succeeded) return;
      this.#config.lock.recordEvent('became leader');
      this.#metrics.leaderOn(this.#config.name ?? '');
      cancel();
    };
    // Go: none
    yield* jitterUntil(
      this.#sim,
      attempt.bind(this),
      this.#config.retryPeriodMs,
      jitterFactor,
      true,
      ctx.done,
    );
    cancel();
    return succeeded;
  }

  /**
   * Renews the lock, and does so again a retry period after each success. Within one round it tries every retry period
   * until the renew deadline; a round without success ends it, and so does `ctx`.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector.renew
  *renew(parent: Context): Blocking<void> {
    const { renewDeadlineMs, retryPeriodMs, lock, name = '', releaseOnCancel } = this.#config; // Go: none
    const [ctx, cancel] = withCancel(parent, 'the end of leading');
    // Go: Until
    const round = function* (this: LeaderElector): Blocking<void> {
      const [timeoutCtx, timeoutCancel] = withTimeout(this.#sim, ctx, renewDeadlineMs, 'the renew deadline');
      // Go: PollImmediateUntil
      const attempt = function* (this: LeaderElector): Blocking<[boolean, undefined]> {
        return [yield* this.steps.tryAcquireOrRenew(timeoutCtx), undefined];
      };
      const err = yield* pollImmediateUntil(this.#sim, retryPeriodMs, attempt.bind(this), timeoutCtx.done);

      this.steps.maybeReportTransition();
      timeoutCancel();
      if (!err) return;
      lock.recordEvent('stopped leading');
      this.#metrics.leaderOff(name);
      cancel();
    };
    yield* until(this.#sim, round.bind(this), retryPeriodMs, ctx.done);
    cancel();

    if (releaseOnCancel) yield* this.steps.release();
  }

  /** Gives the lock away if it holds it: nobody is written down as its holder, so anyone may take it at once. */
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector.release
  *release(): Blocking<boolean> {
    if (!this.isLeader()) return true;
    const now = this.#clock.now().wall;
    const leaderElectionRecord: LeaderElectionRecord = {
      holderIdentity: '',
      leaderTransitions: this.#observedRecord.leaderTransitions,
      leaseDurationSeconds: 1,
      renewTime: now,
      acquireTime: now,
    };
    const err = yield* this.#config.lock.update(background, leaderElectionRecord);
    if (err) {
      this.steps.failed('Failed to release lock', err);
      return false;
    }
    this.#observedRecord = leaderElectionRecord;
    this.#observedTime = this.#clock.now();
    return true;
  }

  /** One try to become the leader or to stay it. True if the lock was written. */
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector.tryAcquireOrRenew
  *tryAcquireOrRenew(ctx: Context): Blocking<boolean> {
    const { lock, leaseDurationMs } = this.#config; // Go: none
    const now = this.#clock.now();
    const leaderElectionRecord: LeaderElectionRecord = {
      holderIdentity: lock.identity(),
      leaseDurationSeconds: Math.floor(leaseDurationMs / 1000),
      renewTime: now.wall,
      acquireTime: now.wall,
      leaderTransitions: 0,
    };

    // 1. Read the record, or make it.
    const [oldLeaderElectionRecord, oldLeaderElectionRawRecord, err] = yield* lock.get(ctx);
    if (err) {
      if (!isNotFound(err)) {
        this.steps.failed('error retrieving resource lock', err); // Go: none
        return false;
      }
      const createErr = yield* lock.create(ctx, leaderElectionRecord);
      if (createErr) {
        this.steps.failed('error initially creating leader election record', createErr); // Go: none
        return false;
      }
      this.#observedRecord = leaderElectionRecord;
      this.#observedTime = this.#clock.now();
      return true;
    }

    // 2. See whether it changed, who holds it, and for how long it has stood still.
    if (this.#observedRawRecord !== oldLeaderElectionRawRecord) {
      this.#observedRecord = oldLeaderElectionRecord;
      this.#observedRawRecord = oldLeaderElectionRawRecord;
      this.#observedTime = this.#clock.now();
    }
    if (
      oldLeaderElectionRecord.holderIdentity.length > 0 &&
      this.#observedTime !== undefined &&
      this.#observedTime.monotonic + leaseDurationMs > now.monotonic &&
      !this.isLeader()
    ) {
      return false;
    }

    // 3. Write it: what stays as it was if it is ours, with one more transition if not.
    const written: LeaderElectionRecord = this.isLeader()
      ? {
          ...leaderElectionRecord,
          acquireTime: oldLeaderElectionRecord.acquireTime,
          leaderTransitions: oldLeaderElectionRecord.leaderTransitions,
        }
      : { ...leaderElectionRecord, leaderTransitions: oldLeaderElectionRecord.leaderTransitions + 1 };
    const updateErr = yield* lock.update(ctx, written);
    if (updateErr) {
      this.steps.failed('Failed to update lock', updateErr);
      return false;
    }

    this.#observedRecord = written;
    this.#observedTime = this.#clock.now();
    return true;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector.maybeReportTransition
  maybeReportTransition(): void {
    if (this.#observedRecord.holderIdentity === this.#reportedLeader) return;
    this.#reportedLeader = this.#observedRecord.holderIdentity;
    const { onNewLeader } = this.#config.callbacks;
    if (onNewLeader) this.#sim.go(this.#processName('new leader'), onNewLeader(this.#reportedLeader));
  }

  /** Why this leader is unwell: its lease ran out more than `maxTolerableExpiredLeaseMs` ago, and it has not stopped. */
  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#LeaderElector.Check
  check(maxTolerableExpiredLeaseMs: number): Error | undefined {
    // A candidate in waiting has nothing to renew.
    if (!this.isLeader() || this.#observedTime === undefined) return undefined;
    const expired = // Go: none
      this.#clock.since(this.#observedTime) > this.#config.leaseDurationMs + maxTolerableExpiredLeaseMs;
    return expired
      ? new Error(`failed election to renew leadership on lease ${this.#config.name ?? ''}`)
      : undefined;
  }

  failed(): void {
    // There is no log here. Observers see it.
  }

  peek(): ElectorState {
    return {
      identity: this.#config.lock.identity(),
      observedRecord: this.#observedRecord,
      observedTime: this.#observedTime,
      reportedLeader: this.#reportedLeader,
      config: this.#config,
      lock: this.#config.lock.describe(),
      clock: this.#clock,
    };
  }

  #processName(what: string): string {
    return `${running()?.group ?? 'elector'}/${what}`;
  }
}

/** Runs an elector until `ctx` ends or leadership is lost. A configuration that cannot be ends the run. */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go#RunOrDie
export function* runOrDie(sim: Sim, ctx: Context, lec: LeaderElectionConfig): Blocking<void> {
  const [le, err] = newLeaderElector(sim, lec);
  if (err) throw err;
  lec.watchDog?.setLeaderElection(le);
  yield* le.run(ctx);
}
