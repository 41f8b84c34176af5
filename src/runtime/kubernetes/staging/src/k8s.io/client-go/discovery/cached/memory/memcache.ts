import type { APIGroup, APIGroupList, APIResourceList } from 'kubernetes-types/meta/v1';
import { StatusError, isTooManyRequests } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';
import { Mutex, WaitGroup } from '../../../../../../../../sim/sync.ts';
import type { RESTClient } from '../../../rest/client.ts';
import {
  type CachedDiscoveryInterface,
  type DiscoveryInterface,
  type Partial,
  serverGroupsAndResources,
  serverPreferredNamespacedResources,
  serverPreferredResources,
} from '../../discovery_client.ts';

// Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#cacheEntry
type CacheEntry = Partial<APIResourceList>;

/** A version that the cache knows nothing of. */
export const errCacheNotFound: Error = new Error('not found');

/** True for a failure that may be over the next time. */
// Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#isTransientError
function isTransientError(err: Error): boolean {
  return (err instanceof StatusError && err.status.code >= 500) || isTooManyRequests(err);
}

/**
 * Asks once for all there is, and answers from that until it is invalidated. It never asks for what is missing; only
 * a version that failed in a way that passes is asked for again.
 */
// Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient
export class MemCacheClient implements CachedDiscoveryInterface {
  readonly #delegate: DiscoveryInterface;
  /** Held while the server is asked, so that it is asked once. */
  readonly #lock = new Mutex('the cache of discovery');
  #groupToServerResources = new Map<string, CacheEntry>();
  #groupList: APIGroupList = { groups: [] };
  #cacheValid = false;

  constructor(delegate: DiscoveryInterface) {
    this.#delegate = delegate;
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.RESTClient
  get restClient(): RESTClient {
    return this.#delegate.restClient;
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.ServerResourcesForGroupVersion
  *serverResourcesForGroupVersion(gv: string): Blocking<Partial<APIResourceList>> {
    yield* this.#lock.lock();
    try {
      const err = this.#cacheValid ? undefined : yield* this.#refreshLocked();
      if (err) return [undefined, err];
      const cached = this.#groupToServerResources.get(gv);
      if (!cached) return [undefined, errCacheNotFound];
      if (!cached[1] || !isTransientError(cached[1])) return cached;
      const again = yield* this.#serverResourcesForGroupVersion(gv);
      this.#groupToServerResources.set(gv, again);
      return again;
    } finally {
      this.#lock.unlock();
    }
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.ServerGroups
  *serverGroups(): Blocking<Result<APIGroupList>> {
    yield* this.#lock.lock();
    try {
      const err = this.#cacheValid ? undefined : yield* this.#refreshLocked();
      return err ? [undefined, err] : [this.#groupList, undefined];
    } finally {
      this.#lock.unlock();
    }
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.ServerGroupsAndResources
  *serverGroupsAndResources(): Blocking<
    [APIGroup[] | undefined, APIResourceList[] | undefined, Error | undefined]
  > {
    return yield* serverGroupsAndResources(this.restClient.sim, this);
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.ServerPreferredResources
  *serverPreferredResources(): Blocking<Partial<APIResourceList[]>> {
    return yield* serverPreferredResources(this.restClient.sim, this);
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.ServerPreferredNamespacedResources
  *serverPreferredNamespacedResources(): Blocking<Partial<APIResourceList[]>> {
    return yield* serverPreferredNamespacedResources(this.restClient.sim, this);
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.Fresh
  fresh(): boolean {
    return this.#cacheValid;
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.Invalidate
  invalidate(): void {
    this.#cacheValid = false;
    this.#groupToServerResources = new Map();
    this.#groupList = { groups: [] };
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.refreshLocked
  *#refreshLocked(): Blocking<Error | undefined> {
    const [groupList, err] = yield* this.#delegate.serverGroups();
    if (err) return err;
    // A server without groups is taken for one that is not ready: the cache stays invalid, and that is no error.
    if (groupList.groups.length === 0) return undefined;
    const entries = new Map<string, CacheEntry>();
    const wg = new WaitGroup('the cache of discovery to be filled');
    for (const { versions } of groupList.groups) {
      for (const { groupVersion } of versions) {
        wg.add(1);
        this.restClient.sim.go(
          `discovery/${groupVersion}`,
          this.#fetch(groupVersion, (entry) => {
            entries.set(groupVersion, entry);
            wg.done();
          }),
        );
      }
    }
    yield* wg.wait();
    this.#groupToServerResources = entries;
    this.#groupList = groupList;
    this.#cacheValid = true;
    return undefined;
  }

  *#fetch(groupVersion: string, done: (entry: CacheEntry) => void): Blocking<void> {
    done(yield* this.#serverResourcesForGroupVersion(groupVersion));
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#memCacheClient.serverResourcesForGroupVersion
  *#serverResourcesForGroupVersion(gv: string): Blocking<CacheEntry> {
    const [list, err] = yield* this.#delegate.serverResourcesForGroupVersion(gv);
    if (err) return [list, err];
    if (list?.resources.length === 0) return [list, new Error(`Got empty response for: ${gv}`)];
    return [list, undefined];
  }
}

// Mirrors: staging/src/k8s.io/client-go/discovery/cached/memory/memcache.go#NewMemCacheClient
export function newMemCacheClient(delegate: DiscoveryInterface): MemCacheClient {
  return new MemCacheClient(delegate);
}
