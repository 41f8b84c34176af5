import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import {
  type LRUExpireCache,
  newLRUExpireCache,
} from '../../../apimachinery/pkg/util/cache/lruexpirecache.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { deletionHandlingMetaNamespaceKeyFunc } from './controller.ts';
import type { Indexer } from './index.ts';

/**
 * A cache together with what its reader itself wrote a moment ago, which the cache may not have yet. It gives the newer of
 * the two, by their resourceVersions. What was written may be forgotten: only the last 100, and only for a while.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/mutation_cache.go#mutationCache
export class MutationCache<T extends KubeObject> {
  readonly #indexer: Indexer<T>;
  readonly #mutationCache: LRUExpireCache<T>;
  readonly #includeAdds: boolean;
  readonly #ttlMs: number;

  constructor(sim: Sim, indexer: Indexer<T>, ttlMs: number, includeAdds: boolean) {
    this.#indexer = indexer;
    this.#mutationCache = newLRUExpireCache<T>(sim, 100);
    this.#includeAdds = includeAdds;
    this.#ttlMs = ttlMs;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/mutation_cache.go#mutationCache.GetByKey
  getByKey(key: string): T | undefined {
    const [obj, exists] = this.#indexer.getByKey(key);
    if (exists) return this.#newerObject(key, obj);
    // One that the cache does not have was not seen yet, or is gone: nobody knows.
    return this.#includeAdds ? this.#mutationCache.get(key) : undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/mutation_cache.go#mutationCache.ByIndex
  byIndex(name: string, indexKey: string): Result<T[]> {
    const [keys, err] = this.#indexer.indexKeys(name, indexKey);
    if (err) return [undefined, err];
    const items: T[] = [];
    for (const key of keys) {
      const [obj, exists] = this.#indexer.getByKey(key);
      if (exists) items.push(this.#newerObject(key, obj));
    }
    if (!this.#includeAdds) return [items, undefined];

    const fn = this.#indexer.getIndexers()[name];
    // From the oldest to the newest, so that looking at all of them leaves their order as it is.
    for (const key of this.#mutationCache.keys()) {
      const updated = this.#mutationCache.get(key);
      if (updated === undefined || keys.includes(key)) continue;
      if (fn?.(updated)[0]?.includes(indexKey)) items.push(updated);
    }
    return [items, undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/mutation_cache.go#mutationCache.newerObject
  #newerObject(key: string, backing: T): T {
    const mutatedObj = this.#mutationCache.get(key);
    if (mutatedObj === undefined) return backing;
    if (compareResourceVersion(backing, mutatedObj) >= 0) {
      this.#mutationCache.remove(key);
      return backing;
    }
    return mutatedObj;
  }

  /** What was written here and may still be ahead of the cache. For observers. */
  peek(): readonly T[] {
    return this.#mutationCache.peek();
  }

  /** Takes in what a write gave back. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/mutation_cache.go#mutationCache.Mutation
  mutation(obj: T): void {
    const [key, err] = deletionHandlingMetaNamespaceKeyFunc(obj);
    if (err) return;
    const mutatedObj = this.#mutationCache.get(key);
    if (mutatedObj && compareResourceVersion(obj, mutatedObj) < 0) return;
    this.#mutationCache.add(key, obj, this.#ttlMs);
  }
}

/**
 * A mutation cache for objects whose resourceVersions are numbers that grow. With `includeAdds` it also gives objects that
 * the cache under it does not have.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/mutation_cache.go#NewIntegerResourceVersionMutationCache
export function newIntegerResourceVersionMutationCache<T extends KubeObject>(
  sim: Sim,
  indexer: Indexer<T>,
  ttlMs: number,
  includeAdds: boolean,
): MutationCache<T> {
  return new MutationCache(sim, indexer, ttlMs, includeAdds);
}

// Mirrors: staging/src/k8s.io/client-go/tools/cache/mutation_cache.go#etcdObjectVersioner.CompareResourceVersion
function compareResourceVersion(lhs: KubeObject, rhs: KubeObject): number {
  return Number(lhs.metadata.resourceVersion ?? 0) - Number(rhs.metadata.resourceVersion ?? 0);
}
