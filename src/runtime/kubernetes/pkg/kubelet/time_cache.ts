import { Lru } from '../../staging/src/k8s.io/client-go/tools/record/lru.ts';

// Mirrors: pkg/kubelet/time_cache.go#maxTimeCacheEntries
const maxTimeCacheEntries = 1000;

/** Keeps a time for each of the pods, by uid, that were asked for last. */
// Mirrors: pkg/kubelet/time_cache.go#timeCache
export class TimeCache {
  readonly #cache = new Lru<number>(maxTimeCacheEntries);

  // Mirrors: pkg/kubelet/time_cache.go#timeCache.Add
  add(uid: string, t: number): void {
    this.#cache.add(uid, t);
  }

  // Mirrors: pkg/kubelet/time_cache.go#timeCache.Remove
  remove(uid: string): void {
    this.#cache.remove(uid);
  }

  // Mirrors: pkg/kubelet/time_cache.go#timeCache.Get
  get(uid: string): number | undefined {
    return this.#cache.get(uid);
  }
}
