import type { Namespace } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../../../sim/process.ts';
import { ResourceClient } from '../../resource-client.ts';
import type { StatusError } from '../../../../../apimachinery/pkg/api/errors/errors.ts';

/** Namespaces, with what only they can do. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/namespace_expansion.go#NamespaceExpansion
export class Namespaces extends ResourceClient<Namespace> {
  /** Changes the finalizers in the spec. */
  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/namespace_expansion.go#namespaces.Finalize
  *finalize(item: Namespace): Blocking<Result<Namespace, StatusError>> {
    const { name } = item.metadata;
    return yield* this.send({ verb: 'update', name, subresource: 'finalize', body: item });
  }
}
