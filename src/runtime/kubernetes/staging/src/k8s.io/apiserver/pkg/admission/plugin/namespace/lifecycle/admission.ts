import { newForbidden, withCause } from '../../../../../../apimachinery/pkg/api/errors/errors.ts';
import type { Namespace } from '../../../../../../apimachinery/pkg/runtime/object.ts';
import { newForbiddenRequest } from '../../../errors.ts';
import type { PluginFactory } from '../../../interfaces.ts';

// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go#NewLifecycle
const immortalNamespaces = ['default', 'kube-system', 'kube-public'];

/** Keeps new objects out of namespaces that do not exist or are going away, and some namespaces from being deleted. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go#Lifecycle
export const newLifecycle: PluginFactory = (cluster) => ({
  // Mirrors: staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go#Lifecycle.Admit
  admit(attributes) {
    const { operation, resource, namespace, name } = attributes;
    if (operation === 'delete' && resource.resource === 'namespaces' && immortalNamespaces.includes(name)) {
      return newForbidden(resource, name, new Error('this namespace may not be deleted'));
    }
    if (namespace === '' || operation === 'delete') return undefined;
    const [found, err] = cluster.get('namespaces', namespace);
    if (err) return err;
    if (operation !== 'create' || (found as Namespace).status?.phase !== 'Terminating') return undefined;
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    return withCause(newForbiddenRequest(attributes, new Error(why)), {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    });
  },
});
