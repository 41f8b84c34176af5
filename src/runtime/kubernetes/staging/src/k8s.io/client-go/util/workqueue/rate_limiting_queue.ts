import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import type { RateLimiter } from './default_rate_limiters.ts';
import { type DelayingInterface, newNamedDelayingQueue } from './delaying_queue.ts';

/** A work queue whose retries are held back by a rate limiter. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.go#RateLimitingInterface
export interface RateLimitingInterface<T = string> extends DelayingInterface<T> {
  /** Adds the item when the rate limiter says so. */
  addRateLimited(item: T): void;
  /** Ends the counting of failures of an item. `done` has still to be called. */
  forget(item: T): void;
  /** How often the item was added rate-limited since it was last forgotten. */
  numRequeues(item: T): number;
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.go#NewRateLimitingQueue
export function newRateLimitingQueue<T = string>(
  sim: Sim,
  rateLimiter: RateLimiter<T>,
): RateLimitingInterface<T> {
  return newNamedRateLimitingQueue(sim, rateLimiter, '');
}

/**
 * A new queue with all three layers. Its base is observed as `workqueue`, the delaying layer over it as
 * `delaying-queue`, and the rate limiter as `rate-limiter`, all under the queue's name.
 */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.go#NewNamedRateLimitingQueue
export function newNamedRateLimitingQueue<T = string>(
  sim: Sim,
  rateLimiter: RateLimiter<T>,
  name: string,
): RateLimitingInterface<T> {
  const delaying = newNamedDelayingQueue<T>(sim, name);
  return new RateLimitingType(delaying, sim.observe('rate-limiter', name, rateLimiter));
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.go#rateLimitingType
export class RateLimitingType<T = string> implements RateLimitingInterface<T> {
  readonly #delayingInterface: DelayingInterface<T>;
  readonly #rateLimiter: RateLimiter<T>;

  constructor(delaying: DelayingInterface<T>, rateLimiter: RateLimiter<T>) {
    this.#delayingInterface = delaying;
    this.#rateLimiter = rateLimiter;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.go#rateLimitingType.AddRateLimited
  addRateLimited(item: T): void {
    this.#delayingInterface.addAfter(item, this.#rateLimiter.when(item));
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.go#rateLimitingType.NumRequeues
  numRequeues(item: T): number {
    return this.#rateLimiter.numRequeues(item);
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.go#rateLimitingType.Forget
  forget(item: T): void {
    this.#rateLimiter.forget(item);
  }

  addAfter(item: T, ms: number): void {
    this.#delayingInterface.addAfter(item, ms);
  }

  add(item: T): void {
    this.#delayingInterface.add(item);
  }

  len(): number {
    return this.#delayingInterface.len();
  }

  *get(): Blocking<[T, false] | [undefined, true]> {
    return yield* this.#delayingInterface.get();
  }

  done(item: T): void {
    this.#delayingInterface.done(item);
  }

  shutDown(): void {
    this.#delayingInterface.shutDown();
  }

  shuttingDown(): boolean {
    return this.#delayingInterface.shuttingDown();
  }
}
