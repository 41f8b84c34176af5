import { ContainerID, type State } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { getContainersToDeleteInPod } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod_container_deletor.ts';

interface Question {
  readonly Statuses: readonly {
    readonly Name: string;
    readonly ID: string;
    readonly State: State;
    readonly CreatedAt: number;
  }[];
  readonly Filter: string;
  readonly Keep: number;
}

/** The ids of the containers of a pod that are to be deleted. */
export function answer(question: unknown): unknown {
  const { Statuses, Filter, Keep } = question as Question;
  const none = { image: '', imageID: '', hash: 0, podSandboxID: '', exitCode: 0, restartCount: 0 };
  const containerStatuses = Statuses.map(({ Name, ID, State, CreatedAt }) => ({
    ...none,
    id: new ContainerID('test', ID),
    name: Name,
    state: State,
    createdAt: CreatedAt * 1000,
    reason: '',
    message: '',
  }));
  const podStatus = { id: 'u', name: 'p', namespace: 'ns', ips: [], containerStatuses, sandboxStatuses: [] };
  return getContainersToDeleteInPod(Filter, podStatus, Keep).map(({ id }) => id.id);
}
