import {
  type GroupResource,
  type StatusError,
  newForbidden,
  withCause,
} from '../../../../../../apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject, Namespace } from '../../../../../../apimachinery/pkg/runtime/object.ts';

// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go#NewLifecycle
const immortalNamespaces = ['default', 'kube-system', 'kube-public'];

/** The request that is to be admitted. */
export interface Attributes {
  readonly operation: 'create' | 'update' | 'delete';
  readonly resource: GroupResource;
  /** The namespace of the request; empty for a resource without. */
  readonly namespace: string;
  readonly name: string;
  readonly object?: KubeObject;
}

/**
 * Keeps new objects out of namespaces that do not exist or are going away, and some namespaces from being deleted.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go#Lifecycle.Admit
 */
export function admitByNamespace(
  attributes: Attributes,
  getNamespace: (name: string) => [KubeObject, undefined] | [undefined, StatusError],
): StatusError | undefined {
  const { operation, resource, namespace, name } = attributes;
  if (operation === 'delete' && resource.resource === 'namespaces' && immortalNamespaces.includes(name)) {
    return newForbidden(resource, name, new Error('this namespace may not be deleted'));
  }
  if (namespace === '' || operation === 'delete') return undefined;
  const [found, err] = getNamespace(namespace);
  if (err) return err;
  if (operation !== 'create' || (found as Namespace).status?.phase !== 'Terminating') return undefined;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  return withCause(newForbidden(resource, resourceName(attributes), new Error(why)), {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  });
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/errors.go#extractResourceName
function resourceName({ name, object }: Attributes): string {
  return name || object?.metadata.name || object?.metadata.generateName || 'Unknown';
}
