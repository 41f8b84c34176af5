import type { StorageClass } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import { type GenericNamespaceLister, newGenericLister } from '../../../tools/cache/listers.ts';

/** Reads the cached StorageClasses. They have no namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/storage/v1/storageclass.go#StorageClassLister
export type StorageClassLister = GenericNamespaceLister<StorageClass>;

// Mirrors: staging/src/k8s.io/client-go/listers/storage/v1/storageclass.go#NewStorageClassLister
export function newStorageClassLister(indexer: Indexer<StorageClass>): StorageClassLister {
  const { list, get } = newGenericLister(indexer, { group: 'storage.k8s.io', resource: 'storageclass' });
  return { list, get };
}
