import type { Volume } from 'kubernetes-types/core/v1';
import type { Plugin } from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import { CSILimits } from '../../kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits/csi.ts';
import { NonCSILimits } from '../../kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.ts';
import { VolumeBinding } from '../../kubernetes/pkg/scheduler/framework/plugins/volumebinding/volume_binding.ts';
import {
  VolumeRestrictions,
  isLookedAt,
} from '../../kubernetes/pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.ts';
import { VolumeZone } from '../../kubernetes/pkg/scheduler/framework/plugins/volumezone/volume_zone.ts';
import type { TraitsOfClass } from '../traits.ts';

/** A filter that looks at some of the volumes of a pod: most pods have volumes, and few have such. */
function lookingAt<P extends Plugin>(
  of: TraitsOfClass<P>['class'],
  looksAt: (volume: Volume, plugin: P) => boolean,
): TraitsOfClass<P> {
  return {
    class: of,
    traits: (plugin) => ({ ignores: ({ spec }) => !spec.volumes?.some((vol) => looksAt(vol, plugin)) }),
  };
}

const isClaim = ({ persistentVolumeClaim }: Volume): boolean => persistentVolumeClaim !== undefined;

export const csiLimits = lookingAt(CSILimits, isClaim);
export const nonCSILimits = lookingAt(
  NonCSILimits,
  (vol, { volumeFilter }) => isClaim(vol) || volumeFilter.filterVolume(vol) !== undefined,
);
export const volumeBinding = lookingAt(VolumeBinding, (vol) => isClaim(vol) || vol.ephemeral !== undefined);
export const volumeRestrictions = lookingAt(VolumeRestrictions, isLookedAt);
export const volumeZone = lookingAt(VolumeZone, isClaim);
