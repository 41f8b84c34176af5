import type { Volume } from 'kubernetes-types/core/v1';
import type { PersistentVolume } from '../../../../api/objects.ts';
import { awsEBSInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.ts';
import { azureDiskInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.ts';
import { gcePDInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.ts';
import { cinderInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.ts';
import {
  azureVolumeLimitKey,
  cinderVolumeLimitKey,
  ebsVolumeLimitKey,
  gceVolumeLimitKey,
} from '../../../../volume/util/attach_limit.ts';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#AzureDiskName
export const azureDiskName = 'AzureDiskLimits';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#CinderName
export const cinderName = 'CinderLimits';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#EBSName
export const ebsName = 'EBSLimits';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#GCEPDName
export const gcePDName = 'GCEPDLimits';

/**
 * What tells volumes of one kind from all others. Upstream has two functions more, which compare the last name here
 * with that of a class and of a node.
 *
 * Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#VolumeFilter
 */
export interface VolumeFilter {
  /** Of the plugin that counts them. */
  readonly name: string;
  /** The resource that says how many of them a node can have. */
  readonly volumeLimitKey: string;
  /** What the volume is called; undefined if it is of another kind. */
  filterVolume(vol: Volume): string | undefined;
  filterPersistentVolume(pv: PersistentVolume): string | undefined;
  /** What classes call the kind in `provisioner`. */
  readonly inTreePluginName: string;
}

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#ebsVolumeFilter
export const ebsVolumeFilter: VolumeFilter = {
  name: ebsName,
  volumeLimitKey: ebsVolumeLimitKey,
  filterVolume: (vol) => vol.awsElasticBlockStore?.volumeID,
  filterPersistentVolume: ({ spec }) => spec.awsElasticBlockStore?.volumeID,
  inTreePluginName: awsEBSInTreePluginName,
};

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#gcePDVolumeFilter
export const gcePDVolumeFilter: VolumeFilter = {
  name: gcePDName,
  volumeLimitKey: gceVolumeLimitKey,
  filterVolume: (vol) => vol.gcePersistentDisk?.pdName,
  filterPersistentVolume: ({ spec }) => spec.gcePersistentDisk?.pdName,
  inTreePluginName: gcePDInTreePluginName,
};

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#azureDiskVolumeFilter
export const azureDiskVolumeFilter: VolumeFilter = {
  name: azureDiskName,
  volumeLimitKey: azureVolumeLimitKey,
  filterVolume: (vol) => vol.azureDisk?.diskName,
  filterPersistentVolume: ({ spec }) => spec.azureDisk?.diskName,
  inTreePluginName: azureDiskInTreePluginName,
};

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#cinderVolumeFilter
export const cinderVolumeFilter: VolumeFilter = {
  name: cinderName,
  volumeLimitKey: cinderVolumeLimitKey,
  filterVolume: (vol) => vol.cinder?.volumeID,
  filterPersistentVolume: ({ spec }) => spec.cinder?.volumeID,
  inTreePluginName: cinderInTreePluginName,
};
