import { formatDuration } from '../../../../go/duration.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Runtime } from './runtime.ts';

/** Which dead containers may stay. */
// Mirrors: pkg/kubelet/container/container_gc.go#GCPolicy
export interface GCPolicy {
  /** Younger ones stay. */
  readonly minAgeMs: number;
  /** How many of one name in one pod; below 0 any number. */
  readonly maxPerPodContainer: number;
  /** How many in all; below 0 any number. */
  readonly maxContainers: number;
}

/** Takes dead containers away. */
// Mirrors: pkg/kubelet/container/container_gc.go#GC
export interface GC {
  garbageCollect(): Blocking<Error | undefined>;
  /** Also those of pods that have ended and are not deleted. */
  deleteAllUnusedContainers(): Blocking<Error | undefined>;
}

/** Says whether every source of pods has been heard of. */
// Mirrors: pkg/kubelet/container/container_gc.go#SourcesReadyProvider
export interface SourcesReadyProvider {
  allReady(): boolean;
}

// Mirrors: pkg/kubelet/container/container_gc.go#NewContainerGC
export function newContainerGC(
  runtime: Runtime,
  policy: GCPolicy,
  sourcesReadyProvider: SourcesReadyProvider,
): Result<GC> {
  const { minAgeMs } = policy;
  if (minAgeMs < 0)
    return [undefined, new Error(`invalid minimum garbage collection age: ${formatDuration(minAgeMs)}`)];
  const gc: GC = {
    // Mirrors: pkg/kubelet/container/container_gc.go#realContainerGC.GarbageCollect
    *garbageCollect() {
      return yield* runtime.garbageCollect(policy, sourcesReadyProvider.allReady(), false);
    },
    // Mirrors: pkg/kubelet/container/container_gc.go#realContainerGC.DeleteAllUnusedContainers
    *deleteAllUnusedContainers() {
      return yield* runtime.garbageCollect(policy, sourcesReadyProvider.allReady(), true);
    },
  };
  return [gc, undefined];
}
