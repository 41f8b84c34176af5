import { Chan } from '../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Pod } from '../../../api/objects.ts';
import type { ContainerID } from '../../container/runtime.ts';

/** Keeps the last result of each container's probes, and tells of every change. */
// Mirrors: pkg/kubelet/prober/results/results_manager.go#Manager
export interface Manager {
  get(id: ContainerID): Result | undefined;
  /** Parks while nobody takes the update. The pod only goes with it. */
  set(id: ContainerID, result: Result, pod: Pod): Blocking<void>;
  remove(id: ContainerID): void;
  /** Each time that a result changes, and not when it is removed. */
  updates(): Chan<Update>;
}

// Mirrors: pkg/kubelet/prober/results/results_manager.go#Result
export type Result = 'Success' | 'Failure' | 'Unknown';

// Mirrors: pkg/kubelet/prober/results/results_manager.go#Update
export interface Update {
  readonly containerID: ContainerID;
  readonly result: Result;
  readonly podUID: string;
}

// Mirrors: pkg/kubelet/prober/results/results_manager.go#manager
class ResultsManager implements Manager {
  readonly #cache = new Map<string, Result>();
  readonly #updates: Chan<Update>;

  constructor(name: string) {
    this.#updates = new Chan<Update>(name, 20);
  }

  // Mirrors: pkg/kubelet/prober/results/results_manager.go#manager.Get
  get(id: ContainerID): Result | undefined {
    return this.#cache.get(String(id));
  }

  // Mirrors: pkg/kubelet/prober/results/results_manager.go#manager.Set
  *set(id: ContainerID, result: Result, pod: Pod): Blocking<void> {
    if (this.#setInternal(id, result))
      yield* this.#updates.send({ containerID: id, result, podUID: pod.metadata.uid });
  }

  /** Whether that is news. */
  // Mirrors: pkg/kubelet/prober/results/results_manager.go#manager.setInternal
  #setInternal(id: ContainerID, result: Result): boolean {
    if (this.#cache.get(String(id)) === result) return false;
    this.#cache.set(String(id), result);
    return true;
  }

  // Mirrors: pkg/kubelet/prober/results/results_manager.go#manager.Remove
  remove(id: ContainerID): void {
    this.#cache.delete(String(id));
  }

  // Mirrors: pkg/kubelet/prober/results/results_manager.go#manager.Updates
  updates(): Chan<Update> {
    return this.#updates;
  }
}

/** `name` is what a process that waits for updates is said to wait for. */
// Mirrors: pkg/kubelet/prober/results/results_manager.go#NewManager
export function newManager(name: string): Manager {
  return new ResultsManager(name);
}
