import type { StorageClass } from '../../../../../../../pkg/api/objects.ts';
import { StorageV1Client } from '../../../kubernetes/typed/storage/v1/storage_client.ts';
import { type StorageClassLister, newStorageClassLister } from '../../../listers/storage/v1/storageclass.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/storage/v1/storageclass.go#StorageClassInformer
export type StorageClassInformer = ResourceInformer<StorageClass, StorageClassLister>;

/** What makes an informer one of StorageClasses. */
// Mirrors: staging/src/k8s.io/client-go/informers/storage/v1/storageclass.go#NewFilteredStorageClassInformer
export const storageClassResource: Resource<StorageClass, StorageClassLister> = {
  name: 'storageclasses',
  type: { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' },
  listerWatcher: (client) => client.group(StorageV1Client).storageClasses(),
  newLister: newStorageClassLister,
};
