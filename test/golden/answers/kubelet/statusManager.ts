import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { parseContainerID } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newBasicMirrorClient } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/mirror_client.ts';
import { newBasicPodManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/pod_manager.ts';
import { StatusManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/status/status_manager.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { PodServer } from '../../kubelet/pod-server.ts';
import { clientOf } from '../../kubelet/client.ts';
import { withoutEmpty } from '../../without-empty.ts';

interface Op {
  readonly Op: 'set' | 'sync' | 'ready' | 'started' | 'batch' | 'terminate' | 'orphans' | 'none';
  readonly Pod?: string;
  readonly Status?: PodStatus;
  readonly ContainerID?: string;
  readonly Ready?: boolean;
  readonly UIDs?: readonly string[];
  /** Which requests fail, how often. */
  readonly Errors?: Readonly<Record<string, number>>;
  /** What the API server has from now on, and what the kubelet knows of it. */
  readonly API?: Pod;
  readonly Gone?: string;
  readonly Known?: Pod;
  readonly Reclaimed?: Readonly<Record<string, boolean>>;
}

/** What a status manager holds, queues and asks for after each operation. */
export function answer(question: unknown): unknown {
  const { Pods, Ops } = question as { readonly Pods: readonly Pod[]; readonly Ops: readonly Op[] };
  const sim = new Sim({ epoch: Date.parse('2031-01-01T00:00:00Z') });
  const server = new PodServer(Pods);
  const client = clientOf(sim, { do: (request) => server.do(request) });
  const mirrors = newBasicMirrorClient(client, 'n', { get: () => [undefined, new Error('no node')] });
  const pods = newBasicPodManager(mirrors, undefined, undefined);
  pods.setPods(Pods);
  const reclaimed = new Map<string, boolean>();
  const manager = new StatusManager(sim, client, pods, {
    podResourcesAreReclaimed: ({ metadata }) => reclaimed.get(metadata.name) ?? false,
  });
  const out = Ops.map((op) => {
    server.begin(op.Errors ?? {});
    if (op.API) server.pods.set(op.API.metadata.name, op.API);
    if (op.Gone !== undefined) server.pods.delete(op.Gone);
    if (op.Known) pods.updatePod(op.Known);
    for (const [name, is] of Object.entries(op.Reclaimed ?? {})) reclaimed.set(name, is);
    const pod = op.Pod === undefined ? undefined : pods.getPodByName('ns', op.Pod);
    const requests = carryOut(sim, manager, op, pod) ?? server.requests;
    return {
      apiVersions: Object.fromEntries(manager.apiStatusVersions),
      cached: pod && manager.getPodStatus(pod.metadata.uid),
      queued: manager.podStatusChannel.length,
      requests,
      versions: Object.fromEntries([...manager.podStatuses].map(([uid, { version }]) => [uid, version])),
    };
  });
  return JSON.parse(JSON.stringify(out).replaceAll('"2031-01-01T00:00:00Z"', '"<now>"'));
}

function carryOut(sim: Sim, manager: StatusManager, op: Op, pod: Pod | undefined): unknown[] | undefined {
  const id = parseContainerID(op.ContainerID ?? '');
  if (op.Op === 'set' && pod) manager.setPodStatus(pod, op.Status ?? {});
  else if (op.Op === 'ready' && pod) manager.setContainerReadiness(pod.metadata.uid, id, op.Ready ?? false);
  else if (op.Op === 'started' && pod) manager.setContainerStartup(pod.metadata.uid, id, op.Ready ?? false);
  else if (op.Op === 'terminate' && pod) manager.terminatePod(pod);
  else if (op.Op === 'orphans') manager.removeOrphanedStatuses(new Set(op.UIDs));
  else if (op.Op === 'sync') {
    const [queued] = manager.podStatusChannel.tryReceive() ?? [];
    if (!queued) return ['nothing queued'];
    sim.go('sync', manager.syncPod(queued.podUID, queued.status));
  } else if (op.Op === 'batch') {
    while (manager.podStatusChannel.tryReceive());
    sim.go('batch', manager.syncBatch());
  }
  sim.runUntilIdle();
  return undefined;
}

/** Requests of a batch are sorted by pod: a map has no order. */
export function comparable(out: unknown): unknown {
  return (out as readonly { readonly cached?: unknown; readonly requests: object[] }[]).map((step) => ({
    ...step,
    cached: withoutEmpty(step.cached),
    requests: step.requests.toSorted((a, b) => (nameIn(a) < nameIn(b) ? -1 : nameIn(a) > nameIn(b) ? 1 : 0)),
  }));
}

const nameIn = (request: object): string => {
  const { get, patch, delete: deleted } = request as Readonly<Record<string, string | undefined>>;
  return get ?? patch ?? deleted ?? '';
};
