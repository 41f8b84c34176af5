import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import { Cond, Mutex } from '../../../../../../../sim/sync.ts';
import { ErrRequeue, type PopProcessFunc, type PoppedQueue, type Queue, errFIFOClosed } from './fifo.ts';
import { type Found, KeyError, type KeyFunc, metaNamespaceKeyFunc } from './store.ts';
import type { ReplacedAllInfo, SyncAllInfo } from './the_real_fifo.ts';

/** Lists keys and looks them up: what a DeltaFIFO asks of the store that its consumer fills. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#KeyListerGetter
export interface KeyListerGetter<T = KubeObject> {
  listKeys(): string[];
  getByKey(key: string): Found<T>;
}

/**
 * Replaced: a list had the object, which may have changed or not. Sync: nothing happened, but it is time to look
 * at the object again.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaType
export type DeltaType = 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync';

/**
 * One thing that happened to an object, and the object after it (for Deleted: before it, or a
 * DeletedFinalStateUnknown).
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#Delta
export type Delta<T = KubeObject> = DeltaOfOne<T> | DeltaOfAll<T>;

/** What happened to one object: all that a DeltaFIFO has. */
export interface DeltaOfOne<T = KubeObject> {
  readonly type: DeltaType;
  readonly object: T | DeletedFinalStateUnknown<T>;
}

/** What a RealFIFO with atomic events has besides: a whole list, or a resync of everything. */
export type DeltaOfAll<T = KubeObject> =
  | { readonly type: 'ReplacedAll'; readonly object: ReplacedAllInfo<T> }
  | { readonly type: 'SyncAll'; readonly object: SyncAllInfo };

/** What happened to one object, oldest first. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#Deltas
export type Deltas<T = KubeObject> = readonly Delta<T>[];

// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#Deltas.Oldest
export const oldest = <D extends Delta<unknown>>(deltas: readonly D[]): D | undefined => deltas[0];

// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#Deltas.Newest
export const newest = <D extends Delta<unknown>>(deltas: readonly D[]): D | undefined =>
  deltas[deltas.length - 1];

/**
 * Stands for an object whose deletion was missed and noticed only when a later list did not have it.
 * `obj` is the last that was known of it, and may be out of date; undefined if nothing was.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeletedFinalStateUnknown
export class DeletedFinalStateUnknown<T = KubeObject> {
  readonly key: string;
  readonly obj: T | DeletedFinalStateUnknown<T> | undefined;

  constructor(key: string, obj: T | DeletedFinalStateUnknown<T> | undefined) {
    this.key = key;
    this.obj = obj;
  }
}

/** Why an empty list of deltas has no key. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#ErrZeroLengthDeltasObject
export const errZeroLengthDeltasObject = new Error("0 length Deltas object; can't get key");

// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFOOptions
export interface DeltaFIFOOptions<T = KubeObject> {
  /** What a process that waits here is seen to wait for. */
  readonly name?: string;
  /** `metaNamespaceKeyFunc` if left out. */
  readonly keyFunction?: KeyFunc;
  /** What the consumer knows already: tells `replace` what is gone, and `resync` what to queue again. */
  readonly knownObjects?: KeyListerGetter<T>;
  /** True: `replace` queues Replaced. False: Sync, as it did before there was Replaced. */
  readonly emitDeltaTypeReplaced?: boolean;
}

/** The inside of a DeltaFIFO, to look at only: it goes on changing. */
export interface DeltaFIFOView<T = KubeObject> {
  /** Places in the order in which they will be popped: each the `placeOf` its key. */
  readonly queue: readonly string[];
  /** By place. */
  readonly items: ReadonlyMap<string, Deltas<T>>;
  /** The keys that have a place, each once. */
  readonly keys: readonly string[];
}

/** What the nth place of a key is called, from 1. In a DeltaFIFO a key has one place, in a RealFIFO one for each change. */
export const placeOf = (key: string, nth: number): string => (nth === 1 ? key : `${key} #${nth}`);

/** A queue that lets an observer see its order. */
export interface PeekableQueue<T = KubeObject> extends PoppedQueue<T> {
  /** True of a RealFIFO. */
  readonly inOrder?: boolean;
  /** True of one that lets others write while an item is processed. */
  readonly unlocked?: boolean;
  peek(): DeltaFIFOView<T>;
}

/**
 * A queue in which every key has the list of what happened to its object since it was last popped.
 * Keys are popped in the order in which they came; a key keeps its place while more happens to it.
 *
 * The lock of upstream is kept as a Mutex, because `pop` holds it while it processes an item, and that may
 * park. So writes wait for the processing to end. Reads do not: no caller could tell.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO
export class DeltaFIFO<T = KubeObject> implements Queue<T>, PeekableQueue<T> {
  readonly #lock: Mutex;
  readonly #cond: Cond;
  /** A key is in `items` if and only if it is in `queue`. */
  readonly #items = new Map<string, DeltaOfOne<T>[]>();
  readonly #queue: string[] = [];
  #populated = false;
  /** How many keys of the first `replace` are still to be popped. */
  #initialPopulationCount = 0;
  /** A key of the first `replace` is being processed. */
  #processingInitial = false;
  readonly #keyFunc: KeyFunc;
  readonly #knownObjects: KeyListerGetter<T> | undefined;
  #closed = false;
  readonly #emitDeltaTypeReplaced: boolean;

  constructor(options: DeltaFIFOOptions<T>) {
    const name = options.name ?? 'DeltaFIFO';
    this.#lock = new Mutex(`the lock of ${name}`);
    this.#cond = new Cond(name);
    this.#keyFunc = options.keyFunction ?? metaNamespaceKeyFunc;
    this.#knownObjects = options.knownObjects;
    this.#emitDeltaTypeReplaced = options.emitDeltaTypeReplaced ?? false;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.Close
  close(): void {
    this.#closed = true;
    this.#cond.broadcast();
  }

  /** The key of an object, of a DeletedFinalStateUnknown, or of the newest of a list of deltas. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.KeyOf
  keyOf(obj: unknown): Result<string> {
    let of = obj;
    if (Array.isArray(of)) {
      const last = newest(of as Deltas<T>); // Go: Newest
      if (!last) return [undefined, new KeyError(obj, errZeroLengthDeltasObject)];
      of = last.object;
    }
    if (of instanceof DeletedFinalStateUnknown) return [of.key, undefined];
    return this.#keyFunc(of);
  }

  /**
   * Kubernetes waits here until an item that is being processed is done; Loopscope says false while the last
   * items of the first list are, because whoever asks will ask again.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.HasSynced
  hasSynced(): boolean {
    return this.#populated && this.#initialPopulationCount === 0 && !this.#processingInitial;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.Add
  *add(obj: T): Blocking<Error | undefined> {
    yield* this.#lock.lock();
    this.#populated = true;
    const err = this.#queueActionLocked('Added', obj);
    this.#lock.unlock();
    return err;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.Update
  *update(obj: T): Blocking<Error | undefined> {
    yield* this.#lock.lock();
    this.#populated = true;
    const err = this.#queueActionLocked('Updated', obj);
    this.#lock.unlock();
    return err;
  }

  /** Queues a deletion, unless neither this queue nor its consumer knows of the object. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.Delete
  *delete(obj: T | DeletedFinalStateUnknown<T>): Blocking<Error | undefined> {
    const [id, err] = this.keyOf(obj);
    if (err) return new KeyError(obj, err);
    yield* this.#lock.lock();
    this.#populated = true;
    const failed = this.#isUnknown(id) ? undefined : this.#queueActionLocked('Deleted', obj);
    this.#lock.unlock();
    return failed;
  }

  /** Nothing to report: most likely a list found the object gone before its deletion came. */
  #isUnknown(id: string): boolean {
    if (this.#items.has(id)) return false;
    if (!this.#knownObjects) return true;
    const [, exists, err] = this.#knownObjects.getByKey(id);
    return !err && !exists;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.AddIfNotPresent
  *addIfNotPresent(deltas: Deltas<T>): Blocking<Error | undefined> {
    const [id, err] = this.keyOf(deltas);
    if (err) return new KeyError(deltas, err);
    yield* this.#lock.lock();
    this.#addIfNotPresent(id, deltas);
    this.#lock.unlock();
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.addIfNotPresent
  #addIfNotPresent(id: string, deltas: Deltas<T>): void {
    this.#populated = true;
    if (this.#items.has(id)) return;
    this.#queue.push(id);
    this.#items.set(id, [...(deltas as readonly DeltaOfOne<T>[])]);
    this.#cond.broadcast();
  }

  /** Appends to the deltas of a key, and queues the key if it is not. The caller holds the lock. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.queueActionLocked
  #queueActionLocked(actionType: DeltaType, obj: T | DeletedFinalStateUnknown<T>): Error | undefined {
    const [id, err] = this.keyOf(obj);
    if (err) return new KeyError(obj, err);
    const delta: DeltaOfOne<T> = { type: actionType, object: obj };
    const deltas = this.#items.get(id); // Go: none
    // Go: none
    if (deltas) {
      deltas.push(delta);
      dedupDeltas(deltas);
      // Go: exists
    } else {
      this.#queue.push(id);
      this.#items.set(id, [delta]);
    }
    this.#cond.broadcast();
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.List
  list(): (T | DeletedFinalStateUnknown<T>)[] {
    return [...this.#items.values()].map((deltas) => (newest(deltas) as DeltaOfOne<T>).object);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.ListKeys
  listKeys(): string[] {
    return [...this.#items.keys()];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.Get
  get(obj: unknown): Found<Deltas<T>> {
    const [key, err] = this.keyOf(obj);
    if (err) return [undefined, false, new KeyError(obj, err)];
    return this.getByKey(key);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.GetByKey
  getByKey(key: string): Found<Deltas<T>> {
    const deltas = this.#items.get(key);
    // A copy, so that the caller does not see it grow.
    return deltas ? [[...deltas], true, undefined] : [undefined, false, undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.IsClosed
  isClosed(): boolean {
    return this.#closed;
  }

  /** The order of the queue and what it holds, live. */
  peek(): DeltaFIFOView<T> {
    return { queue: this.#queue, items: this.#items, keys: this.#queue };
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.Pop
  *pop(process: PopProcessFunc<T>): Blocking<[Deltas<T>, Error | undefined] | [undefined, Error]> {
    yield* this.#lock.lock();
    while (this.#queue.length === 0) {
      if (this.#closed) {
        this.#lock.unlock();
        return [undefined, errFIFOClosed];
      }
      this.#lock.unlock();
      yield* this.#cond.wait();
      yield* this.#lock.lock();
    }
    const id = this.#queue.shift() as string;
    if (this.#initialPopulationCount > 0) {
      this.#initialPopulationCount--;
      this.#processingInitial = true;
    }
    const item = this.#items.get(id) as Deltas<T>;
    this.#items.delete(id);
    let err = yield* process(item);
    if (err instanceof ErrRequeue) {
      this.#addIfNotPresent(id, item);
      err = err.err;
    }
    this.#processingInitial = false; // Go: none
    this.#lock.unlock();
    return [item, err];
  }

  /**
   * Queues every object of a list as Replaced (or Sync), and as Deleted every object known before that the list
   * does not have.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.Replace
  *replace(list: readonly T[], _resourceVersion: string): Blocking<Error | undefined> {
    yield* this.#lock.lock();
    const err = this.#replaceLocked(list);
    this.#lock.unlock();
    return err;
  }

  #replaceLocked(list: readonly T[]): Error | undefined {
    const keys = new Set<string>();
    const action: DeltaType = this.#emitDeltaTypeReplaced ? 'Replaced' : 'Sync';
    for (const item of list) {
      const [key, err] = this.keyOf(item);
      if (err) return new KeyError(item, err);
      keys.add(key);
      const failed = this.#queueActionLocked(action, item);
      if (failed) return new Error(`couldn't enqueue object: ${failed.message}`, { cause: failed });
    }

    let queuedDeletions = 0;
    for (const [key, deletedObj] of this.#knownBefore()) {
      if (keys.has(key)) continue;
      queuedDeletions++;
      const err = this.#queueActionLocked('Deleted', new DeletedFinalStateUnknown<T>(key, deletedObj));
      if (err) return err;
    }

    if (!this.#populated) {
      this.#populated = true;
      this.#initialPopulationCount = list.length + queuedDeletions;
    }
    return undefined;
  }

  /** What a list may show to be gone: what the consumer knows, or, if that is not told, what is queued here. */
  *#knownBefore(): Generator<[string, T | DeletedFinalStateUnknown<T> | undefined]> {
    if (!this.#knownObjects) {
      for (const [key, deltas] of this.#items) yield [key, newest(deltas)?.object];
      return;
    }
    // An object that cannot be looked up is still known to be gone: its marker is queued without it.
    for (const key of this.#knownObjects.listKeys()) yield [key, this.#knownObjects.getByKey(key)[0]];
  }

  /** Queues a Sync of every object that the consumer knows. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.Resync
  *resync(): Blocking<Error | undefined> {
    yield* this.#lock.lock();
    let err: Error | undefined;
    for (const key of this.#knownObjects?.listKeys() ?? []) {
      err = this.#syncKeyLocked(key);
      if (err) break;
    }
    this.#lock.unlock();
    return err;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#DeltaFIFO.syncKeyLocked
  #syncKeyLocked(key: string): Error | undefined {
    const [obj, exists] = this.#knownObjects?.getByKey(key) ?? [];
    if (!exists) return undefined;
    // An object with something queued is left alone: what is known of it is older than what is queued, and a
    // Sync behind that would bring the old state back.
    const [id, err] = this.keyOf(obj);
    if (err) return new KeyError(obj, err);
    if (this.#items.has(id)) return undefined;
    const failed = this.#queueActionLocked('Sync', obj as T);
    return failed && new Error(`couldn't queue object: ${failed.message}`, { cause: failed });
  }
}

/** Drops one of the last two deltas if both say the same. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#dedupDeltas
export function dedupDeltas<T>(deltas: Delta<T>[]): void {
  const a = deltas[deltas.length - 1];
  const b = deltas[deltas.length - 2];
  const out = a && b && isDup(a, b);
  if (out) deltas.splice(-2, 2, out);
}

/** If the delta `a` repeats `b`, the one to keep. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#isDup
function isDup<T>(a: Delta<T>, b: Delta<T>): Delta<T> | undefined {
  return isDeletionDup(a, b);
}

/** Two deletions are one. The one that knows the object is kept. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#isDeletionDup
function isDeletionDup<T>(a: Delta<T>, b: Delta<T>): Delta<T> | undefined {
  if (b.type !== 'Deleted' || a.type !== 'Deleted') return undefined;
  return b.object instanceof DeletedFinalStateUnknown ? a : b;
}

/** A DeltaFIFO whose `replace` queues Sync. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#NewDeltaFIFO
export function newDeltaFIFO<T = KubeObject>(
  keyFunction?: KeyFunc,
  knownObjects?: KeyListerGetter<T>,
): DeltaFIFO<T> {
  return newDeltaFIFOWithOptions({ keyFunction, knownObjects });
}

// Mirrors: staging/src/k8s.io/client-go/tools/cache/delta_fifo.go#NewDeltaFIFOWithOptions
export function newDeltaFIFOWithOptions<T = KubeObject>(options: DeltaFIFOOptions<T>): DeltaFIFO<T> {
  return new DeltaFIFO<T>(options);
}
