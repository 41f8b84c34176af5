import { second } from '../../../../../../../go/duration.ts';
import type {
  PersistentVolumeBinderControllerConfiguration,
  PersistentVolumeRecyclerConfiguration,
  VolumeConfiguration,
} from '../../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/volume/persistentvolume/config/v1alpha1/defaults.go#RecommendedDefaultPersistentVolumeBinderControllerConfiguration
export function recommendedDefaultPersistentVolumeBinderControllerConfiguration(
  obj: PersistentVolumeBinderControllerConfiguration,
): void {
  if (obj.pvClaimBinderSyncPeriod === 0) obj.pvClaimBinderSyncPeriod = 15 * second;
  if (obj.volumeHostAllowLocalLoopback === undefined) obj.volumeHostAllowLocalLoopback = true;
  recommendedDefaultVolumeConfiguration(obj.volumeConfiguration);
}

// Mirrors: pkg/controller/volume/persistentvolume/config/v1alpha1/defaults.go#RecommendedDefaultVolumeConfiguration
export function recommendedDefaultVolumeConfiguration(obj: VolumeConfiguration): void {
  if (obj.enableHostPathProvisioning === undefined) obj.enableHostPathProvisioning = false;
  if (obj.enableDynamicProvisioning === undefined) obj.enableDynamicProvisioning = true;
  if (obj.flexVolumePluginDir === '')
    obj.flexVolumePluginDir = '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/';
  recommendedDefaultPersistentVolumeRecyclerConfiguration(obj.persistentVolumeRecyclerConfiguration);
}

// Mirrors: pkg/controller/volume/persistentvolume/config/v1alpha1/defaults.go#RecommendedDefaultPersistentVolumeRecyclerConfiguration
export function recommendedDefaultPersistentVolumeRecyclerConfiguration(
  obj: PersistentVolumeRecyclerConfiguration,
): void {
  if (obj.maximumRetry === 0) obj.maximumRetry = 3;
  if (obj.minimumTimeoutNFS === 0) obj.minimumTimeoutNFS = 300;
  if (obj.incrementTimeoutNFS === 0) obj.incrementTimeoutNFS = 30;
  if (obj.minimumTimeoutHostPath === 0) obj.minimumTimeoutHostPath = 60;
  if (obj.incrementTimeoutHostPath === 0) obj.incrementTimeoutHostPath = 30;
}
