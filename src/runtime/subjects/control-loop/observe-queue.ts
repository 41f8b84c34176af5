import type { RateLimiter } from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import type { DelayingType } from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/delaying_queue.ts';
import type { Type } from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import { causeNow, running, setCause, withCause } from '../../sim/process.ts';
import { emptyMap, mapFrom, mapGet, mapRemove, mapSet } from '../../sim/pmap.ts';
import { overriding } from '../../stage/overriding.ts';
import type { Trace } from '../../stage/world.ts';
import type { QueueState } from './world.ts';

/** What there is to see of a delaying queue, whatever its items are. */
export type DelayingQueue = Pick<DelayingType<unknown>, keyof DelayingType<unknown>>;

const newQueueState: QueueState = {
  queue: [],
  dirty: [],
  processing: emptyMap(),
  waiting: emptyMap(),
  failures: emptyMap(),
};

/** What readers call an item: a key is its own name, anything else says it in its `toString`. */
const textOf = (item: unknown): string => String(item);

/**
 * Watches the layers of one work queue. A key that is taken has the cause of its first `add` since it was last
 * taken; a key that comes back after a delay has the cause of the `addAfter` that sent it away.
 */
export class QueueObserver {
  readonly #trace: Trace;
  readonly #name: string;
  /** Entries of `add` and of `addAfter` that wait for their key to be taken, or to be due. */
  readonly #added = new Map<unknown, number>();
  readonly #delayed = new Map<unknown, number>();
  /** Entries of the last `get` of each item. */
  readonly #taken = new Map<unknown, number>();

  constructor(trace: Trace, name: string) {
    this.#trace = trace;
    this.#name = name;
    this.#change({});
  }

  base(queue: Type<unknown>): Type<unknown> {
    return overriding(queue, {
      add: (key) => this.#add(queue, key),
      get: () => this.#get(queue),
      done: (item) => {
        const again = queue.peek().dirty.has(item);
        queue.done(item);
        this.#look(queue);
        const event = { kind: 'workqueue.done', queue: this.#name, key: textOf(item), again } as const;
        withCause(this.#taken.get(item) ?? causeNow(), () => this.#trace.record(event));
      },
    });
  }

  delaying(queue: DelayingQueue): DelayingQueue {
    return overriding(queue, {
      addAfter: (item, delayMs) => {
        queue.addAfter(item, delayMs);
        if (delayMs <= 0) return;
        const key = textOf(item);
        const { waiting, failures } = this.#state;
        this.#change({ waiting: mapSet(waiting, key, queue.readyAt(item) ?? 0) });
        const event = { kind: 'workqueue.addAfter', queue: this.#name, key, delayMs } as const;
        const failed = mapGet(failures, key);
        this.#delayed.set(
          item,
          this.#trace.record(failed === undefined ? event : { ...event, failures: failed }),
        );
      },
    });
  }

  limiter(limiter: RateLimiter<unknown>): RateLimiter<unknown> {
    return overriding(limiter, {
      when: (item) => {
        const delayMs = limiter.when(item);
        const failures = mapSet(this.#state.failures, textOf(item), limiter.numRequeues(item));
        this.#change({ failures });
        return delayMs;
      },
      forget: (item) => {
        limiter.forget(item);
        const key = textOf(item);
        if (mapGet(this.#state.failures, key) === undefined) return;
        this.#change({ failures: mapRemove(this.#state.failures, key) });
        this.#trace.record({ kind: 'workqueue.forget', queue: this.#name, key });
      },
    });
  }

  #add(queue: Type<unknown>, item: unknown): void {
    const key = textOf(item);
    const delayed = this.#delayed.get(item);
    if (delayed !== undefined && running()?.name === `${this.#name}/waitingLoop`) {
      this.#sayDelayOver(delayed);
      this.#delayed.delete(item);
      this.#change({ waiting: mapRemove(this.#state.waiting, key) });
    }
    const merged = queue.peek().dirty.has(item);
    queue.add(item);
    this.#look(queue);
    const index = this.#trace.record({ kind: 'workqueue.add', queue: this.#name, key, merged });
    if (!merged) this.#added.set(item, index);
  }

  /** What comes back was sent away for a time, by this entry. */
  #sayDelayOver(sentAway: number): void {
    const { event } = this.#trace.entries[sentAway] ?? {};
    if (event?.kind !== 'workqueue.addAfter') return;
    const { delayMs, failures } = event;
    const delay = { ms: delayMs };
    this.#trace.because(
      failures === undefined
        ? { text: 'its delay of {0} is over', values: [delay] }
        : { text: 'its back-off of {0} after failure {1} is over', values: [delay, failures] },
      sentAway,
    );
  }

  *#get(queue: Type<unknown>): ReturnType<Type<unknown>['get']> {
    const got = yield* queue.get();
    const [item] = got;
    if (item === undefined) return got;
    const key = textOf(item);
    setCause(this.#added.get(item) ?? causeNow());
    this.#added.delete(item);
    this.#look(queue);
    const worker = running()?.name ?? '';
    this.#taken.set(item, this.#trace.stage({ kind: 'workqueue.get', queue: this.#name, key, worker }));
    return got;
  }

  /** Takes over what the base queue holds now. Who works on a key is who took it. */
  #look(queue: Type<unknown>): void {
    const { queue: order, dirty, processing } = queue.peek();
    const before = this.#state.processing;
    const workers = [...processing]
      .map(textOf)
      .map((key) => [key, mapGet(before, key) ?? running()?.name ?? ''] as const);
    const waiting = { queue: order.map(textOf), dirty: [...dirty].map(textOf) };
    this.#change({ ...waiting, processing: mapFrom(workers) });
  }

  get #state(): QueueState {
    return mapGet(this.#trace.world.queues, this.#name) ?? newQueueState;
  }

  #change(change: Partial<QueueState>): void {
    this.#trace.change('queues', mapSet(this.#trace.world.queues, this.#name, { ...this.#state, ...change }));
  }
}
