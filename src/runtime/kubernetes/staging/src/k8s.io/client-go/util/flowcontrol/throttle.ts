import type { Context } from '../../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { WaitGroup } from '../../../../../../../sim/sync.ts';
import { Limiter } from './rate-limiter.ts';

/** Lets a client make no more than so many requests a second. */
// Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#RateLimiter
export interface RateLimiter {
  /** Takes a token if there is one; else false. */
  tryAccept(): boolean;
  /** Parks until there is a token, and takes it. */
  accept(): Blocking<void>;
  stop(): void;
  qps(): number;
  /** As `accept`, or gives an error if `ctx` is given and ends first. */
  wait(ctx?: Context): Blocking<Error | undefined>;
  /** How long a `wait` that began now would park, in ms. For observers, who tell it before it happens. */
  nextDelay(): number;
  /** How many requests could pass now, for observers; left out where that cannot be told. */
  readonly tokens?: number;
}

/** A token bucket that lets `burst` requests pass at once and `qps` a second in the long run. */
// Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#NewTokenBucketRateLimiter
export function newTokenBucketRateLimiter(sim: Sim, qps: number, burst: number): RateLimiter {
  return new TokenBucketRateLimiter(sim, qps, burst);
}

// Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#tokenBucketRateLimiter
class TokenBucketRateLimiter implements RateLimiter {
  readonly #limiter: Limiter;
  readonly #sim: Sim;
  readonly #qps: number;

  constructor(sim: Sim, qps: number, burst: number) {
    this.#sim = sim;
    this.#qps = qps;
    this.#limiter = new Limiter(sim, qps, burst);
  }

  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#tokenBucketRateLimiter.TryAccept
  tryAccept(): boolean {
    return this.#limiter.allow();
  }

  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#tokenBucketRateLimiter.Accept
  *accept(): Blocking<void> {
    yield* this.#sim.sleep(this.#limiter.reserve().delay());
  }

  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#tokenBucketRateLimiter.Stop
  stop(): void {
    // A bucket runs nothing that could be stopped.
  }

  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#tokenBucketRateLimiter.QPS
  qps(): number {
    return this.#qps;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#tokenBucketRateLimiter.Wait
  *wait(ctx?: Context): Blocking<Error | undefined> {
    return yield* this.#limiter.wait(ctx);
  }

  nextDelay(): number {
    return this.#limiter.nextDelay();
  }

  get tokens(): number {
    return this.#limiter.tokens;
  }
}

/** Lets everything pass. */
// Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#NewFakeAlwaysRateLimiter
export function newFakeAlwaysRateLimiter(): RateLimiter {
  return {
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeAlwaysRateLimiter.TryAccept
    tryAccept: () => true,
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeAlwaysRateLimiter.Accept
    *accept() {},
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeAlwaysRateLimiter.Stop
    stop() {},
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeAlwaysRateLimiter.QPS
    qps: () => 1,
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeAlwaysRateLimiter.Wait
    *wait() {
      return undefined;
    },
    nextDelay: () => 0,
  };
}

/** Lets nothing pass until it is stopped. */
// Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#NewFakeNeverRateLimiter
export function newFakeNeverRateLimiter(): RateLimiter {
  const wg = new WaitGroup('a rate limiter that never accepts');
  wg.add(1);
  return {
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeNeverRateLimiter.TryAccept
    tryAccept: () => false,
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeNeverRateLimiter.Accept
    *accept() {
      yield* wg.wait();
    },
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeNeverRateLimiter.Stop
    stop: () => wg.done(),
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeNeverRateLimiter.QPS
    qps: () => 1,
    // Mirrors: staging/src/k8s.io/client-go/util/flowcontrol/throttle.go#fakeNeverRateLimiter.Wait
    *wait() {
      return new Error('can not be accept');
    },
    nextDelay: () => Infinity,
  };
}
