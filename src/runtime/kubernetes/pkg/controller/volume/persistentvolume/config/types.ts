// Mirrors: pkg/controller/volume/persistentvolume/config/types.go#PersistentVolumeBinderControllerConfiguration
export class PersistentVolumeBinderControllerConfiguration {
  pvClaimBinderSyncPeriod = 0;
  readonly volumeConfiguration = new VolumeConfiguration();
  volumeHostCIDRDenylist: string[] = [];
  volumeHostAllowLocalLoopback = false;
}

// Mirrors: pkg/controller/volume/persistentvolume/config/types.go#VolumeConfiguration
export class VolumeConfiguration {
  enableHostPathProvisioning = false;
  enableDynamicProvisioning = false;
  readonly persistentVolumeRecyclerConfiguration = new PersistentVolumeRecyclerConfiguration();
  flexVolumePluginDir = '';
}

// Mirrors: pkg/controller/volume/persistentvolume/config/types.go#PersistentVolumeRecyclerConfiguration
export class PersistentVolumeRecyclerConfiguration {
  maximumRetry = 0;
  minimumTimeoutNFS = 0;
  podTemplateFilePathNFS = '';
  incrementTimeoutNFS = 0;
  podTemplateFilePathHostPath = '';
  minimumTimeoutHostPath = 0;
  incrementTimeoutHostPath = 0;
}
