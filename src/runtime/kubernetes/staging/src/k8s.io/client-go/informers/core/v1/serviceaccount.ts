import type { ServiceAccount } from '../../../../../../../pkg/api/objects.ts';
import {
  type ServiceAccountLister,
  newServiceAccountLister,
} from '../../../listers/core/v1/serviceaccount.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/serviceaccount.go#ServiceAccountInformer
export type ServiceAccountInformer = ResourceInformer<ServiceAccount, ServiceAccountLister>;

/** What makes an informer one of ServiceAccounts. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/serviceaccount.go#NewFilteredServiceAccountInformer
export const serviceAccountResource: Resource<ServiceAccount, ServiceAccountLister> = {
  name: 'serviceaccounts',
  type: { apiVersion: 'v1', kind: 'ServiceAccount' },
  listerWatcher: (client, namespace) => client.coreV1().serviceAccounts(namespace),
  newLister: newServiceAccountLister,
};
