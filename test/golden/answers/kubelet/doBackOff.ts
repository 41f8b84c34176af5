import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  ContainerID,
  type State,
  type Status,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { getStableKey } from '../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/helpers.ts';
import { newBackOff } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { epoch, livePod, managerWith, recorderOf } from '../../kubelet/runtime-manager.ts';

interface Question {
  readonly Pod: Partial<Pod>;
  readonly InitialS: number;
  readonly MaxS: number;
  readonly Ops: readonly {
    readonly AdvanceS: number;
    readonly Container: number;
    readonly State: State;
    readonly FinishedS: number | null;
    readonly GC: boolean;
  }[];
}

/** Whether containers that ended have to wait, over some time. */
export function answer(question: unknown): unknown {
  const { Pod: asked, InitialS, MaxS, Ops } = question as Question;
  const pod = livePod(asked);
  const sim = new Sim({ epoch });
  let events: unknown[] = [];
  const recorder = recorderOf(({ fieldPath }, type, reason, message) =>
    events.push(['event', { fieldPath, message, reason, type }]),
  );
  const manager = managerWith({ sim, recorder });
  const backOff = newBackOff(sim, InitialS * 1000, MaxS * 1000);
  return Ops.map((op) => {
    events = [];
    sim.runFor(op.AdvanceS * 1000);
    if (op.GC) backOff.gc();
    const container = pod.spec.containers[op.Container]!;
    const finishedAt = op.FinishedS === null ? undefined : sim.now - op.FinishedS * 1000;
    const status: Status = {
      id: new ContainerID('fakeRuntime', 'c'),
      name: container.name,
      podSandboxID: '',
      state: op.State,
      createdAt: 0,
      finishedAt,
      exitCode: 0,
      image: '',
      imageID: '',
      hash: 0,
      restartCount: 0,
      reason: '',
      message: '',
    };
    const podStatus = {
      id: pod.metadata.uid,
      name: pod.metadata.name,
      namespace: pod.metadata.namespace,
      ips: [],
      sandboxStatuses: [],
      containerStatuses: finishedAt === undefined ? [] : [status],
    };
    const [inBackOff, message, err] = manager.doBackOff(pod, container, podStatus, backOff);
    const backOffS = backOff.get(getStableKey(pod, container)) / 1000;
    return { backOffS, events, inBackOff, message, ...(err ? { error: err.message } : {}) };
  });
}
