import { type Ticker, type Timer, newTicker, newTimer } from '../../../apimachinery/pkg/util/clock/clock.ts';
import { Chan, select } from '../../../../../../../sim/chan.ts';
import { LimitReached } from '../../../../../../../sim/limits.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { BinaryHeap, type HeapItem } from './binary-heap.ts';
import { type Interface, newNamed } from './queue.ts';

/** A work queue to which an item can be added later, so that a failure need not be retried at once. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#DelayingInterface
export interface DelayingInterface<T = string> extends Interface<T> {
  /** Adds the item when `ms` have passed. */
  addAfter(item: T, ms: number): void;
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#NewDelayingQueue
export function newDelayingQueue<T = string>(sim: Sim): DelayingInterface<T> {
  return newNamedDelayingQueue<T>(sim, '');
}

/** Puts the delaying layer over a queue of the caller's. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#NewDelayingQueueWithCustomQueue
export function newDelayingQueueWithCustomQueue<T = string>(
  sim: Sim,
  queue: Interface<T>,
  name: string,
): DelayingInterface<T> {
  return startDelayingQueue(sim, queue, name);
}

/** A delaying layer over a new queue, both observed under that name: first `workqueue`, then `delaying-queue`. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#NewNamedDelayingQueue
export function newNamedDelayingQueue<T = string>(sim: Sim, name: string): DelayingInterface<T> {
  return startDelayingQueue(sim, newNamed<T>(sim, name), name);
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#newDelayingQueue
function startDelayingQueue<T>(sim: Sim, queue: Interface<T>, name: string): DelayingInterface<T> {
  const ret = new DelayingType<T>(sim, queue, name);
  sim.go(name === '' ? 'waitingLoop' : `${name}/waitingLoop`, ret.waitingLoop());
  return sim.observe('delaying-queue', name, ret);
}

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#waitFor
interface WaitFor<T> extends HeapItem {
  readonly data: T;
  /** Virtual ms. */
  readyAt: number;
}

/** As many as may be on their way to the waiting loop. */
const waitingForAddCapacity = 1000;

/** The longest that an item which is due can be overlooked, in ms: an insurance, not a part of the rhythm. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#maxWait
const maxWaitMs = 10_000;

// Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#delayingType
export class DelayingType<T = string> implements DelayingInterface<T> {
  readonly name: string;
  readonly #interface: Interface<T>;
  readonly #sim: Sim;
  readonly #stopCh: Chan<never>;
  #stopped = false;
  readonly #heartbeat: Ticker;
  readonly #waitingForAddCh: Chan<WaitFor<T>>;
  // Kubernetes keeps these two in the waiting loop; Loopscope keeps them here, because readers look at them.
  readonly #waitingForQueue = new BinaryHeap<WaitFor<T>>((a, b) => a.readyAt < b.readyAt);
  readonly #waitingEntryByData = new Map<T, WaitFor<T>>();
  /** What is on its way to the waiting loop, which may have it in hand already. For `readyAt`. */
  readonly #coming = new Set<WaitFor<T>>();

  constructor(sim: Sim, queue: Interface<T>, name: string) {
    this.#sim = sim;
    this.#interface = queue;
    this.name = name;
    this.#stopCh = new Chan<never>('shutdown');
    this.#heartbeat = newTicker(sim, maxWaitMs, 'the heartbeat');
    this.#waitingForAddCh = new Chan<WaitFor<T>>('an item to delay', waitingForAddCapacity);
  }

  add(item: T): void {
    this.#interface.add(item);
  }

  len(): number {
    return this.#interface.len();
  }

  *get(): Blocking<[T, false] | [undefined, true]> {
    return yield* this.#interface.get();
  }

  done(item: T): void {
    this.#interface.done(item);
  }

  shuttingDown(): boolean {
    return this.#interface.shuttingDown();
  }

  /** Stops the queue, and drops what waits. May be called again. */
  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#delayingType.ShutDown
  shutDown(): void {
    if (this.#stopped) return; // Go: stopOnce
    this.#stopped = true; // Go: none
    this.#interface.shutDown();
    this.#stopCh.close();
    this.#heartbeat.stop();
  }

  /**
   * Kubernetes would block here while a thousand items are on their way to the waiting loop; Loopscope throws
   * `LimitReached`, because handlers of informers call this and are plain functions. The loop empties the channel
   * whenever it runs, so only a caller that adds a thousand items without parking once can get there.
   */
  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#delayingType.AddAfter
  addAfter(item: T, ms: number): void {
    if (this.shuttingDown()) return;

    if (ms <= 0) {
      this.add(item);
      return;
    }

    const entry: WaitFor<T> = { data: item, readyAt: this.#sim.now + ms, index: -1 };
    if (this.#waitingForAddCh.trySend(entry)) {
      this.#coming.add(entry); // Go: none
      return; // Go: none
    }
    const last = this.#sim.trace?.lastEvents(10) ?? []; // Go: none
    const found = `one more to be delayed in work queue ${this.name}: ${String(item)}`; // Go: none
    throw new LimitReached('queued', waitingForAddCapacity, found, last); // Go: none
  }

  /** Adds items when they are due, until shutdown. */
  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#delayingType.waitingLoop
  *waitingLoop(): Blocking<void> {
    const waitingForQueue = this.#waitingForQueue; // Go: none
    let nextReadyAtTimer: Timer | undefined;
    let nextReadyTime: number | undefined; // Go: none

    for (;;) {
      if (this.#interface.shuttingDown()) return;

      const now = this.#sim.now;

      for (let entry = waitingForQueue.peek(); entry; entry = waitingForQueue.peek()) {
        if (entry.readyAt > now) break;
        waitingForQueue.pop();
        this.add(entry.data);
        this.#waitingEntryByData.delete(entry.data);
      }

      // With nothing to wait for, the undefined channel below never goes.
      let nextReadyAt: Chan<number> | undefined;
      const first = waitingForQueue.peek();
      if (first) {
        // The timer is kept if it is right. A new one would go behind those of the same ms that were made meanwhile.
        if (!nextReadyAtTimer || first.readyAt !== nextReadyTime) {
          nextReadyAtTimer?.stop();
          nextReadyTime = first.readyAt; // Go: none
          nextReadyAtTimer = newTimer(this.#sim, first.readyAt - now, 'the first delayed item');
        }
        nextReadyAt = nextReadyAtTimer.c();
      }

      // Go: select
      const { index, value } = yield* select(
        this.#sim,
        { receive: this.#stopCh },
        { receive: this.#heartbeat.c() },
        { receive: nextReadyAt },
        { receive: this.#waitingForAddCh },
      );
      if (index === 0) return;
      // The heartbeat and the timer have only to let the loop go round.
      if (index !== 3) continue; // Go: none
      this.#take(value as WaitFor<T>); // Go: insert
      for (
        let more = this.#waitingForAddCh.tryReceive();
        more?.[1];
        more = this.#waitingForAddCh.tryReceive()
      ) {
        this.#take(more[0]); // Go: insert#2
      }
    }
  }

  /** When the item comes back, in virtual ms; undefined if it is not delayed. For observers. */
  readyAt(item: T): number | undefined {
    let at: number | undefined;
    const entry = this.#waitingEntryByData.get(item);
    if (entry && entry.index >= 0) at = entry.readyAt;
    for (const coming of this.#coming) {
      if (coming.data === item && (at === undefined || coming.readyAt < at)) at = coming.readyAt;
    }
    return at;
  }

  #take(entry: WaitFor<T>): void {
    this.#coming.delete(entry);
    if (entry.readyAt > this.#sim.now) {
      insert(this.#waitingForQueue, this.#waitingEntryByData, entry);
    } else {
      this.add(entry.data);
    }
  }
}

/** Of two delays of one item the shorter counts. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go#insert
function insert<T>(queue: BinaryHeap<WaitFor<T>>, known: Map<T, WaitFor<T>>, entry: WaitFor<T>): void {
  const existing = known.get(entry.data);
  if (existing) {
    if (existing.readyAt > entry.readyAt) {
      existing.readyAt = entry.readyAt;
      queue.fix(existing.index);
    }
    return;
  }

  queue.push(entry);
  known.set(entry.data, entry);
}
