import type { PersistentVolumeClaim } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';

/** Reads the cached PersistentVolumeClaims of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/persistentvolumeclaim.go#PersistentVolumeClaimLister
export interface PersistentVolumeClaimLister {
  readonly list: GenericLister<PersistentVolumeClaim>['list'];
  persistentVolumeClaims(namespace: string): GenericNamespaceLister<PersistentVolumeClaim>;
}

// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/persistentvolumeclaim.go#NewPersistentVolumeClaimLister
export function newPersistentVolumeClaimLister(
  indexer: Indexer<PersistentVolumeClaim>,
): PersistentVolumeClaimLister {
  const resource = { group: '', resource: 'persistentvolumeclaim' };
  const { list, byNamespace } = newGenericLister(indexer, resource);
  return { list, persistentVolumeClaims: byNamespace };
}
