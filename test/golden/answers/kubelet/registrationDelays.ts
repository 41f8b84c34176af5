import type { Kubelet } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet.ts';
import { registerWithAPIServer } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_node_status.ts';
import { newInternalError } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Node } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { clientOf } from '../../kubelet/client.ts';

/** How long a kubelet waits before each attempt to register its node. */
export function answer(question: unknown): unknown {
  const { Failures } = question as { readonly Failures: number };
  const sim = new Sim();
  const delaysMs: number[] = [];
  let last = sim.now;
  const node = { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } } as Node;
  const kubeClient = clientOf(sim, {
    *do() {
      delaysMs.push(sim.now - last);
      last = sim.now;
      if (delaysMs.length <= Failures) return [undefined, newInternalError(new Error('no'))];
      return [node, undefined];
    },
  });
  const kl = {
    sim,
    kubeClient,
    nodeName: 'n',
    registrationCompleted: false,
    *initialNode() {
      return [node, undefined];
    },
  } as unknown as Kubelet;
  sim.go('kubelet', registerWithAPIServer(kl));
  sim.runUntilIdle();
  const attempts = delaysMs.length;
  sim.go('kubelet', registerWithAPIServer(kl));
  sim.runUntilIdle();
  const secondCallAttempts = delaysMs.length - attempts;
  return { completed: kl.registrationCompleted, delaysMs: delaysMs.slice(0, attempts), secondCallAttempts };
}
