import type { Namespace } from '../../../../../../../pkg/api/objects.ts';
import { type NamespaceLister, newNamespaceLister } from '../../../listers/core/v1/namespace.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/namespace.go#NamespaceInformer
export type NamespaceInformer = ResourceInformer<Namespace, NamespaceLister>;

/** What makes an informer one of Namespaces. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/namespace.go#NewFilteredNamespaceInformer
export const namespaceResource: Resource<Namespace, NamespaceLister> = {
  name: 'namespaces',
  type: { apiVersion: 'v1', kind: 'Namespace' },
  listerWatcher: (client) => client.coreV1().namespaces(),
  newLister: newNamespaceLister,
};
