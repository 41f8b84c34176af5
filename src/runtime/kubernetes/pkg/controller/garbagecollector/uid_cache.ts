import { Lru } from '../../../staging/src/k8s.io/client-go/tools/record/lru.ts';
import { type ObjectReference, referenceText } from './graph.ts';

/** Owners that do not exist, as many as were last heard of. */
// Mirrors: pkg/controller/garbagecollector/uid_cache.go#ReferenceCache
export class ReferenceCache {
  readonly #cache: Lru<true>;

  constructor(maxCacheEntries: number) {
    this.#cache = new Lru(maxCacheEntries);
  }

  // Mirrors: pkg/controller/garbagecollector/uid_cache.go#ReferenceCache.Add
  add(reference: ObjectReference): void {
    this.#cache.add(referenceText(reference), true);
  }

  // Mirrors: pkg/controller/garbagecollector/uid_cache.go#ReferenceCache.Has
  has(reference: ObjectReference): boolean {
    return this.#cache.get(referenceText(reference)) !== undefined;
  }
}
