import { second } from '../../../../go/duration.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { Mutex } from '../../../../sim/sync.ts';
import type { Pod, Runtime } from './runtime.ts';

// Mirrors: pkg/kubelet/container/runtime_cache.go#defaultCachePeriod
const defaultCachePeriodMs = 2 * second;

/** The pods that run, as the runtime said lately. */
// Mirrors: pkg/kubelet/container/runtime_cache.go#RuntimeCache
export interface RuntimeCache {
  getPods(): Blocking<Result<readonly Pod[]>>;
  /** Asks the runtime if it was asked before that time for the last time. */
  forceUpdateIfOlder(minExpectedCacheTime: number): Blocking<Error | undefined>;
}

/** What the runtime says of those that run. */
// Mirrors: pkg/kubelet/container/runtime_cache.go#podsGetter
type PodsGetter = Pick<Runtime, 'getPods'>;

// Mirrors: pkg/kubelet/container/runtime_cache.go#NewRuntimeCache
export function newRuntimeCache(sim: Sim, getter: PodsGetter): RuntimeCache {
  return new Cache(sim, getter);
}

// Mirrors: pkg/kubelet/container/runtime_cache.go#runtimeCache
class Cache implements RuntimeCache {
  readonly #sim: Sim;
  readonly #getter: PodsGetter;
  readonly #lock = new Mutex('the runtime cache');
  #cacheTime = -Infinity;
  #pods: readonly Pod[] = [];

  constructor(sim: Sim, getter: PodsGetter) {
    this.#sim = sim;
    this.#getter = getter;
  }

  // Mirrors: pkg/kubelet/container/runtime_cache.go#runtimeCache.GetPods
  *getPods(): Blocking<Result<readonly Pod[]>> {
    yield* this.#lock.lock();
    try {
      const old = this.#sim.now - this.#cacheTime > defaultCachePeriodMs;
      const err = old ? yield* this.#updateCache() : undefined;
      return err ? [undefined, err] : [this.#pods, undefined];
    } finally {
      this.#lock.unlock();
    }
  }

  // Mirrors: pkg/kubelet/container/runtime_cache.go#runtimeCache.ForceUpdateIfOlder
  *forceUpdateIfOlder(minExpectedCacheTime: number): Blocking<Error | undefined> {
    yield* this.#lock.lock();
    try {
      return this.#cacheTime < minExpectedCacheTime ? yield* this.#updateCache() : undefined;
    } finally {
      this.#lock.unlock();
    }
  }

  /** As old as the question, not as the answer. */
  // Mirrors: pkg/kubelet/container/runtime_cache.go#runtimeCache.updateCache
  *#updateCache(): Blocking<Error | undefined> {
    const timestamp = this.#sim.now;
    const [pods, err] = yield* this.#getter.getPods(false);
    if (err) return err;
    [this.#pods, this.#cacheTime] = [pods, timestamp];
    return undefined;
  }
}
