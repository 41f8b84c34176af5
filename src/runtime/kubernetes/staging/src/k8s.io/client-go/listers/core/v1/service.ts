import type { Service } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';

/** Reads the cached Services of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/service.go#ServiceLister
export interface ServiceLister {
  readonly list: GenericLister<Service>['list'];
  services(namespace: string): ServiceNamespaceLister;
}

/** Reads the cached Services of one namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/service.go#ServiceNamespaceLister
export type ServiceNamespaceLister = GenericNamespaceLister<Service>;

// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/service.go#NewServiceLister
export function newServiceLister(indexer: Indexer<Service>): ServiceLister {
  const { list, byNamespace } = newGenericLister(indexer, { group: '', resource: 'service' });
  return { list, services: byNamespace };
}
