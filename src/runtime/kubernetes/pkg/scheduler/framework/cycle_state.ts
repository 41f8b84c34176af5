import type { Result } from '../../../../go/result.ts';

/** What a plugin keeps between the points at which it is called for one pod. */
// Mirrors: pkg/scheduler/framework/cycle_state.go#StateData
export interface StateData {
  /** A copy in which `addPod` and `removePod` may change what they change. What they leave alone may be shared. */
  clone(): StateData;
}

/**
 * What all plugins keep while one pod is scheduled, by a key that each chooses: `PreFilter` or `PreScore` and its
 * name. Kubernetes guards it with a lock; here nothing else runs in between.
 */
// Mirrors: pkg/scheduler/framework/cycle_state.go#CycleState
export class CycleState {
  /** Each value as `read` gives it, since a filter reads it for each node. */
  readonly #storage = new Map<string, [StateData, undefined]>();

  // Mirrors: pkg/scheduler/framework/cycle_state.go#CycleState.Clone
  clone(): CycleState {
    const copy = new CycleState();
    for (const [key, [value]] of this.#storage) copy.write(key, value.clone());
    return copy;
  }

  /** An error if nothing was written under the key. */
  // Mirrors: pkg/scheduler/framework/cycle_state.go#CycleState.Read
  read(key: string): Result<StateData> {
    return this.#storage.get(key) ?? [undefined, new Error(notFound)];
  }

  // Mirrors: pkg/scheduler/framework/cycle_state.go#CycleState.Write
  write(key: string, value: StateData): void {
    this.#storage.set(key, [value, undefined]);
  }

  // Mirrors: pkg/scheduler/framework/cycle_state.go#CycleState.Delete
  delete(key: string): void {
    this.#storage.delete(key);
  }
}

// Mirrors: pkg/scheduler/framework/cycle_state.go#NotFound
export const notFound = 'not found';

// Mirrors: pkg/scheduler/framework/cycle_state.go#NewCycleState
export function newCycleState(): CycleState {
  return new CycleState();
}
