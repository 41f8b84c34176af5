import type { StatusError } from '../../../../../apimachinery/pkg/api/errors/errors.ts';
import type { Binding, Pod } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { Blocking } from '../../../../../../../../../sim/process.ts';
import { ResourceClient } from '../../resource-client.ts';

/** Pods, with what only they can do. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/pod_expansion.go#PodExpansion
export class Pods extends ResourceClient<Pod> {
  /** Assigns the pod of the binding's name to a node. */
  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/pod_expansion.go#pods.Bind
  *bind(binding: Binding): Blocking<StatusError | undefined> {
    const { name } = binding.metadata;
    const [, err] = yield* this.send({ verb: 'create', name, subresource: 'binding', body: binding });
    return err;
  }
}
