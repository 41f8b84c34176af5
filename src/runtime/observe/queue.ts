import type { RateLimiter } from '../client-go/util/workqueue/default_rate_limiters.ts';
import type { DelayingType } from '../client-go/util/workqueue/delaying_queue.ts';
import type { Type } from '../client-go/util/workqueue/queue.ts';
import { causeNow, running, setCause } from '../sim/process.ts';
import { emptyMap, mapFrom, mapGet, mapRemove, mapSet } from '../sim/pmap.ts';
import { overriding } from './overriding.ts';
import type { QueueState, Trace } from './world.ts';

const newQueueState: QueueState = {
  queue: [],
  dirty: [],
  processing: emptyMap(),
  waiting: emptyMap(),
  failures: emptyMap(),
};

/**
 * Watches the layers of one work queue. A key that is taken has the cause of its first `add` since it was last
 * taken; a key that comes back after a delay has the cause of the `addAfter` that sent it away.
 */
export class QueueObserver {
  readonly #trace: Trace;
  readonly #name: string;
  /** Entries of `add` and of `addAfter` that wait for their key to be taken, or to be due. */
  readonly #added = new Map<string, number>();
  readonly #delayed = new Map<string, number>();

  constructor(trace: Trace, name: string) {
    this.#trace = trace;
    this.#name = name;
    this.#change({});
  }

  base(queue: Type): Type {
    return overriding(queue, {
      add: (key) => this.#add(queue, key),
      get: () => this.#get(queue),
      done: (key) => {
        const again = queue.peek().dirty.has(key);
        queue.done(key);
        this.#look(queue);
        this.#trace.record({ kind: 'workqueue.done', queue: this.#name, key, again });
      },
    });
  }

  delaying(queue: DelayingType): DelayingType {
    return overriding(queue, {
      addAfter: (key, delayMs) => {
        queue.addAfter(key, delayMs);
        if (delayMs <= 0) return;
        const { waiting, failures } = this.#state;
        this.#change({ waiting: mapSet(waiting, key, queue.readyAt(key) ?? 0) });
        const event = { kind: 'workqueue.addAfter', queue: this.#name, key, delayMs } as const;
        const failed = mapGet(failures, key);
        this.#delayed.set(
          key,
          this.#trace.record(failed === undefined ? event : { ...event, failures: failed }),
        );
      },
    });
  }

  limiter(limiter: RateLimiter): RateLimiter {
    return overriding(limiter, {
      when: (key) => {
        const delayMs = limiter.when(key);
        this.#change({ failures: mapSet(this.#state.failures, key, limiter.numRequeues(key)) });
        return delayMs;
      },
      forget: (key) => {
        limiter.forget(key);
        if (mapGet(this.#state.failures, key) === undefined) return;
        this.#change({ failures: mapRemove(this.#state.failures, key) });
        this.#trace.record({ kind: 'workqueue.forget', queue: this.#name, key });
      },
    });
  }

  #add(queue: Type, key: string): void {
    const delayed = this.#delayed.get(key);
    if (delayed !== undefined && running()?.name === `${this.#name}/waitingLoop`) {
      setCause(delayed);
      this.#delayed.delete(key);
      this.#change({ waiting: mapRemove(this.#state.waiting, key) });
    }
    const merged = queue.peek().dirty.has(key);
    queue.add(key);
    this.#look(queue);
    const index = this.#trace.record({ kind: 'workqueue.add', queue: this.#name, key, merged });
    if (!merged) this.#added.set(key, index);
  }

  *#get(queue: Type): ReturnType<Type['get']> {
    const got = yield* queue.get();
    const [key] = got;
    if (key === undefined) return got;
    setCause(this.#added.get(key) ?? causeNow());
    this.#added.delete(key);
    this.#look(queue);
    this.#trace.stage({ kind: 'workqueue.get', queue: this.#name, key, worker: running()?.name ?? '' });
    return got;
  }

  /** Takes over what the base queue holds now. Who works on a key is who took it. */
  #look(queue: Type): void {
    const { queue: order, dirty, processing } = queue.peek();
    const before = this.#state.processing;
    const workers = [...processing].map(
      (key) => [key, mapGet(before, key) ?? running()?.name ?? ''] as const,
    );
    this.#change({ queue: order, dirty: [...dirty], processing: mapFrom(workers) });
  }

  get #state(): QueueState {
    return mapGet(this.#trace.world.queues, this.#name) ?? newQueueState;
  }

  #change(change: Partial<QueueState>): void {
    this.#trace.change('queues', mapSet(this.#trace.world.queues, this.#name, { ...this.#state, ...change }));
  }
}
