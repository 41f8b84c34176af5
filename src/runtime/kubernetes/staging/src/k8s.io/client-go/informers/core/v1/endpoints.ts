import type { Endpoints } from '../../../../../../../pkg/api/objects.ts';
import { type EndpointsLister, newEndpointsLister } from '../../../listers/core/v1/endpoints.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/endpoints.go#EndpointsInformer
export type EndpointsInformer = ResourceInformer<Endpoints, EndpointsLister>;

/** What makes an informer one of Endpoints. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/endpoints.go#NewFilteredEndpointsInformer
export const endpointsResource: Resource<Endpoints, EndpointsLister> = {
  name: 'endpoints',
  type: { apiVersion: 'v1', kind: 'Endpoints' },
  listerWatcher: (client, namespace) => client.coreV1().endpoints(namespace),
  newLister: newEndpointsLister,
};
