import type { Blocking } from '../../../../sim/process.ts';
import type { Draft, Lease } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';

/** Makes the node the owner of its lease, so that it goes with that. */
// Mirrors: pkg/kubelet/util/nodelease.go#SetNodeOwnerFunc
export function setNodeOwnerFunc(
  c: Clientset,
  nodeName: string,
): (lease: Draft<Lease>) => Blocking<Error | undefined> {
  return function* setNodeOwner({ metadata }) {
    if (metadata.ownerReferences?.length) return undefined;
    const [node, err] = yield* c.coreV1().nodes().get(nodeName);
    if (err) return err;
    const uid = node.metadata.uid ?? '';
    metadata.ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name: nodeName, uid }];
    return undefined;
  };
}
