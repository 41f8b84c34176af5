import type { PersistentVolume } from '../../../../../../../pkg/api/objects.ts';
import {
  type PersistentVolumeLister,
  newPersistentVolumeLister,
} from '../../../listers/core/v1/persistentvolume.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/persistentvolume.go#PersistentVolumeInformer
export type PersistentVolumeInformer = ResourceInformer<PersistentVolume, PersistentVolumeLister>;

/** What makes an informer one of PersistentVolumes. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/persistentvolume.go#NewFilteredPersistentVolumeInformer
export const persistentVolumeResource: Resource<PersistentVolume, PersistentVolumeLister> = {
  name: 'persistentvolumes',
  type: { apiVersion: 'v1', kind: 'PersistentVolume' },
  listerWatcher: (client) => client.coreV1().persistentVolumes(),
  newLister: newPersistentVolumeLister,
};
