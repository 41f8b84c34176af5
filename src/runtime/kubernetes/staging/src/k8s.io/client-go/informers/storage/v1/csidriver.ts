import type { CSIDriver } from '../../../../../../../pkg/api/objects.ts';
import { StorageV1Client } from '../../../kubernetes/typed/storage/v1/storage_client.ts';
import { type CSIDriverLister, newCSIDriverLister } from '../../../listers/storage/v1/csidriver.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/storage/v1/csidriver.go#CSIDriverInformer
export type CSIDriverInformer = ResourceInformer<CSIDriver, CSIDriverLister>;

/** What makes an informer one of CSIDrivers. */
// Mirrors: staging/src/k8s.io/client-go/informers/storage/v1/csidriver.go#NewFilteredCSIDriverInformer
export const csiDriverResource: Resource<CSIDriver, CSIDriverLister> = {
  name: 'csidrivers',
  type: { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver' },
  listerWatcher: (client) => client.group(StorageV1Client).csiDrivers(),
  newLister: newCSIDriverLister,
};
