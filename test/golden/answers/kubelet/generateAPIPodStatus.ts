import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newActiveDeadlineHandler } from '../../../../src/runtime/kubernetes/pkg/kubelet/active_deadline.ts';
import { ContainerID, type State } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { generateAPIPodStatus } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_pods.ts';
import { newReasonCache } from '../../../../src/runtime/kubernetes/pkg/kubelet/reason_cache.ts';
import type { Manager } from '../../../../src/runtime/kubernetes/pkg/kubelet/status/status_manager.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { clientOf } from '../../kubelet/client.ts';
import { recorderOf } from '../../kubelet/recorder.ts';
import { withoutEmpty } from '../../without-empty.ts';

interface AskedStatus {
  readonly Name: string;
  readonly ID: string;
  readonly State: State;
  readonly Reason?: string;
  readonly Message?: string;
  readonly Image: string;
  readonly ImageID: string;
  readonly ExitCode: number;
  readonly RestartCount: number;
  /** Seconds since 2021. */
  readonly CreatedAt: number;
  readonly StartedAt?: number;
  readonly FinishedAt?: number;
}

interface Question {
  readonly Pod: Pod;
  readonly IPs: readonly string[] | null;
  readonly Statuses: readonly AskedStatus[] | null;
  /** Why containers did not start. */
  readonly Reasons: Readonly<Record<string, { readonly Error: string; readonly Message: string }>> | null;
  readonly Ready: Readonly<Record<string, boolean>> | null;
  readonly NowS: number;
  readonly EphemeralGate?: boolean;
}

/** The status of a pod as the API server is to have it. */
export function answer(question: unknown): unknown {
  const asked = question as Question;
  const { Pod: pod } = asked;
  const epoch = Date.parse('2021-01-01T00:00:00Z');
  const sim = new Sim({ epoch });
  const later = new Sim({ epoch: epoch + asked.NowS * 1000 });
  const events: unknown[] = [];
  const recorder = recorderOf(({ name, type, reason, message }) =>
    events.push(['event', { message, object: name, reason, type }]),
  );
  const reasonCache = newReasonCache();
  for (const [name, { Error: reason, Message }] of Object.entries(asked.Reasons ?? {}))
    reasonCache.add(pod.metadata.uid, name, new Error(reason), Message);
  const statusManager = { getPodStatus: () => undefined } as unknown as Manager;
  const kl = {
    sim,
    gates: { enabled: (name: string) => name === 'EphemeralContainers' && asked.EphemeralGate === true },
    kubeClient: clientOf(sim, {}),
    statusManager,
    probeManager: { updatePodStatus: ready(asked.Ready ?? {}) },
    reasonCache,
    podSyncHandlers: [newActiveDeadlineHandler(later, statusManager, recorder)],
    getHostIPsAnyWay: () => [['127.0.0.1'], undefined] as [string[], undefined],
  };
  const containerStatuses = (asked.Statuses ?? []).map(statusOf);
  const { uid: id, name, namespace } = pod.metadata;
  const podStatus = { id, name, namespace, ips: asked.IPs ?? [], containerStatuses, sandboxStatuses: [] };
  return { events, status: generateAPIPodStatus(kl, pod, podStatus) };
}

/** Stands in for the prober. */
function ready(are: Readonly<Record<string, boolean>>): (uid: string, status: PodStatus) => void {
  return (_uid, status) => {
    for (const one of status.containerStatuses ?? []) one.ready = are[one.name] ?? false;
  };
}

function statusOf(asked: AskedStatus) {
  const ms = (s: number | undefined): number | undefined => (s === undefined ? undefined : s * 1000);
  return {
    id: new ContainerID('test', asked.ID),
    name: asked.Name,
    podSandboxID: '',
    state: asked.State,
    createdAt: asked.CreatedAt * 1000,
    startedAt: ms(asked.StartedAt),
    finishedAt: ms(asked.FinishedAt),
    exitCode: asked.ExitCode,
    image: asked.Image,
    imageID: asked.ImageID,
    hash: 0,
    restartCount: asked.RestartCount,
    reason: asked.Reason ?? '',
    message: asked.Message ?? '',
  };
}

export const comparable = withoutEmpty;
