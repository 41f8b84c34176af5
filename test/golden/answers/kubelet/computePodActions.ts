import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { hashContainer } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/helpers.ts';
import {
  ContainerID,
  type State,
  type Status,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import type { Result } from '../../../../src/runtime/kubernetes/pkg/kubelet/prober/results/results_manager.ts';
import type { PodSandboxStatus } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { podActionsAnswer } from '../../kubelet/pod-actions.ts';
import { gatesWith, livePod, managerWith } from '../../kubelet/runtime-manager.ts';

interface Question {
  readonly Pod: Partial<Pod>;
  readonly Statuses: readonly {
    readonly Name: string;
    readonly ID: string;
    readonly State: State;
    readonly Hash: 'match' | 'other';
    readonly ExitCode: number;
    readonly RestartCount: number;
  }[];
  readonly Sandboxes: readonly {
    readonly ID: string;
    readonly Attempt: number;
    readonly State: 'ready' | 'notready';
    readonly Network: 'POD' | 'NODE';
    readonly IP: string;
  }[];
  readonly Liveness: Readonly<Record<string, Result>>;
  readonly Startup: Readonly<Record<string, Result>>;
  readonly EphemeralGate: boolean;
}

/** What is to be done for a pod that is found so. */
export function answer(question: unknown): unknown {
  const { Pod: asked, Statuses, Sandboxes, Liveness, Startup, EphemeralGate } = question as Question;
  const pod = livePod(asked);
  const { name, namespace, uid } = pod.metadata;
  const manager = managerWith({
    gates: gatesWith(...(EphemeralGate ? ['EphemeralContainers'] : [])),
    livenessManager: { get: ({ id }) => Liveness[id] },
    startupManager: { get: ({ id }) => Startup[id] },
  });
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const specs = [...containers, ...initContainers, ...ephemeralContainers];
  const containerStatuses = Statuses.map((status): Status => {
    const spec = specs.find((each) => each.name === status.Name);
    const hash = spec ? hashContainer(spec) : 0;
    return {
      id: new ContainerID('fakeRuntime', status.ID),
      name: status.Name,
      podSandboxID: '',
      state: status.State,
      createdAt: 0,
      exitCode: status.ExitCode,
      image: '',
      imageID: '',
      hash: status.Hash === 'match' ? hash : hash + 1,
      restartCount: status.RestartCount,
      reason: '',
      message: '',
    };
  });
  const sandboxStatuses = Sandboxes.map(
    ({ ID: id, Attempt: attempt, State, Network: network, IP: ip }): PodSandboxStatus => ({
      id,
      metadata: { name, namespace, uid, attempt },
      state: State === 'ready' ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY',
      createdAt: 0,
      network: { ip },
      linux: { namespaces: { options: { network, pid: 'POD', ipc: 'POD' } } },
    }),
  );
  const status = { id: uid, name, namespace, ips: [], containerStatuses, sandboxStatuses };
  return podActionsAnswer(manager.computePodActions(pod, status));
}
