import type { CSIStorageCapacity } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';

/** Reads the cached CSIStorageCapacities of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/storage/v1alpha1/csistoragecapacity.go#CSIStorageCapacityLister
export interface CSIStorageCapacityLister {
  readonly list: GenericLister<CSIStorageCapacity>['list'];
  csiStorageCapacities(namespace: string): GenericNamespaceLister<CSIStorageCapacity>;
}

// Mirrors: staging/src/k8s.io/client-go/listers/storage/v1alpha1/csistoragecapacity.go#NewCSIStorageCapacityLister
export function newCSIStorageCapacityLister(indexer: Indexer<CSIStorageCapacity>): CSIStorageCapacityLister {
  const resource = { group: 'storage.k8s.io', resource: 'csistoragecapacity' };
  const { list, byNamespace } = newGenericLister(indexer, resource);
  return { list, csiStorageCapacities: byNamespace };
}
