import { sha1 } from '../../../../go/sha1.ts';

/** The resources that say how many volumes a node can have of a kind. */
// Mirrors: pkg/volume/util/attach_limit.go#EBSVolumeLimitKey
export const ebsVolumeLimitKey = 'attachable-volumes-aws-ebs';

// Mirrors: pkg/volume/util/attach_limit.go#AzureVolumeLimitKey
export const azureVolumeLimitKey = 'attachable-volumes-azure-disk';

// Mirrors: pkg/volume/util/attach_limit.go#GCEVolumeLimitKey
export const gceVolumeLimitKey = 'attachable-volumes-gce-pd';

// Mirrors: pkg/volume/util/attach_limit.go#CinderVolumeLimitKey
export const cinderVolumeLimitKey = 'attachable-volumes-cinder';

/** Types of machines that take fewer volumes. */
// Mirrors: pkg/volume/util/attach_limit.go#EBSNitroLimitRegex
export const ebsNitroLimitRegex = /^[cmr]5.*|t3|z1d/;

// Mirrors: pkg/volume/util/attach_limit.go#DefaultMaxEBSVolumes
export const defaultMaxEBSVolumes = 39;

// Mirrors: pkg/volume/util/attach_limit.go#DefaultMaxEBSNitroVolumeLimit
export const defaultMaxEBSNitroVolumeLimit = 25;

// Mirrors: pkg/volume/util/attach_limit.go#DefaultMaxCinderVolumes
export const defaultMaxCinderVolumes = 256;

// Mirrors: pkg/volume/util/attach_limit.go#CSIAttachLimitPrefix
export const csiAttachLimitPrefix = 'attachable-volumes-csi-';

// Mirrors: pkg/volume/util/attach_limit.go#ResourceNameLengthLimit
export const resourceNameLengthLimit = 63;

/** The resource that says how many volumes of a CSI driver a node can have. Of a long name a part stands for the rest. */
// Mirrors: pkg/volume/util/attach_limit.go#GetCSIAttachLimitKey
export function getCSIAttachLimitKey(driverName: string): string {
  const whole = csiAttachLimitPrefix + driverName;
  if (whole.length < resourceNameLengthLimit) return whole;
  return `${csiAttachLimitPrefix}${driverName.slice(0, 23)}${sha1(driverName).slice(0, 16)}`;
}
