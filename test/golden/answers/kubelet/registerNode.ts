import type { Kubelet } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet.ts';
import { tryRegisterWithAPIServer } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_node_status.ts';
import {
  newAlreadyExists,
  newInternalError,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Node } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { clientOf } from '../../kubelet/client.ts';

interface Question {
  readonly Initial: Node;
  readonly Existing?: Node;
  /** The request that fails. */
  readonly Error?: string;
}

/** What a kubelet asks for to register its node, and whether that is done. */
export function answer(question: unknown): unknown {
  const { Initial, Existing, Error: failing } = question as Question;
  const sim = new Sim();
  const requests: object[] = [];
  const client = clientOf(sim, {
    *do({ verb, body, subresource, patchType: type }) {
      requests.push(verb === 'patch' ? { patch: 'node', body, subresource, type } : { [verb]: 'node' });
      if (verb === failing) return [undefined, newInternalError(new Error('the server is down'))];
      if (verb === 'create' && Existing)
        return [undefined, newAlreadyExists({ group: '', resource: 'nodes' }, 'n')];
      return [Existing ?? Initial, undefined];
    },
  });
  const containerManager = { shouldResetExtendedResourceCapacity: () => false };
  const kl = { kubeClient: client, nodeName: 'n', containerManager } as unknown as Kubelet;
  let registered = false;
  const registering = function* () {
    registered = yield* tryRegisterWithAPIServer(kl, Initial);
  };
  sim.go('kubelet', registering());
  sim.runUntilIdle();
  return { registered, requests };
}
