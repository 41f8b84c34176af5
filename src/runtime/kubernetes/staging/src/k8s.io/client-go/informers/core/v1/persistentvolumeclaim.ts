import type { PersistentVolumeClaim } from '../../../../../../../pkg/api/objects.ts';
import {
  type PersistentVolumeClaimLister,
  newPersistentVolumeClaimLister,
} from '../../../listers/core/v1/persistentvolumeclaim.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/persistentvolumeclaim.go#PersistentVolumeClaimInformer
export type PersistentVolumeClaimInformer = ResourceInformer<
  PersistentVolumeClaim,
  PersistentVolumeClaimLister
>;

/** What makes an informer one of PersistentVolumeClaims. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/persistentvolumeclaim.go#NewFilteredPersistentVolumeClaimInformer
export const persistentVolumeClaimResource: Resource<PersistentVolumeClaim, PersistentVolumeClaimLister> = {
  name: 'persistentvolumeclaims',
  type: { apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
  listerWatcher: (client, namespace) => client.coreV1().persistentVolumeClaims(namespace),
  newLister: newPersistentVolumeClaimLister,
};
