import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';
import { Chan } from '../../../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import { Cond, Mutex } from '../../../../../../../sim/sync.ts';
import {
  DeletedFinalStateUnknown,
  type Delta,
  type DeltaFIFOView,
  type DeltaOfOne,
  type Deltas,
  type KeyListerGetter,
  type PeekableQueue,
  newest,
  placeOf,
} from './delta_fifo.ts';
import { type PopProcessFunc, errFIFOClosed } from './fifo.ts';
import { KeyError, type KeyFunc, metaNamespaceKeyFunc } from './store.ts';

// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFOOptions
export interface RealFIFOOptions<T = KubeObject> {
  /** What a process that waits here is seen to wait for. */
  readonly name?: string;
  /** `metaNamespaceKeyFunc` if left out. */
  readonly keyFunction?: KeyFunc;
  /** What the consumer knows already. To be given if, and only if, events are not atomic. */
  readonly knownObjects?: KeyListerGetter<T>;
  /** A list is one item, and so is a resync; the consumer finds out what they come to. */
  readonly atomicEvents?: boolean;
  /** Lets others write to the queue while an item is processed. Only with atomic events. */
  readonly unlockWhileProcessing?: boolean;
}

// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#defaultBatchSize
const defaultBatchSize = 1000;

/**
 * A queue of everything that happened, in the order in which it happened, whatever the key: the queue of the
 * informers of today. Nothing is merged and nothing is left out. Upstream can also pop many items at once, each of
 * another key; Loopscope pops one, because that saves locking only.
 */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO
export class RealFIFO<T = KubeObject> implements PeekableQueue<T> {
  readonly inOrder = true;
  readonly #lock: Mutex;
  readonly #cond: Cond;
  readonly #items: Delta<T>[] = [];
  /** Closed once everything of the first list was processed. */
  readonly #synced: Chan<never>;
  #populated = false;
  /** How many items of the first `replace` are still to be processed. */
  #initialPopulationCount = 0;
  readonly #keyFunc: KeyFunc;
  readonly #knownObjects: KeyListerGetter<T> | undefined;
  #closed = false;
  readonly #emitAtomicEvents: boolean;
  readonly #unlockWhileProcessing: boolean;

  constructor(options: RealFIFOOptions<T>) {
    const name = options.name ?? 'RealFIFO';
    this.#lock = new Mutex(`the lock of ${name}`);
    this.#cond = new Cond(name);
    this.#synced = new Chan<never>(`the first list of ${name}`);
    this.#keyFunc = options.keyFunction ?? metaNamespaceKeyFunc;
    this.#knownObjects = options.knownObjects;
    this.#emitAtomicEvents = options.atomicEvents ?? false;
    this.#unlockWhileProcessing = options.unlockWhileProcessing ?? false;
  }

  get unlocked(): boolean {
    return this.#unlockWhileProcessing;
  }

  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.Close
  close(): void {
    this.#closed = true;
    this.#cond.broadcast();
  }

  /** The key of an object, of a delta, of a DeletedFinalStateUnknown, or of the newest of a list of deltas. */
  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.keyOf
  readonly keyOf = (obj: unknown): Result<string> => {
    const of = Array.isArray(obj) ? newest(obj as Deltas<T>)?.object : obj;
    if (of instanceof DeletedFinalStateUnknown) return [of.key, undefined];
    return this.#keyFunc(of);
  };

  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.HasSynced
  hasSynced(): boolean {
    return this.#synced.closed;
  }

  /** Closed once the queue has synced: whoever waits need not poll. */
  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.Done
  done(): Chan<never> {
    return this.#synced;
  }

  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.checkSynced_locked
  #checkSyncedLocked(): void {
    const synced = this.#populated && this.#initialPopulationCount === 0;
    if (synced && !this.#synced.closed) this.#synced.close();
  }

  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.addToItems_locked
  #addToItemsLocked(type: DeltaOfOne['type'], object: T | DeletedFinalStateUnknown<T>): Error | undefined {
    const [, err] = this.keyOf(object);
    if (err) return new KeyError(object, err);
    this.#push({ type, object });
    return undefined;
  }

  #push(delta: Delta<T>): void {
    this.#items.push(delta);
    this.#cond.broadcast();
  }

  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.Add
  *add(obj: T): Blocking<Error | undefined> {
    return yield* this.#write('Added', obj);
  }

  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.Update
  *update(obj: T): Blocking<Error | undefined> {
    return yield* this.#write('Updated', obj);
  }

  /** Queues a deletion, even of an object that nobody knows: that is for the consumer to find out. */
  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.Delete
  *delete(obj: T | DeletedFinalStateUnknown<T>): Blocking<Error | undefined> {
    return yield* this.#write('Deleted', obj);
  }

  *#write(type: DeltaOfOne['type'], obj: T | DeletedFinalStateUnknown<T>): Blocking<Error | undefined> {
    yield* this.#lock.lock();
    this.#populated = true;
    this.#checkSyncedLocked();
    const err = this.#addToItemsLocked(type, obj);
    this.#lock.unlock();
    return err;
  }

  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.IsClosed
  isClosed(): boolean {
    return this.#closed;
  }

  /**
   * Each item stands by itself. The first of a key is called as the key, later ones `<key> #2` and so on; a
   * list or a resync of all objects, which has no key, as what it is.
   */
  peek(): DeltaFIFOView<T> {
    const items = new Map<string, Deltas<T>>();
    const times = new Map<string, number>();
    for (const delta of this.#items) {
      const [key = delta.type] = this.keyOf(delta.object);
      const nth = (times.get(key) ?? 0) + 1;
      times.set(key, nth);
      items.set(placeOf(key, nth), [delta]);
    }
    return { queue: [...items.keys()], items, keys: [...times.keys()] };
  }

  /** Takes the oldest item, which is about one change of one object, or about all objects. */
  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.Pop
  *pop(process: PopProcessFunc<T>): Blocking<[Deltas<T>, Error | undefined] | [undefined, Error]> {
    yield* this.#lock.lock();
    while (this.#items.length === 0) {
      if (this.#closed) {
        this.#lock.unlock();
        return [undefined, errFIFOClosed];
      }
      this.#lock.unlock();
      yield* this.#cond.wait();
      yield* this.#lock.lock();
    }
    const item: Deltas<T> = [this.#items.shift() as Delta<T>];
    const err = yield* this.#whileProcessingLocked(() => process(item));
    if (this.#initialPopulationCount > 0) {
      this.#initialPopulationCount--;
      this.#checkSyncedLocked();
    }
    this.#lock.unlock();
    return [item, err];
  }

  /** Unlocks the queue meanwhile if it may, unless it is so long that those who write had better wait. */
  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.whileProcessing_locked
  *#whileProcessingLocked(process: () => Blocking<Error | undefined>): Blocking<Error | undefined> {
    if (!this.#unlockWhileProcessing || this.#items.length >= defaultBatchSize * 2) return yield* process();
    this.#lock.unlock();
    const err = yield* process();
    yield* this.#lock.lock();
    return err;
  }

  /**
   * Queues a whole list: as one item if events are atomic; else first a deletion of everything that it shows to be
   * gone, from the queue or from the consumer, then each of its objects.
   */
  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.Replace
  *replace(list: readonly T[], resourceVersion: string): Blocking<Error | undefined> {
    yield* this.#lock.lock();
    const err = this.#emitAtomicEvents
      ? this.#addReplaceToItemsLocked(list, resourceVersion)
      : reconcileReplacement(
          this.#items,
          this.#knownObjects as KeyListerGetter<T>,
          list,
          this.keyOf,
          (obj) => this.#addToItemsLocked('Deleted', obj),
          (obj) => this.#addToItemsLocked('Replaced', obj),
        );
    if (!err && !this.#populated) {
      this.#populated = true;
      this.#initialPopulationCount = this.#items.length;
      this.#checkSyncedLocked();
    }
    this.#lock.unlock();
    return err;
  }

  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.addReplaceToItemsLocked
  #addReplaceToItemsLocked(objects: readonly T[], resourceVersion: string): undefined {
    this.#push({ type: 'ReplacedAll', object: { resourceVersion, objects } });
  }

  /**
   * Queues a Sync of every object that the consumer knows and of which nothing is queued; one item for all of them
   * if events are atomic.
   */
  // Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#RealFIFO.Resync
  *resync(): Blocking<Error | undefined> {
    yield* this.#lock.lock();
    const err = this.#resyncLocked();
    this.#lock.unlock();
    return err;
  }

  #resyncLocked(): Error | undefined {
    if (this.#emitAtomicEvents) {
      this.#push({ type: 'SyncAll', object: {} });
      return undefined;
    }
    const keysInQueue = new Set(this.#items.map(({ object }) => this.keyOf(object)[0]));
    const known = this.#knownObjects as KeyListerGetter<T>;
    for (const key of known.listKeys()) {
      // What is known is older than what is queued.
      if (keysInQueue.has(key)) continue;
      const [obj, exists] = known.getByKey(key);
      if (!exists) continue;
      const err = this.#addToItemsLocked('Sync', obj);
      if (err) return new Error(`couldn't queue object: ${err.message}`, { cause: err });
    }
    return undefined;
  }
}

/**
 * An empty queue. Throws when the options contradict each other: known objects are for a queue that is to work out
 * itself what a list or a resync comes to.
 */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#NewRealFIFOWithOptions
export function newRealFIFOWithOptions<T = KubeObject>(options: RealFIFOOptions<T>): RealFIFO<T> {
  const { atomicEvents, knownObjects, unlockWhileProcessing } = options;
  if (atomicEvents && knownObjects) throw new Error(wrong('knownObjects must not be provided', true));
  if (!atomicEvents && unlockWhileProcessing)
    throw new Error(wrong('unlockWhileProcessing must be false', false));
  if (!atomicEvents && !knownObjects) throw new Error(wrong('knownObjects must be provided', false));
  return new RealFIFO<T>(options);
}

const wrong = (rule: string, atomic: boolean): string =>
  `coding error: ${rule} when atomicEvents is ${String(atomic)}`;

/**
 * Works out what a list comes to: `onDelete` for every object that it shows to be gone, first of those that are
 * queued, then of those that the consumer knows; and `onReplace` for each of its objects.
 */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#reconcileReplacement
export function reconcileReplacement<T = KubeObject>(
  queuedItems: readonly Delta<T>[],
  knownObjects: KeyListerGetter<T>,
  newItems: readonly T[],
  keyOf: KeyFunc,
  onDelete: (obj: DeletedFinalStateUnknown<T>) => Error | undefined,
  onReplace: (obj: T) => Error | undefined,
): Error | undefined {
  const newKeys = new Set<string>();
  for (const obj of newItems) {
    const [key, err] = keyOf(obj);
    if (err) return new KeyError(obj, err);
    newKeys.add(key);
  }

  const lastQueuedItemForKey = new Map<string, Delta<T>>();
  for (const item of queuedItems) {
    const [key, err] = keyOf(item.object);
    if (err) return new KeyError(item.object, err);
    lastQueuedItemForKey.set(key, item);
  }
  for (const [key, { type, object }] of lastQueuedItemForKey) {
    if (newKeys.has(key) || type === 'Deleted') continue;
    const err = onDelete(new DeletedFinalStateUnknown<T>(key, object as T | DeletedFinalStateUnknown<T>));
    if (err) return notQueued(err);
  }

  for (const key of knownObjects.listKeys()) {
    // What is queued was seen to above.
    if (newKeys.has(key) || lastQueuedItemForKey.has(key)) continue;
    // An object that cannot be looked up is still known to be gone: its marker is queued without it.
    const err = onDelete(new DeletedFinalStateUnknown<T>(key, knownObjects.getByKey(key)[0]));
    if (err) return notQueued(err);
  }

  for (const obj of newItems) {
    const err = onReplace(obj);
    if (err) return notQueued(err);
  }
  return undefined;
}

const notQueued = (err: Error): Error => new Error(`couldn't enqueue object: ${err.message}`, { cause: err });

/** A whole list, as one item of a queue. */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#ReplacedAllInfo
export interface ReplacedAllInfo<T = KubeObject> {
  readonly resourceVersion: string;
  readonly objects: readonly T[];
}

/** That it is time to look at every object again. */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#SyncAllInfo
export type SyncAllInfo = Readonly<Record<string, never>>;
