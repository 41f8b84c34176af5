import { LimitReached } from '../../../../../../../sim/limits.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { Cond } from '../../../../../../../sim/sync.ts';

/**
 * A queue of work: an item is in it at most once, and is worked on by at most one worker at a time.
 * Items are told apart as keys of a `Map` are, so use strings.
 */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#Interface
export interface Interface<T = string> {
  add(item: T): void;
  /** Items that could be taken now. */
  len(): number;
  /** Parks until there is an item, or until shutdown: then `[undefined, true]`. */
  get(): Blocking<[T, false] | [undefined, true]>;
  /** To be called when the work on an item that `get` gave is over. */
  done(item: T): void;
  shutDown(): void;
  shuttingDown(): boolean;
}

/** What a work queue holds, to be looked at only. `dirty` and `processing` are the live sets. */
export interface QueueView<T = string> {
  /** A copy, in the order in which they will be taken. */
  readonly queue: readonly T[];
  readonly dirty: ReadonlySet<T>;
  readonly processing: ReadonlySet<T>;
}

/** A new work queue without a name. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#New
export function newQueue<T = string>(sim: Sim): Type<T> {
  return newNamed<T>(sim, '');
}

/** A new work queue, observed as `workqueue` under its name. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#NewNamed
export function newNamed<T = string>(sim: Sim, name: string): Type<T> {
  return sim.observe('workqueue', name, new Type<T>(sim, name));
}

/** Kubernetes starts a loop here that measures unfinished work; Loopscope keeps no metrics and has none. */
// Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#Type
export class Type<T = string> implements Interface<T> {
  readonly name: string;
  readonly #sim: Sim;
  /** In the order of work. Every item here is in `dirty` and not in `processing`. */
  readonly #queue = new Line<T>();
  /** All items that need work. */
  readonly #dirty = new Set<T>();
  /**
   * All items being worked on. One that is dirty as well goes back to the queue when its work is done.
   */
  readonly #processing = new Set<T>();
  readonly #cond: Cond;
  #shuttingDown = false;

  constructor(sim: Sim, name: string) {
    this.#sim = sim;
    this.name = name;
    this.#cond = new Cond(name === '' ? 'a work queue' : `work queue ${name}`);
  }

  /** Marks an item as in need of work. Throws if that makes the queue longer than the limit of the run. */
  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#Type.Add
  add(item: T): void {
    if (this.#shuttingDown) return;
    if (this.#dirty.has(item)) return;

    this.#dirty.add(item);
    if (this.#processing.has(item)) return;

    this.#append(item);
    this.#cond.signal();
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#Type.Len
  len(): number {
    return this.#queue.length;
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#Type.Get
  *get(): Blocking<[T, false] | [undefined, true]> {
    while (this.#queue.length === 0 && !this.#shuttingDown) yield* this.#cond.wait();
    // An empty queue means that it is shutting down.
    if (this.#queue.length === 0) return [undefined, true];

    const item = this.#queue.take();
    this.#processing.add(item);
    this.#dirty.delete(item);
    return [item, false];
  }

  /** Ends the work on an item; if it was added meanwhile, it is queued again. */
  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#Type.Done
  done(item: T): void {
    this.#processing.delete(item);
    if (this.#dirty.has(item)) {
      this.#append(item);
      this.#cond.signal();
    }
  }

  /** From now on items are no longer taken in; workers are told to end once the queue is empty. */
  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#Type.ShutDown
  shutDown(): void {
    this.#shuttingDown = true;
    this.#cond.broadcast();
  }

  // Mirrors: staging/src/k8s.io/client-go/util/workqueue/queue.go#Type.ShuttingDown
  shuttingDown(): boolean {
    return this.#shuttingDown;
  }

  /** For observers. */
  peek(): QueueView<T> {
    return { queue: this.#queue.toArray(), dirty: this.#dirty, processing: this.#processing };
  }

  #append(item: T): void {
    const most = this.#sim.limits.queued;
    if (this.#queue.length >= most) {
      const last = this.#sim.trace?.lastEvents(10) ?? [];
      throw new LimitReached('queued', most, `one more in work queue ${this.name}: ${String(item)}`, last);
    }
    this.#queue.append(item);
  }
}

/** Go's slice used as a queue. Taking the first moves a mark, and what lies before it is dropped now and then. */
class Line<T> {
  #items: T[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  append(item: T): void {
    this.#items.push(item);
  }

  /** Takes the first item of a line that is not empty. */
  take(): T {
    const item = this.#items[this.#first++] as T;
    if (this.#first === this.#items.length) {
      this.#items = [];
      this.#first = 0;
    } else if (this.#first > 1024 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  toArray(): T[] {
    return this.#items.slice(this.#first);
  }
}
