import type { CSINode } from '../../../../../../../pkg/api/objects.ts';
import { StorageV1Client } from '../../../kubernetes/typed/storage/v1/storage_client.ts';
import { type CSINodeLister, newCSINodeLister } from '../../../listers/storage/v1/csinode.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/storage/v1/csinode.go#CSINodeInformer
export type CSINodeInformer = ResourceInformer<CSINode, CSINodeLister>;

/** What makes an informer one of CSINodes. */
// Mirrors: staging/src/k8s.io/client-go/informers/storage/v1/csinode.go#NewFilteredCSINodeInformer
export const csiNodeResource: Resource<CSINode, CSINodeLister> = {
  name: 'csinodes',
  type: { apiVersion: 'storage.k8s.io/v1', kind: 'CSINode' },
  listerWatcher: (client) => client.group(StorageV1Client).csiNodes(),
  newLister: newCSINodeLister,
};
