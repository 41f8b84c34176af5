import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Index, IndexFunc, Indexers } from './index.ts';

/** A map of objects with indices. Upstream guards it with a lock; no call of it parks, so here it needs none. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#ThreadSafeStore
export interface ThreadSafeStore<T = KubeObject> {
  add(key: string, obj: T): void;
  update(key: string, obj: T): void;
  delete(key: string): void;
  get(key: string): [T, true] | [undefined, false];
  list(): T[];
  listKeys(): string[];
  /** Takes `items` over. */
  replace(items: Map<string, T>, resourceVersion: string): void;
  index(indexName: string, obj: unknown): Result<T[]>;
  indexKeys(indexName: string, indexedValue: string): Result<string[]>;
  listIndexFuncValues(indexName: string): string[];
  byIndex(indexName: string, indexedValue: string): Result<T[]>;
  getIndexers(): Indexers;
  addIndexers(newIndexers: Indexers): Error | undefined;
}

/** Keeps `indices` in step with `items`: an index holds, for each value, the keys of the items that have it. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap
class ThreadSafeMap<T> implements ThreadSafeStore<T> {
  #items = new Map<string, T>();
  /** By the name of the index. */
  readonly #indexers: Map<string, IndexFunc>;
  /** By the name of the index. */
  #indices = new Map<string, Index>();

  constructor(indexers: Indexers) {
    this.#indexers = new Map(Object.entries(indexers));
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.Add
  add(key: string, obj: T): void {
    const oldObject = this.#items.get(key);
    this.#items.set(key, obj);
    this.#updateIndices(oldObject, obj, key);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.Update
  update(key: string, obj: T): void {
    const oldObject = this.#items.get(key);
    this.#items.set(key, obj);
    this.#updateIndices(oldObject, obj, key);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.Delete
  delete(key: string): void {
    const obj = this.#items.get(key);
    if (obj === undefined) return;
    this.#deleteFromIndices(obj, key);
    this.#items.delete(key);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.Get
  get(key: string): [T, true] | [undefined, false] {
    const item = this.#items.get(key);
    return item === undefined ? [undefined, false] : [item, true];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.List
  list(): T[] {
    return [...this.#items.values()];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.ListKeys
  listKeys(): string[] {
    return [...this.#items.keys()];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.Replace
  replace(items: Map<string, T>, _resourceVersion: string): void {
    this.#items = items;
    this.#indices = new Map();
    for (const [key, item] of items) this.#updateIndices(undefined, item, key);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.Index
  index(indexName: string, obj: unknown): Result<T[]> {
    const indexFunc = this.#indexers.get(indexName);
    if (!indexFunc) return [undefined, noIndex(indexName)];
    const [indexedValues, err] = indexFunc(obj);
    if (err) return [undefined, err];
    const index = this.#indices.get(indexName);
    const [first] = indexedValues;
    if (indexedValues.length === 1) return [this.#itemsOf(index?.get(first as string)), undefined];
    const storeKeySet = new Set<string>();
    for (const indexedValue of indexedValues) {
      for (const key of index?.get(indexedValue) ?? []) storeKeySet.add(key);
    }
    return [this.#itemsOf(storeKeySet), undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.ByIndex
  byIndex(indexName: string, indexedValue: string): Result<T[]> {
    if (!this.#indexers.has(indexName)) return [undefined, noIndex(indexName)];
    return [this.#itemsOf(this.#indices.get(indexName)?.get(indexedValue)), undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.IndexKeys
  indexKeys(indexName: string, indexedValue: string): Result<string[]> {
    if (!this.#indexers.has(indexName)) return [undefined, noIndex(indexName)];
    return [[...(this.#indices.get(indexName)?.get(indexedValue) ?? [])].sort(), undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.ListIndexFuncValues
  listIndexFuncValues(indexName: string): string[] {
    return [...(this.#indices.get(indexName)?.keys() ?? [])];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.GetIndexers
  getIndexers(): Indexers {
    return Object.fromEntries(this.#indexers);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.AddIndexers
  addIndexers(newIndexers: Indexers): Error | undefined {
    if (this.#items.size > 0) return new Error('cannot add indexers to running index');
    const taken = Object.keys(newIndexers).filter((name) => this.#indexers.has(name));
    if (taken.length > 0) return new Error(`indexer conflict: ${taken.sort().join(', ')}`);
    for (const [name, indexFunc] of Object.entries(newIndexers)) this.#indexers.set(name, indexFunc);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.updateIndices
  #updateIndices(oldObj: T | undefined, newObj: T, key: string): void {
    if (oldObj !== undefined) this.#deleteFromIndices(oldObj, key);
    for (const [name, indexFunc] of this.#indexers) {
      let index = this.#indices.get(name);
      if (!index) this.#indices.set(name, (index = new Map()));
      for (const indexValue of valuesOf(indexFunc, newObj, key, name)) {
        const set = index.get(indexValue);
        if (set) set.add(key);
        else index.set(indexValue, new Set([key]));
      }
    }
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#threadSafeMap.deleteFromIndices
  #deleteFromIndices(obj: T, key: string): void {
    for (const [name, indexFunc] of this.#indexers) {
      const index = this.#indices.get(name);
      if (!index) continue;
      for (const indexValue of valuesOf(indexFunc, obj, key, name)) {
        const set = index.get(indexValue);
        set?.delete(key);
        // An empty set is dropped, or values that come and go would fill the memory.
        if (set?.size === 0) index.delete(indexValue);
      }
    }
  }

  #itemsOf(keys: Iterable<string> | undefined): T[] {
    const list: T[] = [];
    for (const key of keys ?? []) list.push(this.#items.get(key) as T);
    return list;
  }
}

const noIndex = (name: string): Error => new Error(`Index with name ${name} does not exist`);

function valuesOf(indexFunc: IndexFunc, obj: unknown, key: string, name: string): string[] {
  const [values, err] = indexFunc(obj);
  if (err)
    throw new Error(`unable to calculate an index entry for key "${key}" on index "${name}": ${err.message}`);
  return values;
}

/** An empty store with an index for each of `indexers`. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go#NewThreadSafeStore
export function newThreadSafeStore<T = KubeObject>(indexers: Indexers): ThreadSafeStore<T> {
  return new ThreadSafeMap<T>(indexers);
}
