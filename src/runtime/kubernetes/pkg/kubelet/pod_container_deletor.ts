import { Chan } from '../../../sim/chan.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { neverStop, until } from '../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { ContainerID, PodStatus, Runtime, Status } from './container/runtime.ts';

/** How many containers may wait to be deleted. */
// Mirrors: pkg/kubelet/pod_container_deletor.go#containerDeletorBufferLimit
const containerDeletorBufferLimit = 50;

/** Deletes containers that are dead, of each pod all but the newest few, one after the other. */
// Mirrors: pkg/kubelet/pod_container_deletor.go#podContainerDeletor
export class PodContainerDeletor {
  readonly #worker: Chan<ContainerID>;
  readonly #containersToKeep: number;

  constructor(worker: Chan<ContainerID>, containersToKeep: number) {
    this.#worker = worker;
    this.#containersToKeep = containersToKeep;
  }

  /** With `removeAll`, none is kept. What does not fit is asked for again when the pod is looked at again. */
  // Mirrors: pkg/kubelet/pod_container_deletor.go#podContainerDeletor.deleteContainersInPod
  deleteContainersInPod(filterContainerID: string, podStatus: PodStatus, removeAll: boolean): void {
    const [filter, keep] = removeAll ? ['', 0] : [filterContainerID, this.#containersToKeep];
    for (const { id } of getContainersToDeleteInPod(filter, podStatus, keep)) this.#worker.trySend(id);
  }
}

// Mirrors: pkg/kubelet/pod_container_deletor.go#newPodContainerDeletor
export function newPodContainerDeletor(
  sim: Sim,
  runtime: Pick<Runtime, 'deleteContainer'>,
  containersToKeep: number,
): PodContainerDeletor {
  const buffer = new Chan<ContainerID>('containers to delete', containerDeletorBufferLimit);
  const work = function* (): Blocking<void> {
    for (;;) {
      const [id] = yield* buffer.receive();
      if (id) yield* runtime.deleteContainer(id);
    }
  };
  sim.go('pod-container-deletor', until(sim, work, 0, neverStop));
  return new PodContainerDeletor(buffer, containersToKeep);
}

/**
 * The containers of a pod that have ended, the newest first, without the newest few: those of the same name as the container of that id,
 * or of all names where there is no id.
 */
// Mirrors: pkg/kubelet/pod_container_deletor.go#getContainersToDeleteInPod
export function getContainersToDeleteInPod(
  filterContainerID: string,
  podStatus: PodStatus,
  containersToKeep: number,
): Status[] {
  const { containerStatuses } = podStatus;
  const matchedContainer = containerStatuses.find(({ id }) => id.id === filterContainerID);
  if (filterContainerID !== '' && !matchedContainer) return [];
  const wanted = filterContainerID === '' ? undefined : matchedContainer?.name;
  const candidates = containerStatuses.filter(
    ({ state, name }) => state === 'exited' && (wanted === undefined || name === wanted),
  );
  return candidates.sort((a, b) => b.createdAt - a.createdAt).slice(containersToKeep);
}
