import { Chan } from '../../../sim/chan.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { neverStop, until } from '../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { PodStatus, Runtime } from './container/runtime.ts';

/** How many sandboxes may wait to be deleted. */
// Mirrors: pkg/kubelet/pod_sandbox_deleter.go#sandboxDeletionBufferLimit
const sandboxDeletionBufferLimit = 20;

/** Deletes sandboxes that are not ready and have no containers, of each pod all but the newest few. */
// Mirrors: pkg/kubelet/pod_sandbox_deleter.go#podSandboxDeleter
export class PodSandboxDeleter {
  readonly #worker: Chan<string>;

  constructor(worker: Chan<string>) {
    this.#worker = worker;
  }

  /** The oldest first. What does not fit is asked for again when the pod is looked at again. */
  // Mirrors: pkg/kubelet/pod_sandbox_deleter.go#podSandboxDeleter.deleteSandboxesInPod
  deleteSandboxesInPod({ containerStatuses, sandboxStatuses }: PodStatus, toKeep: number): void {
    const sandboxIDs = new Set(containerStatuses.map(({ podSandboxID }) => podSandboxID));
    const newestFirst =
      toKeep > 0 ? sandboxStatuses.toSorted((a, b) => b.createdAt - a.createdAt) : sandboxStatuses;
    for (const { id, state } of newestFirst.slice(toKeep).toReversed())
      if (!sandboxIDs.has(id) && state !== 'SANDBOX_READY') this.#worker.trySend(id);
  }
}

// Mirrors: pkg/kubelet/pod_sandbox_deleter.go#newPodSandboxDeleter
export function newPodSandboxDeleter(sim: Sim, runtime: Pick<Runtime, 'deleteSandbox'>): PodSandboxDeleter {
  const buffer = new Chan<string>('sandboxes to delete', sandboxDeletionBufferLimit);
  const work = function* (): Blocking<void> {
    for (;;) {
      const [id] = yield* buffer.receive();
      if (id !== undefined) yield* runtime.deleteSandbox(id);
    }
  };
  sim.go('pod-sandbox-deleter', until(sim, work, 0, neverStop));
  return new PodSandboxDeleter(buffer);
}
