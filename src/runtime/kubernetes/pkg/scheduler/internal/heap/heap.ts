import {
  BinaryHeap,
  type HeapItem,
} from '../../../../staging/src/k8s.io/client-go/util/workqueue/binary-heap.ts';
import type { MetricRecorder } from '../../metrics/metric_recorder.ts';

// Mirrors: pkg/scheduler/internal/heap/heap.go#KeyFunc
export type KeyFunc<T> = (obj: T) => string;

/** True if the first goes before the second. */
// Mirrors: pkg/scheduler/internal/heap/heap.go#lessFunc
export type LessFunc<T> = (item1: T, item2: T) => boolean;

// Mirrors: pkg/scheduler/internal/heap/heap.go#heapItem
interface Item<T> extends HeapItem {
  readonly key: string;
  obj: T;
}

/** One for all: most pods that are deleted from a heap were never in it. */
const errNotFound = new Error('object not found');

/** A heap in which an item is also found by its key. Of items of the same rank any may come first. */
// Mirrors: pkg/scheduler/internal/heap/heap.go#Heap
export class Heap<T> {
  readonly #items = new Map<string, Item<T>>();
  readonly #queue: BinaryHeap<Item<T>>;
  readonly #keyFunc: KeyFunc<T>;
  readonly #metricRecorder: MetricRecorder | undefined;

  constructor(keyFunc: KeyFunc<T>, lessFunc: LessFunc<T>, metricRecorder?: MetricRecorder) {
    this.#keyFunc = keyFunc;
    this.#queue = new BinaryHeap((a, b) => lessFunc(a.obj, b.obj));
    this.#metricRecorder = metricRecorder;
  }

  /** Takes the place of the item with the same key, if there is one. */
  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.Add
  add(obj: T): void {
    const item = this.#items.get(this.#keyFunc(obj));
    if (item) {
      item.obj = obj;
      this.#queue.fix(item.index);
    } else {
      this.#push(obj);
    }
  }

  /** Leaves the item with the same key as it is, if there is one. */
  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.AddIfNotPresent
  addIfNotPresent(obj: T): void {
    if (!this.#items.has(this.#keyFunc(obj))) this.#push(obj);
  }

  #push(obj: T): void {
    const item = { key: this.#keyFunc(obj), obj, index: -1 };
    this.#items.set(item.key, item);
    this.#queue.push(item);
    this.#metricRecorder?.inc();
  }

  /** The same as `add`: what is not there is added. */
  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.Update
  update(obj: T): void {
    this.add(obj);
  }

  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.Delete
  delete(obj: T): Error | undefined {
    const item = this.#items.get(this.#keyFunc(obj));
    if (!item) return errNotFound;
    this.#queue.remove(item.index);
    this.#items.delete(item.key);
    this.#metricRecorder?.dec();
    return undefined;
  }

  /** The first, left where it is. */
  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.Peek
  peek(): T | undefined {
    return this.#queue.peek()?.obj;
  }

  /** Takes the first out. Undefined for an empty heap, where upstream panics. */
  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.Pop
  pop(): T | undefined {
    const item = this.#queue.pop();
    if (!item) return undefined;
    this.#items.delete(item.key);
    this.#metricRecorder?.dec();
    return item.obj;
  }

  /** The item that has the key of this one. */
  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.Get
  get(obj: T): T | undefined {
    return this.getByKey(this.#keyFunc(obj));
  }

  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.GetByKey
  getByKey(key: string): T | undefined {
    return this.#items.get(key)?.obj;
  }

  /** All items, in the order in which they came. */
  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.List
  list(): T[] {
    return [...this.#items.values()].map(({ obj }) => obj);
  }

  // Mirrors: pkg/scheduler/internal/heap/heap.go#Heap.Len
  get length(): number {
    return this.#queue.length;
  }
}
