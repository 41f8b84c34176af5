import type { NodeStatus } from 'kubernetes-types/core/v1';
import type { Kubelet } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet.ts';
import { updateNodeStatus } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_node_status.ts';
import { newInternalError } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { deepCopy } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type {
  Draft,
  Node,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { strategicMergePatch } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { clientOf } from '../../kubelet/client.ts';

interface Question {
  readonly Node: Node;
  readonly ReportS: number;
  readonly Ticks: readonly {
    readonly AdvanceS: number;
    /** What the kubelet sees now. */
    readonly Status: NodeStatus;
    /** How many requests fail. */
    readonly GetError: number;
    readonly PatchError: number;
  }[];
}

/** What a kubelet asks for each time that it says how its node is. */
export function answer(question: unknown): unknown {
  const { Node: asked, ReportS, Ticks } = question as Question;
  const sim = new Sim({ epoch: Date.parse('2021-01-01T00:00:00Z') });
  let [node, requests, failures, status] = [asked, [] as unknown[], 0, {} as NodeStatus];
  const failing: Record<string, number> = {};
  const heartbeatClient = clientOf(sim, {
    *do({ verb, body }) {
      const left = failing[verb] ?? 0;
      if (left > 0) {
        failing[verb] = left - 1;
        requests.push(`${verb}: error`);
        return [undefined, newInternalError(new Error('the server is down'))];
      }
      requests.push(verb === 'patch' ? { patch: body } : verb);
      if (verb !== 'patch') return [node, undefined];
      const [patched, err] = strategicMergePatch(node, body, 'Node');
      if (err) throw err;
      node = patched as Node;
      return [node, undefined];
    },
  });
  const kl = {
    sim,
    heartbeatClient,
    nodeName: 'n',
    nodeStatusReportFrequencyMs: ReportS * 1000,
    lastStatusReportTime: -Infinity,
    volumeManager: { markVolumesAsReportedInUse: () => undefined },
    onRepeatedHeartbeatFailure: () => void failures++,
    setNodeStatusFuncs: [
      function* (seen: Draft<Node>) {
        seen.status = deepCopy(status);
        for (const condition of seen.status.conditions ?? []) condition.lastHeartbeatTime = sim.timestamp();
      },
    ],
  } as unknown as Kubelet;
  return Ticks.map(({ AdvanceS, Status, GetError, PatchError }) => {
    sim.runFor(AdvanceS * 1000);
    [requests, failures, status] = [[], 0, Status];
    Object.assign(failing, { get: GetError, patch: PatchError });
    let error: Error | undefined;
    const updating = function* () {
      error = yield* updateNodeStatus(kl);
    };
    sim.go('kubelet', updating());
    while (sim.busy) sim.step();
    return { error: error?.message, heartbeatFailures: failures, requests };
  });
}
