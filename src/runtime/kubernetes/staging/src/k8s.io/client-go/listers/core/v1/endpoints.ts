import type { Endpoints } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';

/** Reads the cached Endpoints of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/endpoints.go#EndpointsLister
export interface EndpointsLister {
  readonly list: GenericLister<Endpoints>['list'];
  endpoints(namespace: string): EndpointsNamespaceLister;
}

/** Reads the cached Endpoints of one namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/endpoints.go#EndpointsNamespaceLister
export type EndpointsNamespaceLister = GenericNamespaceLister<Endpoints>;

// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/endpoints.go#NewEndpointsLister
export function newEndpointsLister(indexer: Indexer<Endpoints>): EndpointsLister {
  const { list, byNamespace } = newGenericLister(indexer, { group: '', resource: 'endpoints' });
  return { list, endpoints: byNamespace };
}
