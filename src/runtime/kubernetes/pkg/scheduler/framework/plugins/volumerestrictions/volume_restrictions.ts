import type { Volume } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../api/objects.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type FilterPlugin, newStatus } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';

// Mirrors: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go#Name
export const name = 'VolumeRestrictions';

// Mirrors: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go#ErrReasonDiskConflict
export const errReasonDiskConflict = 'node(s) had no available disk';

/**
 * Keeps a pod off nodes where another pod has its disk already, if the kind of the disk does not allow both. Only
 * disks that pods name themselves are looked at, not those of claims.
 */
// Mirrors: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go#VolumeRestrictions
export class VolumeRestrictions implements FilterPlugin {
  // Mirrors: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go#VolumeRestrictions.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go#VolumeRestrictions.Filter
  filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    for (const v of pod.spec.volumes ?? none) {
      if (!isLookedAt(v)) continue;
      for (const ev of nodeInfo.pods)
        if (isVolumeConflict(v, ev.pod)) return newStatus('Unschedulable', errReasonDiskConflict);
    }
    return undefined;
  }
}

const none: readonly Volume[] = [];

export const isLookedAt = (v: Volume): boolean =>
  Boolean(v.gcePersistentDisk ?? v.awsElasticBlockStore ?? v.rbd ?? v.iscsi);

// Mirrors: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go#isVolumeConflict
function isVolumeConflict(volume: Volume, pod: Pod): boolean {
  for (const existingVolume of pod.spec.volumes ?? none) {
    // A disk of GCE can be had by many, if all of them only read it.
    if (volume.gcePersistentDisk && existingVolume.gcePersistentDisk) {
      const [disk, existingDisk] = [volume.gcePersistentDisk, existingVolume.gcePersistentDisk];
      if (disk.pdName === existingDisk.pdName && !(disk.readOnly && existingDisk.readOnly)) return true;
    }
    if (volume.awsElasticBlockStore && existingVolume.awsElasticBlockStore)
      if (volume.awsElasticBlockStore.volumeID === existingVolume.awsElasticBlockStore.volumeID) return true;
    // ISCSI volumes are the same if they share their qualified name.
    if (volume.iscsi && existingVolume.iscsi) {
      const { iqn, readOnly } = volume.iscsi;
      if (iqn === existingVolume.iscsi.iqn && !(readOnly && existingVolume.iscsi.readOnly)) return true;
    }
    // RBD images are the same if they share a monitor, the pool and the name.
    if (volume.rbd && existingVolume.rbd) {
      const { monitors, pool = '', image, readOnly } = volume.rbd;
      const { monitors: emon, pool: epool = '', image: eimage, readOnly: ereadOnly } = existingVolume.rbd;
      const same = haveOverlap(monitors, emon) && pool === epool && image === eimage;
      if (same && !(readOnly && ereadOnly)) return true;
    }
  }
  return false;
}

// Mirrors: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go#haveOverlap
function haveOverlap(a1: readonly string[] = [], a2: readonly string[] = []): boolean {
  const m = new Set(a1);
  return a2.some((val) => m.has(val));
}

// Mirrors: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go#New
export const newPlugin: PluginFactory = () => [new VolumeRestrictions(), undefined];
