import type { Service } from '../../../../../../../pkg/api/objects.ts';
import { type ServiceLister, newServiceLister } from '../../../listers/core/v1/service.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/service.go#ServiceInformer
export type ServiceInformer = ResourceInformer<Service, ServiceLister>;

/** What makes an informer one of Services. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/service.go#NewFilteredServiceInformer
export const serviceResource: Resource<Service, ServiceLister> = {
  name: 'services',
  type: { apiVersion: 'v1', kind: 'Service' },
  listerWatcher: (client, namespace) => client.coreV1().services(namespace),
  newLister: newServiceLister,
};
