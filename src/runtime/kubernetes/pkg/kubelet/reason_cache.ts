import { Lru } from '../../staging/src/k8s.io/client-go/tools/record/lru.ts';
import type { PodSyncResult } from './container/sync_result.ts';

/** Why a container did not start: one word, and a sentence. */
// Mirrors: pkg/kubelet/reason_cache.go#ReasonItem
export interface ReasonItem {
  readonly err: Error;
  readonly message: string;
}

// Mirrors: pkg/kubelet/reason_cache.go#maxReasonCacheEntries
const maxReasonCacheEntries = 1000;

/** Keeps why containers did not start, until they do, for the status of their pods. */
// Mirrors: pkg/kubelet/reason_cache.go#ReasonCache
export class ReasonCache {
  readonly #cache = new Lru<ReasonItem>(maxReasonCacheEntries);

  // Mirrors: pkg/kubelet/reason_cache.go#ReasonCache.composeKey
  #composeKey(uid: string, name: string): string {
    return `${uid}_${name}`;
  }

  // Mirrors: pkg/kubelet/reason_cache.go#ReasonCache.add
  add(uid: string, name: string, reason: Error, message: string): void {
    this.#cache.add(this.#composeKey(uid, name), { err: reason, message });
  }

  /** Takes over what became of the containers that were to start. */
  // Mirrors: pkg/kubelet/reason_cache.go#ReasonCache.Update
  update(uid: string, { syncResults }: PodSyncResult): void {
    for (const { action, target, error, message } of syncResults) {
      if (action !== 'StartContainer') continue;
      if (error) this.add(uid, target, error, message);
      else this.remove(uid, target);
    }
  }

  // Mirrors: pkg/kubelet/reason_cache.go#ReasonCache.Remove
  remove(uid: string, name: string): void {
    this.#cache.remove(this.#composeKey(uid, name));
  }

  // Mirrors: pkg/kubelet/reason_cache.go#ReasonCache.Get
  get(uid: string, name: string): ReasonItem | undefined {
    return this.#cache.get(this.#composeKey(uid, name));
  }
}

// Mirrors: pkg/kubelet/reason_cache.go#NewReasonCache
export function newReasonCache(): ReasonCache {
  return new ReasonCache();
}
