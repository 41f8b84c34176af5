import type { ServiceAccount } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';

/** Reads the cached ServiceAccounts of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/serviceaccount.go#ServiceAccountLister
export interface ServiceAccountLister {
  readonly list: GenericLister<ServiceAccount>['list'];
  serviceAccounts(namespace: string): ServiceAccountNamespaceLister;
}

/** Reads the cached ServiceAccounts of one namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/serviceaccount.go#ServiceAccountNamespaceLister
export type ServiceAccountNamespaceLister = GenericNamespaceLister<ServiceAccount>;

// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/serviceaccount.go#NewServiceAccountLister
export function newServiceAccountLister(indexer: Indexer<ServiceAccount>): ServiceAccountLister {
  const { list, byNamespace } = newGenericLister(indexer, { group: '', resource: 'serviceaccount' });
  return { list, serviceAccounts: byNamespace };
}
