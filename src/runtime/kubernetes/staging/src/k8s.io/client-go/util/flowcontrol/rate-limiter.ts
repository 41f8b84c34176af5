import { select } from '../../../../../../../sim/chan.ts';
import type { Context } from '../../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { newTimer } from '../../../apimachinery/pkg/util/clock/clock.ts';

// The token bucket of golang.org/x/time/rate, which Kubernetes takes from outside. Same accounts, and delays
// rounded up to whole ms, because the virtual clock has no finer ones.

/**
 * A token bucket that holds `burst` tokens, full at first, and gains `limit` a second. Reservations may take it below
 * zero, and each then waits for its own token. A limit of `Infinity` lets everything pass.
 */
export class Limiter {
  readonly limit: number;
  readonly burst: number;
  readonly #sim: Sim;
  #tokens: number;
  /** When `#tokens` was last reckoned. */
  #last: number;
  /** The latest time that any reservation was given. */
  #lastEvent = 0;

  constructor(sim: Sim, limit: number, burst: number) {
    this.#sim = sim;
    this.limit = limit;
    this.burst = burst;
    this.#tokens = burst;
    this.#last = sim.now;
  }

  /** Takes `n` tokens if they are there. */
  allow(n = 1): boolean {
    return this.#reserveN(n, 0).ok;
  }

  /** Takes `n` tokens, if need be future ones. Not `ok` if the bucket can never hold as many. */
  reserve(n = 1): Reservation {
    return this.#reserveN(n, Infinity);
  }

  /** How many tokens there are now, for observers. */
  get tokens(): number {
    return this.limit === Infinity ? Infinity : this.#tokensAt(this.#sim.now);
  }

  /** What `reserve().delay()` would give now, without taking anything. */
  nextDelay(): number {
    if (this.limit === Infinity) return 0;
    if (this.burst < 1) return Infinity;
    return Math.ceil(this.#waitFor(this.#tokensAt(this.#sim.now) - 1) - 1e-6);
  }

  /**
   * Takes a token and parks until it is there. An error if `ctx` is given and ends first, or the bucket holds none.
   * Go gives that error at once if it can tell from the deadline of `ctx`; Loopscope's contexts do not tell theirs.
   */
  *wait(ctx?: Context): Blocking<Error | undefined> {
    if (this.burst < 1 && this.limit !== Infinity) {
      return new Error(`rate: Wait(n=1) exceeds limiter's burst ${this.burst}`);
    }
    if (ctx?.err) return ctx.err;
    const reservation = this.reserve();
    const delayMs = reservation.delay();
    if (delayMs === 0) return undefined;
    const timer = newTimer(this.#sim, delayMs, 'the client rate limiter');
    const { index } = yield* select(this.#sim, { receive: timer.c() }, { receive: ctx?.done });
    if (index === 0) return undefined;
    timer.stop();
    reservation.cancel();
    return ctx?.err;
  }

  #reserveN(n: number, maxWaitMs: number): Reservation {
    const now = this.#sim.now;
    if (this.limit === Infinity) {
      return { ok: true, timeToAct: now, delay: () => 0, cancel: () => undefined };
    }

    const tokens = this.#tokensAt(now) - n;
    const waitMs = this.#waitFor(tokens);
    if (n > this.burst || waitMs > maxWaitMs) {
      return { ok: false, timeToAct: Infinity, delay: () => Infinity, cancel: () => undefined };
    }
    const timeToAct = now + waitMs;
    this.#last = now;
    this.#tokens = tokens;
    this.#lastEvent = timeToAct;
    return {
      ok: true,
      timeToAct,
      delay: () => Math.ceil(Math.max(0, timeToAct - this.#sim.now) - 1e-6),
      cancel: () => this.#cancel(n, timeToAct),
    };
  }

  /** Ms until `tokens` are no longer below zero, cut to nanoseconds as in Go: less is an error of rounding. */
  #waitFor(tokens: number): number {
    return tokens < 0 ? Math.floor((-tokens / this.limit) * 1e9) / 1e6 : 0;
  }

  #cancel(n: number, timeToAct: number): void {
    const now = this.#sim.now;
    if (timeToAct < now) return;
    // Tokens that were reserved after this one are not given back.
    const restored = n - ((this.#lastEvent - timeToAct) / 1000) * this.limit;
    if (restored <= 0) return;
    this.#tokens = Math.min(this.#tokensAt(now) + restored, this.burst);
    this.#last = now;
    if (timeToAct !== this.#lastEvent) return;
    const previous = timeToAct - (n / this.limit) * 1000;
    if (previous >= now) this.#lastEvent = previous;
  }

  #tokensAt(now: number): number {
    const elapsedMs = Math.max(0, now - this.#last);
    return Math.min(this.#tokens + (elapsedMs / 1000) * this.limit, this.burst);
  }
}

/** What `reserve` gives. */
export interface Reservation {
  readonly ok: boolean;
  /** Virtual ms, with a fraction. */
  readonly timeToAct: number;
  /** Whole ms from now until the token may be used; Infinity if not `ok`. */
  delay(): number;
  /** Gives back what nobody has built upon. */
  cancel(): void;
}
