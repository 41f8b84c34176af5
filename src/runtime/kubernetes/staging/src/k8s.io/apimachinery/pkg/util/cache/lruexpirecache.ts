import type { Sim } from '../../../../../../../../sim/sim.ts';

/** Keeps the values that were used last, each for a while at most. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/cache/lruexpirecache.go#LRUExpireCache
export class LRUExpireCache<V> {
  readonly #sim: Sim;
  readonly #maxSize: number;
  /** The least recently used first. `expireTime` is in virtual ms. */
  readonly #entries = new Map<string, { readonly value: V; readonly expireTime: number }>();

  constructor(sim: Sim, maxSize: number) {
    this.#sim = sim;
    this.#maxSize = maxSize;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/cache/lruexpirecache.go#LRUExpireCache.Add
  add(key: string, value: V, ttlMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, expireTime: this.#sim.now + ttlMs });
    if (this.#entries.size <= this.#maxSize) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  /** Undefined if the key is not there, or no longer. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/cache/lruexpirecache.go#LRUExpireCache.Get
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (this.#sim.now > entry.expireTime) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/cache/lruexpirecache.go#LRUExpireCache.Remove
  remove(key: string): void {
    this.#entries.delete(key);
  }

  /** The values that have not expired; looking changes nothing. For observers. */
  peek(): readonly V[] {
    return [...this.#entries.values()]
      .filter(({ expireTime }) => this.#sim.now <= expireTime)
      .map(({ value }) => value);
  }

  /** All keys, the least recently used first, also those of values that have expired. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/util/cache/lruexpirecache.go#LRUExpireCache.Keys
  keys(): string[] {
    return [...this.#entries.keys()];
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/cache/lruexpirecache.go#NewLRUExpireCache
export function newLRUExpireCache<V>(sim: Sim, maxSize: number): LRUExpireCache<V> {
  return new LRUExpireCache<V>(sim, maxSize);
}
