import { quote } from '../../../../../../../go/strconv.ts';
import { accessor } from '../../../apimachinery/pkg/api/meta/meta.ts';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Indexer, Indexers } from './index.ts';
import { type ThreadSafeStore, newThreadSafeStore } from './thread_safe_store.ts';

/** What a lookup gives: the item, its absence, or why it could not be looked up. */
export type Found<T> = [T, true, undefined] | [undefined, false, Error | undefined];

/** Finds the key of an object, or says why it has none. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#KeyFunc
export type KeyFunc = (obj: unknown) => Result<string>;

/**
 * A collection of objects by key. Lists are in the order in which keys came; Go's are in none, so nothing may
 * depend on it. What is stored is shared with every reader and must not be changed.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#Store
export interface Store<T = KubeObject> {
  add(obj: T): Error | undefined;
  update(obj: T): Error | undefined;
  delete(obj: unknown): Error | undefined;
  list(): T[];
  listKeys(): string[];
  /** Looks up by the key of `obj`, whatever else is in it. */
  get(obj: unknown): Found<T>;
  getByKey(key: string): Found<T>;
  /** Puts `list` in place of everything. */
  replace(list: readonly T[], resourceVersion: string): Error | undefined;
  /** Does nothing here; a DeltaFIFO queues every known object again. */
  resync(): Error | undefined;
}

/**
 * The writes of a store that may park its caller. A Reflector writes to one of these. Kubernetes has a single
 * Store interface here; Loopscope needs two, because a type must say which calls may park: those of a queue,
 * which wait while an item is being processed, and not those of a plain store.
 */
export interface BlockingStore<T = KubeObject> {
  add(obj: T): Blocking<Error | undefined>;
  update(obj: T): Blocking<Error | undefined>;
  delete(obj: T): Blocking<Error | undefined>;
  replace(list: readonly T[], resourceVersion: string): Blocking<Error | undefined>;
  resync(): Blocking<Error | undefined>;
  /** Told how far the watch has come, for those who want to know. */
  updateResourceVersion?(resourceVersion: string): void;
}

/** A plain store in the form to which a Reflector writes. Its calls never park. */
export function blockingStore<T>(store: Store<T>): BlockingStore<T> {
  return {
    *add(obj) {
      return store.add(obj);
    },
    *update(obj) {
      return store.update(obj);
    },
    *delete(obj) {
      return store.delete(obj);
    },
    *replace(list, resourceVersion) {
      return store.replace(list, resourceVersion);
    },
    *resync() {
      return store.resync();
    },
  };
}

/** No key could be found for `obj`; `err` says why. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#KeyError
export class KeyError extends Error {
  override readonly name = 'KeyError';
  readonly obj: unknown;
  readonly err: Error;

  constructor(obj: unknown, err: Error) {
    super(`couldn't create key for object ${JSON.stringify(obj)}: ${err.message}`, { cause: err });
    this.obj = obj;
    this.err = err;
  }
}

/**
 * `namespace/name`, or `name` for an object without a namespace. A string is a key already; upstream marks
 * such a string with the type ExplicitKey.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#MetaNamespaceKeyFunc
export function metaNamespaceKeyFunc(obj: unknown): Result<string> {
  if (typeof obj === 'string') return [obj, undefined];
  const [meta, err] = accessor(obj);
  if (err) return [undefined, new Error(`object has no meta: ${err.message}`)];
  const { namespace, name = '' } = meta;
  return [namespace ? `${namespace}/${name}` : name, undefined];
}

/** Splits a key of `metaNamespaceKeyFunc` into namespace ('' for none) and name. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#SplitMetaNamespaceKey
export function splitMetaNamespaceKey(
  key: string,
): [namespace: string, name: string, err: undefined] | [namespace: '', name: '', err: Error] {
  const parts = key.split('/');
  switch (parts.length) {
    case 1:
      return ['', parts[0] as string, undefined];
    case 2:
      return [parts[0] as string, parts[1] as string, undefined];
    default:
      return ['', '', new Error(`unexpected key format: ${quote(key)}`)];
  }
}

/** A ThreadSafeStore whose keys come from the objects. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache
class Cache<T> implements Indexer<T> {
  readonly #cacheStorage: ThreadSafeStore<T>;
  readonly #keyFunc: KeyFunc;

  constructor(cacheStorage: ThreadSafeStore<T>, keyFunc: KeyFunc) {
    this.#cacheStorage = cacheStorage;
    this.#keyFunc = keyFunc;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.Add
  add(obj: T): Error | undefined {
    const [key, err] = this.#keyFunc(obj);
    if (err) return new KeyError(obj, err);
    this.#cacheStorage.add(key, obj);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.Update
  update(obj: T): Error | undefined {
    const [key, err] = this.#keyFunc(obj);
    if (err) return new KeyError(obj, err);
    this.#cacheStorage.update(key, obj);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.Delete
  delete(obj: unknown): Error | undefined {
    const [key, err] = this.#keyFunc(obj);
    if (err) return new KeyError(obj, err);
    this.#cacheStorage.delete(key);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.List
  list(): T[] {
    return this.#cacheStorage.list();
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.ListKeys
  listKeys(): string[] {
    return this.#cacheStorage.listKeys();
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.GetIndexers
  getIndexers(): Indexers {
    return this.#cacheStorage.getIndexers();
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.Index
  index(indexName: string, obj: unknown): Result<T[]> {
    return this.#cacheStorage.index(indexName, obj);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.IndexKeys
  indexKeys(indexName: string, indexedValue: string): Result<string[]> {
    return this.#cacheStorage.indexKeys(indexName, indexedValue);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.ListIndexFuncValues
  listIndexFuncValues(indexName: string): string[] {
    return this.#cacheStorage.listIndexFuncValues(indexName);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.ByIndex
  byIndex(indexName: string, indexedValue: string): Result<T[]> {
    return this.#cacheStorage.byIndex(indexName, indexedValue);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.AddIndexers
  addIndexers(newIndexers: Indexers): Error | undefined {
    return this.#cacheStorage.addIndexers(newIndexers);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.Get
  get(obj: unknown): Found<T> {
    const [key, err] = this.#keyFunc(obj);
    if (err) return [undefined, false, new KeyError(obj, err)];
    return this.getByKey(key);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.GetByKey
  getByKey(key: string): Found<T> {
    const [item, exists] = this.#cacheStorage.get(key);
    return exists ? [item, true, undefined] : [undefined, false, undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.Replace
  replace(list: readonly T[], resourceVersion: string): Error | undefined {
    const items = new Map<string, T>();
    for (const item of list) {
      const [key, err] = this.#keyFunc(item);
      if (err) return new KeyError(item, err);
      items.set(key, item);
    }
    this.#cacheStorage.replace(items, resourceVersion);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#cache.Resync
  resync(): Error | undefined {
    return undefined;
  }
}

/** A store without indices. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#NewStore
export function newStore<T = KubeObject>(keyFunc: KeyFunc): Store<T> {
  return new Cache<T>(newThreadSafeStore<T>({}), keyFunc);
}

/** A store with an index for each of `indexers`. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/store.go#NewIndexer
export function newIndexer<T = KubeObject>(keyFunc: KeyFunc, indexers: Indexers): Indexer<T> {
  return new Cache<T>(newThreadSafeStore<T>(indexers), keyFunc);
}
