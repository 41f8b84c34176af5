import type { PersistentVolume } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import { type GenericNamespaceLister, newGenericLister } from '../../../tools/cache/listers.ts';

/** Reads the cached PersistentVolumes. They have no namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/persistentvolume.go#PersistentVolumeLister
export type PersistentVolumeLister = GenericNamespaceLister<PersistentVolume>;

// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/persistentvolume.go#NewPersistentVolumeLister
export function newPersistentVolumeLister(indexer: Indexer<PersistentVolume>): PersistentVolumeLister {
  const { list, get } = newGenericLister(indexer, { group: '', resource: 'persistentvolume' });
  return { list, get };
}
