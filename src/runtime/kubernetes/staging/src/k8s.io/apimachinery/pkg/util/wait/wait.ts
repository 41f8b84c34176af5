import { Chan, after, select, trySelect } from '../../../../../../../../sim/chan.ts';
import { type Context, background, withCancel } from '../../../../../../../../sim/context.ts';
import { type Blocking, running } from '../../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';
import { WaitGroup } from '../../../../../../../../sim/sync.ts';
import { type Timer, newTicker, newTimer } from '../clock/clock.ts';

// Kubernetes logs a panic of the functions called here and, unless told otherwise, panics again.
// Loopscope lets what they throw end the run, because a panic is a bug in what is being shown.

/** Closed when work should end; undefined never closes. */
export type Stop = Chan<never> | undefined;

/** What a program is given that nothing stops but its end. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#NeverStop
export const neverStop: Stop = undefined;

/** Runs `f` again and again, `periodMs` after it last ended. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Forever
export function* forever(sim: Sim, f: () => Blocking<void>, periodMs: number): Blocking<void> {
  yield* until(sim, f, periodMs, neverStop);
}

/** Starts processes, and waits until all of them have ended. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Group
export class Group {
  readonly #sim: Sim;
  readonly #wg: WaitGroup;

  constructor(sim: Sim, name = 'a group') {
    this.#sim = sim;
    this.#wg = new WaitGroup(name);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Group.Wait
  *wait(): Blocking<void> {
    yield* this.#wg.wait();
  }

  /** Starts `f`, which is given `stop` and should end when it closes. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Group.StartWithChannel
  startWithChannel(name: string, stop: Stop, f: (stop: Stop) => Blocking<void>): void {
    this.start(name, () => f(stop));
  }

  /** Starts `f`, which is given `ctx` and should end when it is done. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Group.StartWithContext
  startWithContext(name: string, ctx: Context, f: (ctx: Context) => Blocking<void>): void {
    this.start(name, () => f(ctx));
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Group.Start
  start(name: string, f: () => Blocking<void>): void {
    const wg = this.#wg;
    wg.add(1);
    this.#sim.go(
      name,
      (function* () {
        try {
          yield* f();
        } finally {
          wg.done();
        }
      })(),
    );
  }
}

/** Runs `f` again and again until `stop` closes, `periodMs` after it last ended. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Until
export function* until(sim: Sim, f: () => Blocking<void>, periodMs: number, stop: Stop): Blocking<void> {
  yield* jitterUntil(sim, f, periodMs, 0, true, stop);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#UntilWithContext
export function* untilWithContext(
  sim: Sim,
  ctx: Context,
  f: (ctx: Context) => Blocking<void>,
  periodMs: number,
): Blocking<void> {
  yield* jitterUntilWithContext(sim, ctx, f, periodMs, 0, true);
}

/** Runs `f` again and again until `stop` closes, `periodMs` after it last began. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#NonSlidingUntil
export function* nonSlidingUntil(
  sim: Sim,
  f: () => Blocking<void>,
  periodMs: number,
  stop: Stop,
): Blocking<void> {
  yield* jitterUntil(sim, f, periodMs, 0, false, stop);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#NonSlidingUntilWithContext
export function* nonSlidingUntilWithContext(
  sim: Sim,
  ctx: Context,
  f: (ctx: Context) => Blocking<void>,
  periodMs: number,
): Blocking<void> {
  yield* jitterUntilWithContext(sim, ctx, f, periodMs, 0, false);
}

/**
 * As `until` (`sliding`) or `nonSlidingUntil` (not), with the period stretched at random by up to `jitterFactor`
 * of itself each time. A factor that is not positive leaves the period as it is.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#JitterUntil
export function* jitterUntil(
  sim: Sim,
  f: () => Blocking<void>,
  periodMs: number,
  jitterFactor: number,
  sliding: boolean,
  stop: Stop,
): Blocking<void> {
  yield* backoffUntil(sim, f, newJitteredBackoffManager(sim, periodMs, jitterFactor), sliding, stop);
}

/**
 * Runs `f` until `stop` closes, with pauses as `backoff` says, counted from the end of `f` if `sliding`, else from
 * its beginning.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#BackoffUntil
export function* backoffUntil(
  sim: Sim,
  f: () => Blocking<void>,
  backoff: BackoffManager,
  sliding: boolean,
  stop: Stop,
): Blocking<void> {
  let t: Timer | undefined;
  for (;;) {
    if (trySelect(sim, { receive: stop })) return;

    if (!sliding) t = backoff.backoff();

    yield* f();

    if (sliding) t = backoff.backoff();

    // If both are ready either may be chosen, so the top of the loop asks for `stop` once more.
    const { index } = yield* select(sim, { receive: stop }, { receive: t?.c() });
    if (index === 0) return;
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#JitterUntilWithContext
export function* jitterUntilWithContext(
  sim: Sim,
  ctx: Context,
  f: (ctx: Context) => Blocking<void>,
  periodMs: number,
  jitterFactor: number,
  sliding: boolean,
): Blocking<void> {
  yield* jitterUntil(sim, () => f(ctx), periodMs, jitterFactor, sliding, ctx.done);
}

/**
 * A whole number of ms from `durationMs` up to `maxFactor` times `durationMs` more; a factor that is not positive
 * counts as 1. Kubernetes draws nanoseconds here; Loopscope draws ms, because its clock has no finer ones.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Jitter
export function jitter(sim: Sim, durationMs: number, maxFactor: number): number {
  if (maxFactor <= 0) maxFactor = 1;
  return durationMs + Math.floor(sim.random.float() * maxFactor * durationMs);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#ErrWaitTimeout
export const errWaitTimeout: Error = new Error('timed out waiting for the condition');

/** True if what is waited for is so; an error ends the waiting. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#ConditionFunc
export type ConditionFunc = () => Blocking<[boolean, Error | undefined]>;

/** What a `Backoff` starts from. All but `durationMs` may be left out and are then zero. */
export interface BackoffOptions {
  readonly durationMs: number;
  readonly factor?: number;
  readonly jitter?: number;
  readonly steps?: number;
  readonly capMs?: number;
}

/**
 * Pauses that grow by a factor, for a number of steps, up to a cap. `step` changes the object: copy it with
 * `new Backoff(other)` to use it twice, where Go passes a copy by itself.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Backoff
export class Backoff {
  /** The next pause. */
  durationMs: number;
  /** The pause is multiplied by it at each step; zero leaves it. */
  factor: number;
  /** The pause is stretched at random by up to this part of itself. */
  jitter: number;
  /** Steps left in which the pause may grow. */
  steps: number;
  /** Most that the pause may grow to; zero for no bound. */
  capMs: number;

  constructor(options: BackoffOptions) {
    this.durationMs = options.durationMs;
    this.factor = options.factor ?? 0;
    this.jitter = options.jitter ?? 0;
    this.steps = options.steps ?? 0;
    this.capMs = options.capMs ?? 0;
  }

  /** The pause to make now, in ms. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Backoff.Step
  step(sim: Sim): number {
    if (this.steps < 1) {
      return this.jitter > 0 ? jitter(sim, this.durationMs, this.jitter) : this.durationMs;
    }
    this.steps--;

    const durationMs = this.durationMs;
    if (this.factor !== 0) {
      this.durationMs *= this.factor;
      if (this.capMs > 0 && this.durationMs > this.capMs) {
        this.durationMs = this.capMs;
        this.steps = 0;
      }
    }
    return this.jitter > 0 ? jitter(sim, durationMs, this.jitter) : durationMs;
  }
}

/** A context that is done when `parent` closes or its cancel function is called, which must be called in the end. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#contextForChannel
export function contextForChannel(sim: Sim, parent: Stop): [Context, () => void] {
  const [ctx, cancel] = withCancel(background);
  sim.go(
    helperName('context'),
    (function* () {
      const { index } = yield* select(sim, { receive: parent }, { receive: ctx.done });
      if (index === 0) cancel();
    })(),
  );
  return [ctx, cancel];
}

/** A goroutine that serves the running process carries its name. */
function helperName(what: string): string {
  return `${running()?.name ?? 'wait'}/${what}`;
}

/** Says how long to pause between tries. The timer it gives must have fired before it is asked again. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#BackoffManager
export interface BackoffManager {
  backoff(): Timer;
}

/** Upstream gives its managers as many steps as never run out. */
const maxSteps = 2 ** 31 - 1;

/** All times are virtual ms. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#exponentialBackoffManagerImpl
class ExponentialBackoffManagerImpl implements BackoffManager {
  readonly #sim: Sim;
  readonly #backoff: Backoff;
  #backoffTimer: Timer | undefined;
  #lastBackoffStart: number;
  readonly #initialBackoffMs: number;
  readonly #backoffResetDurationMs: number;

  constructor(sim: Sim, backoff: Backoff, resetMs: number) {
    this.#sim = sim;
    this.#backoff = backoff;
    this.#initialBackoffMs = backoff.durationMs;
    this.#lastBackoffStart = sim.now;
    this.#backoffResetDurationMs = resetMs;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#exponentialBackoffManagerImpl.getNextBackoff
  #getNextBackoff(): number {
    if (this.#sim.now - this.#lastBackoffStart > this.#backoffResetDurationMs) {
      this.#backoff.steps = maxSteps;
      this.#backoff.durationMs = this.#initialBackoffMs;
    }
    this.#lastBackoffStart = this.#sim.now;
    return this.#backoff.step(this.#sim);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#exponentialBackoffManagerImpl.Backoff
  backoff(): Timer {
    const next = this.#getNextBackoff();
    if (this.#backoffTimer) this.#backoffTimer.reset(next);
    else this.#backoffTimer = newTimer(this.#sim, next, 'back-off');
    return this.#backoffTimer;
  }
}

/**
 * Pauses that grow from `initMs` by `factor` up to `maxMs`, each stretched at random by up to `jitterFactor` of itself.
 * If more than `resetMs` lie between two calls, they start over.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#NewExponentialBackoffManager
export function newExponentialBackoffManager(
  sim: Sim,
  initMs: number,
  maxMs: number,
  resetMs: number,
  factor: number,
  jitterFactor: number,
): BackoffManager {
  const backoff = new Backoff({
    durationMs: initMs,
    factor,
    jitter: jitterFactor,
    steps: maxSteps,
    capMs: maxMs,
  });
  return new ExponentialBackoffManagerImpl(sim, backoff, resetMs);
}

/** All times are virtual ms. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#jitteredBackoffManagerImpl
class JitteredBackoffManagerImpl implements BackoffManager {
  readonly #sim: Sim;
  readonly #durationMs: number;
  readonly #jitter: number;
  #backoffTimer: Timer | undefined;

  constructor(sim: Sim, durationMs: number, jitterFactor: number) {
    this.#sim = sim;
    this.#durationMs = durationMs;
    this.#jitter = jitterFactor;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#jitteredBackoffManagerImpl.getNextBackoff
  #getNextBackoff(): number {
    return this.#jitter > 0 ? jitter(this.#sim, this.#durationMs, this.#jitter) : this.#durationMs;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#jitteredBackoffManagerImpl.Backoff
  backoff(): Timer {
    const next = this.#getNextBackoff();
    if (this.#backoffTimer) this.#backoffTimer.reset(next);
    else this.#backoffTimer = newTimer(this.#sim, next, 'its period');
    return this.#backoffTimer;
  }
}

/** Pauses of `durationMs`, each stretched at random by up to `jitterFactor` of itself if that is positive. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#NewJitteredBackoffManager
export function newJitteredBackoffManager(
  sim: Sim,
  durationMs: number,
  jitterFactor: number,
): BackoffManager {
  return new JitteredBackoffManagerImpl(sim, durationMs, jitterFactor);
}

/**
 * Checks `condition` up to `backoff.steps` times, with the pauses of a copy of `backoff` between.
 * Gives what the condition gives as error, or `errWaitTimeout`.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#ExponentialBackoff
export function* exponentialBackoff(
  sim: Sim,
  backoff: BackoffOptions,
  condition: ConditionFunc,
): Blocking<Error | undefined> {
  const left = new Backoff(backoff);
  while (left.steps > 0) {
    const [ok, err] = yield* condition();
    if (err || ok) return err;
    if (left.steps === 1) break;
    yield* sim.sleep(left.step(sim));
  }
  return errWaitTimeout;
}

/**
 * Checks `condition` after each `intervalMs`, until it is true or fails, or `timeoutMs` are over; then once more.
 * Gives the condition's error or `errWaitTimeout`.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#Poll
export function* poll(
  sim: Sim,
  intervalMs: number,
  timeoutMs: number,
  condition: ConditionFunc,
): Blocking<Error | undefined> {
  return yield* pollInternal(sim, poller(sim, intervalMs, timeoutMs), condition);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#pollInternal
function* pollInternal(sim: Sim, wait: WaitFunc, condition: ConditionFunc): Blocking<Error | undefined> {
  return yield* waitFor(sim, wait, condition, undefined);
}

/** As `poll`, with one check at once. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#PollImmediate
export function* pollImmediate(
  sim: Sim,
  intervalMs: number,
  timeoutMs: number,
  condition: ConditionFunc,
): Blocking<Error | undefined> {
  return yield* pollImmediateInternal(sim, poller(sim, intervalMs, timeoutMs), condition);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#pollImmediateInternal
function* pollImmediateInternal(
  sim: Sim,
  wait: WaitFunc,
  condition: ConditionFunc,
): Blocking<Error | undefined> {
  const [done, err] = yield* condition();
  if (err) return err;
  if (done) return undefined;
  return yield* pollInternal(sim, wait, condition);
}

/** As `poll`, with no time at which to give up. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#PollInfinite
export function* pollInfinite(
  sim: Sim,
  intervalMs: number,
  condition: ConditionFunc,
): Blocking<Error | undefined> {
  return yield* pollUntil(sim, intervalMs, condition, undefined);
}

/** As `pollInfinite`, with one check at once. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#PollImmediateInfinite
export function* pollImmediateInfinite(
  sim: Sim,
  intervalMs: number,
  condition: ConditionFunc,
): Blocking<Error | undefined> {
  const [done, err] = yield* condition();
  if (err) return err;
  if (done) return undefined;
  return yield* pollInfinite(sim, intervalMs, condition);
}

/** As `poll`, until `stop` closes. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#PollUntil
export function* pollUntil(
  sim: Sim,
  intervalMs: number,
  condition: ConditionFunc,
  stop: Stop,
): Blocking<Error | undefined> {
  const [ctx, cancel] = contextForChannel(sim, stop);
  try {
    return yield* waitFor(sim, poller(sim, intervalMs, 0), condition, ctx.done);
  } finally {
    cancel();
  }
}

/** As `pollUntil`, with one check at once, even if `stop` is closed. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#PollImmediateUntil
export function* pollImmediateUntil(
  sim: Sim,
  intervalMs: number,
  condition: ConditionFunc,
  stop: Stop,
): Blocking<Error | undefined> {
  const [done, err] = yield* condition();
  if (err) return err;
  if (done) return undefined;
  if (trySelect(sim, { receive: stop })) return errWaitTimeout;
  return yield* pollUntil(sim, intervalMs, condition, stop);
}

/** Gives a channel that brings something whenever the condition should be checked, and closes for the last check. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#WaitFunc
export type WaitFunc = (done: Chan<never>) => Chan<void>;

/**
 * Checks `fn` whenever the channel of `wait` brings something, and once when it closes.
 * Gives the error of `fn`, or `errWaitTimeout` if that channel or `done` closed first.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#WaitFor
export function* waitFor(
  sim: Sim,
  wait: WaitFunc,
  fn: ConditionFunc,
  done: Stop,
): Blocking<Error | undefined> {
  const stop = new Chan<never>('the end of waiting');
  try {
    const c = wait(stop);
    for (;;) {
      const { index, ok: open } = yield* select(sim, { receive: c }, { receive: done });
      if (index === 1) return errWaitTimeout;
      const [ok, err] = yield* fn();
      if (err) return err;
      if (ok) return undefined;
      if (!open) return errWaitTimeout;
    }
  } finally {
    stop.close();
  }
}

/**
 * Brings something every `intervalMs` until `timeoutMs` are over, for ever if that is zero. What nobody is ready
 * to receive is dropped.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#poller
export function poller(sim: Sim, intervalMs: number, timeoutMs: number): WaitFunc {
  return (done) => {
    const ch = new Chan<void>('the next poll');
    sim.go(helperName('poller'), ticks(sim, ch, intervalMs, timeoutMs, done));
    return ch;
  };
}

function* ticks(
  sim: Sim,
  ch: Chan<void>,
  intervalMs: number,
  timeoutMs: number,
  done: Chan<never>,
): Blocking<void> {
  const tick = newTicker(sim, intervalMs, `a tick every ${intervalMs} ms`);
  const timer = timeoutMs === 0 ? undefined : newTimer(sim, timeoutMs, 'the time-out');
  try {
    for (;;) {
      const { index } = yield* select(sim, { receive: tick.c() }, { receive: timer?.c() }, { receive: done });
      if (index !== 0) return;
      ch.trySend();
    }
  } finally {
    timer?.stop();
    tick.stop();
    ch.close();
  }
}

/** As `exponentialBackoff`, until `ctx` is done, whose error is then given. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/wait/wait.go#ExponentialBackoffWithContext
export function* exponentialBackoffWithContext(
  sim: Sim,
  ctx: Context,
  backoff: BackoffOptions,
  condition: ConditionFunc,
): Blocking<Error | undefined> {
  const left = new Backoff(backoff);
  while (left.steps > 0) {
    if (ctx.err) return ctx.err;
    const [ok, err] = yield* condition();
    if (err || ok) return err;
    if (left.steps === 1) break;
    const { index } = yield* select(sim, { receive: ctx.done }, { receive: after(sim, left.step(sim)) });
    if (index === 0) return ctx.err;
  }
  return errWaitTimeout;
}
