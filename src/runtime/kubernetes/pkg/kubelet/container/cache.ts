import { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { PodStatus } from './runtime.ts';

/** What a look at a pod gave: a status, an error, or both. */
export type Looked = readonly [status: PodStatus | undefined, err: Error | undefined];

/**
 * The newest status of each pod, as the lifecycle event generator writes it, for the workers of pods to wait for. Moments are
 * in virtual ms.
 */
// Mirrors: pkg/kubelet/container/cache.go#Cache
export interface Cache {
  /** An empty status for a pod that is not known. */
  get(id: string): Looked;
  set(id: string, status: PodStatus | undefined, err: Error | undefined, timestamp: number): void;
  /** Waits for a status that is newer than `minTime`, or for a look at all pods that is. */
  getNewerThan(id: string, minTime: number): Blocking<Looked>;
  delete(id: string): void;
  /** All that is here is as new as this. */
  updateTime(timestamp: number): void;
}

// Mirrors: pkg/kubelet/container/cache.go#data
interface Data {
  readonly looked: Looked;
  readonly modified: number;
}

// Mirrors: pkg/kubelet/container/cache.go#subRecord
interface SubRecord {
  readonly time: number;
  readonly ch: Chan<Looked>;
}

// Mirrors: pkg/kubelet/container/cache.go#cache
class PodCache implements Cache {
  readonly #pods = new Map<string, Data>();
  #timestamp: number | undefined;
  readonly #subscribers = new Map<string, readonly SubRecord[]>();

  // Mirrors: pkg/kubelet/container/cache.go#cache.Get
  get(id: string): Looked {
    return this.#pods.get(id)?.looked ?? makeDefaultData(id);
  }

  // Mirrors: pkg/kubelet/container/cache.go#cache.GetNewerThan
  *getNewerThan(id: string, minTime: number): Blocking<Looked> {
    const [looked] = yield* this.#subscribe(id, minTime).receive();
    return looked ?? makeDefaultData(id);
  }

  // Mirrors: pkg/kubelet/container/cache.go#cache.Set
  set(id: string, status: PodStatus | undefined, err: Error | undefined, timestamp: number): void {
    this.#pods.set(id, { looked: [status, err], modified: timestamp });
    this.#notify(id, timestamp);
  }

  // Mirrors: pkg/kubelet/container/cache.go#cache.Delete
  delete(id: string): void {
    this.#pods.delete(id);
  }

  // Mirrors: pkg/kubelet/container/cache.go#cache.UpdateTime
  updateTime(timestamp: number): void {
    this.#timestamp = timestamp;
    for (const id of this.#subscribers.keys()) this.#notify(id, timestamp);
  }

  // Mirrors: pkg/kubelet/container/cache.go#cache.getIfNewerThan
  #getIfNewerThan(id: string, minTime: number): Looked | undefined {
    const d = this.#pods.get(id);
    const globalTimestampIsNewer = this.#timestamp !== undefined && this.#timestamp > minTime;
    if (!d) return globalTimestampIsNewer ? makeDefaultData(id) : undefined;
    return d.modified > minTime || globalTimestampIsNewer ? d.looked : undefined;
  }

  // Mirrors: pkg/kubelet/container/cache.go#cache.notify
  #notify(id: string, timestamp: number): void {
    const list = this.#subscribers.get(id) ?? [];
    const newList = list.filter((r) => timestamp < r.time);
    for (const { time, ch } of list) {
      if (timestamp < time) continue;
      ch.trySend(this.get(id));
      ch.close();
    }
    if (newList.length === 0) this.#subscribers.delete(id);
    else this.#subscribers.set(id, newList);
  }

  /** A channel on which one status comes: at once if there is one, else when it is written. */
  // Mirrors: pkg/kubelet/container/cache.go#cache.subscribe
  #subscribe(id: string, timestamp: number): Chan<Looked> {
    const ch = new Chan<Looked>(`a newer status of ${id}`, 1);
    const looked = this.#getIfNewerThan(id, timestamp);
    if (looked) ch.trySend(looked);
    else this.#subscribers.set(id, [...(this.#subscribers.get(id) ?? []), { time: timestamp, ch }]);
    return ch;
  }
}

// Mirrors: pkg/kubelet/container/cache.go#NewCache
export function newCache(): Cache {
  return new PodCache();
}

// Mirrors: pkg/kubelet/container/cache.go#makeDefaultData
function makeDefaultData(id: string): Looked {
  const none = { name: '', namespace: '', ips: [], containerStatuses: [], sandboxStatuses: [] };
  return [{ id, ...none }, undefined];
}
