import type { CSIStorageCapacity } from '../../../../../../../pkg/api/objects.ts';
import { StorageV1alpha1Client } from '../../../kubernetes/typed/storage/v1alpha1/storage_client.ts';
import {
  type CSIStorageCapacityLister,
  newCSIStorageCapacityLister,
} from '../../../listers/storage/v1alpha1/csistoragecapacity.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/storage/v1alpha1/csistoragecapacity.go#CSIStorageCapacityInformer
export type CSIStorageCapacityInformer = ResourceInformer<CSIStorageCapacity, CSIStorageCapacityLister>;

/** What makes an informer one of CSIStorageCapacities. */
// Mirrors: staging/src/k8s.io/client-go/informers/storage/v1alpha1/csistoragecapacity.go#NewFilteredCSIStorageCapacityInformer
export const csiStorageCapacityResource: Resource<CSIStorageCapacity, CSIStorageCapacityLister> = {
  name: 'csistoragecapacities',
  type: { apiVersion: 'storage.k8s.io/v1alpha1', kind: 'CSIStorageCapacity' },
  listerWatcher: (client, namespace) => client.group(StorageV1alpha1Client).csiStorageCapacities(namespace),
  newLister: newCSIStorageCapacityLister,
};
