import type { Sim } from '../../../../../../../sim/sim.ts';
import { Limiter } from '../flowcontrol/rate-limiter.ts';

/** Says how long an item must wait before it is tried again. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#RateLimiter
export interface RateLimiter<T = string> {
  /** In ms. Each call counts as one more failure. */
  when(item: T): number;
  /** Ends the counting for an item. */
  forget(item: T): void;
  /** Failures counted for the item. */
  numRequeues(item: T): number;
}

/**
 * What controllers use: 5 ms for an item's first failure, doubled at each further one up to 1,000 s, and for all
 * items together no more than 10 retries a second after the first 100. In a story the delays of an item may be others.
 */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#DefaultControllerRateLimiter
export function defaultControllerRateLimiter<T = string>(
  sim: Sim,
  baseDelayMs = 5,
  maxDelayMs = 1_000_000,
): RateLimiter<T> {
  return newMaxOfRateLimiter<T>(
    newItemExponentialFailureRateLimiter<T>(baseDelayMs, maxDelayMs),
    new BucketRateLimiter<T>(new Limiter(sim, 10, 100)),
  );
}

/** One token bucket for all items. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#BucketRateLimiter
export class BucketRateLimiter<T = string> implements RateLimiter<T> {
  readonly #limiter: Limiter;

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#BucketRateLimiter.When
  when(_item: T): number {
    return this.#limiter.reserve().delay();
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#BucketRateLimiter.NumRequeues
  numRequeues(_item: T): number {
    return 0;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#BucketRateLimiter.Forget
  forget(_item: T): void {
    // A bucket keeps nothing by item.
  }
}

/** Doubles an item's delay, in ms, at each failure. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#ItemExponentialFailureRateLimiter
export class ItemExponentialFailureRateLimiter<T = string> implements RateLimiter<T> {
  readonly #failures = new Map<T, number>();
  readonly #baseDelayMs: number;
  readonly #maxDelayMs: number;

  constructor(baseDelayMs: number, maxDelayMs: number) {
    this.#baseDelayMs = baseDelayMs;
    this.#maxDelayMs = maxDelayMs;
  }

  /** Kubernetes looks for an overflow of 64 bits here; Loopscope need not, since a number too large is Infinity. */
  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#ItemExponentialFailureRateLimiter.When
  when(item: T): number {
    const exp = this.#failures.get(item) ?? 0;
    this.#failures.set(item, exp + 1);
    return Math.min(this.#baseDelayMs * 2 ** exp, this.#maxDelayMs);
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#ItemExponentialFailureRateLimiter.NumRequeues
  numRequeues(item: T): number {
    return this.#failures.get(item) ?? 0;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#ItemExponentialFailureRateLimiter.Forget
  forget(item: T): void {
    this.#failures.delete(item);
  }
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#NewItemExponentialFailureRateLimiter
export function newItemExponentialFailureRateLimiter<T = string>(
  baseDelayMs: number,
  maxDelayMs: number,
): RateLimiter<T> {
  return new ItemExponentialFailureRateLimiter<T>(baseDelayMs, maxDelayMs);
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#DefaultItemBasedRateLimiter
export function defaultItemBasedRateLimiter<T = string>(): RateLimiter<T> {
  return newItemExponentialFailureRateLimiter<T>(1, 1_000_000);
}

/** A short delay, in ms, for the first failures of an item, and a long one for all that follow. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#ItemFastSlowRateLimiter
export class ItemFastSlowRateLimiter<T = string> implements RateLimiter<T> {
  readonly #failures = new Map<T, number>();
  readonly #fastDelayMs: number;
  readonly #slowDelayMs: number;
  readonly #maxFastAttempts: number;

  constructor(fastDelayMs: number, slowDelayMs: number, maxFastAttempts: number) {
    this.#fastDelayMs = fastDelayMs;
    this.#slowDelayMs = slowDelayMs;
    this.#maxFastAttempts = maxFastAttempts;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#ItemFastSlowRateLimiter.When
  when(item: T): number {
    const failures = (this.#failures.get(item) ?? 0) + 1;
    this.#failures.set(item, failures);
    return failures <= this.#maxFastAttempts ? this.#fastDelayMs : this.#slowDelayMs;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#ItemFastSlowRateLimiter.NumRequeues
  numRequeues(item: T): number {
    return this.#failures.get(item) ?? 0;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#ItemFastSlowRateLimiter.Forget
  forget(item: T): void {
    this.#failures.delete(item);
  }
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#NewItemFastSlowRateLimiter
export function newItemFastSlowRateLimiter<T = string>(
  fastDelayMs: number,
  slowDelayMs: number,
  maxFastAttempts: number,
): RateLimiter<T> {
  return new ItemFastSlowRateLimiter<T>(fastDelayMs, slowDelayMs, maxFastAttempts);
}

/** Asks several rate limiters and takes the longest delay. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#MaxOfRateLimiter
export class MaxOfRateLimiter<T = string> implements RateLimiter<T> {
  readonly #limiters: readonly RateLimiter<T>[];

  constructor(limiters: readonly RateLimiter<T>[]) {
    this.#limiters = limiters;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#MaxOfRateLimiter.When
  when(item: T): number {
    let ret = 0;
    for (const limiter of this.#limiters) ret = Math.max(ret, limiter.when(item));
    return ret;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#MaxOfRateLimiter.NumRequeues
  numRequeues(item: T): number {
    let ret = 0;
    for (const limiter of this.#limiters) ret = Math.max(ret, limiter.numRequeues(item));
    return ret;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#MaxOfRateLimiter.Forget
  forget(item: T): void {
    for (const limiter of this.#limiters) limiter.forget(item);
  }
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go#NewMaxOfRateLimiter
export function newMaxOfRateLimiter<T = string>(...limiters: RateLimiter<T>[]): RateLimiter<T> {
  return new MaxOfRateLimiter<T>(limiters);
}
