import type { Volume } from 'kubernetes-types/core/v1';
import type { CSINode, PersistentVolume, PersistentVolumeClaim, Pod } from '../../../../api/objects.ts';
import { getPersistentVolumeClaimClass } from '../../../../apis/core/v1/helper/helpers.ts';
import {
  getCSINameFromInTreeName,
  getInTreePluginNameFromSpec,
  isMigratableIntreePluginByName,
  isPVMigratable,
  translateInTreePVToCSI,
} from '../../../../../staging/src/k8s.io/csi-translation-lib/translate.ts';
import { getCSIAttachLimitKey } from '../../../../volume/util/attach_limit.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type FilterPlugin, type Handle, newStatus } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import { errReasonMaxVolumeCountExceeded } from './non_csi.ts';
import { type VolumeListers, isCSIMigrationOn, volumeLimits, volumeListers } from './utils.ts';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go#CSIName
export const csiName = 'NodeVolumeLimits';

/** A driver, and what it calls a volume. */
interface DriverInfo {
  readonly driver: string;
  readonly volumeHandle: string;
}

/** Keeps a pod off nodes that have as many volumes of a CSI driver as they can. */
// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go#CSILimits
export class CSILimits implements FilterPlugin {
  readonly #listers: VolumeListers;
  readonly #features: ReturnType<Handle['featureGate']>;
  /** Stands before the names of volumes that are not there yet, so that no real one is called so. */
  readonly #randomVolumeIDPrefix: string;

  constructor(handle: Pick<Handle, 'featureGate' | 'sim'>, listers: VolumeListers) {
    this.#listers = listers;
    this.#features = handle.featureGate();
    this.#randomVolumeIDPrefix = handle.sim().random.name(32);
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go#CSILimits.Name
  name(): string {
    return csiName;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go#CSILimits.Filter
  filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const { volumes } = pod.spec;
    if (volumes === undefined || volumes.length === 0) return undefined;
    const node = nodeInfo.node();
    if (!node) return newStatus('Error', 'node not found');
    const csiNode = this.#listers.csiNode(node.metadata.name);

    const newVolumes = new Map<string, string>();
    const err = this.#filterAttachableVolumes(csiNode, volumes, pod.metadata.namespace, newVolumes);
    if (err) return newStatus('Error', err.message);
    if (newVolumes.size === 0) return undefined;
    const nodeVolumeLimits = getVolumeLimits(nodeInfo, csiNode);
    if (nodeVolumeLimits.size === 0) return undefined;

    const attachedVolumes = new Map<string, string>();
    for (const { pod: existing } of nodeInfo.pods) {
      const { namespace } = existing.metadata;
      const failed = this.#filterAttachableVolumes(
        csiNode,
        existing.spec.volumes,
        namespace,
        attachedVolumes,
      );
      if (failed) return newStatus('Error', failed.message);
    }
    // A volume that is there already is not counted again.
    for (const volumeUniqueName of attachedVolumes.keys()) newVolumes.delete(volumeUniqueName);
    const attachedVolumeCount = countOf(attachedVolumes);
    for (const [volumeLimitKey, count] of countOf(newVolumes)) {
      const maxVolumeLimit = nodeVolumeLimits.get(volumeLimitKey);
      if (maxVolumeLimit === undefined) continue;
      if ((attachedVolumeCount.get(volumeLimitKey) ?? 0) + count > maxVolumeLimit)
        return newStatus('Unschedulable', errReasonMaxVolumeCountExceeded);
    }
    return undefined;
  }

  /** Adds to `result`, by name of the volume, the resource that limits it. */
  // Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go#CSILimits.filterAttachableVolumes
  #filterAttachableVolumes(
    csiNode: CSINode | undefined,
    volumes: readonly Volume[] = [],
    namespace: string,
    result: Map<string, string>,
  ): Error | undefined {
    for (const { persistentVolumeClaim } of volumes) {
      if (!persistentVolumeClaim) continue;
      if (!persistentVolumeClaim.claimName) return new Error('PersistentVolumeClaim had no name');
      const pvc = this.#listers.pvc(namespace, persistentVolumeClaim.claimName);
      if (!pvc) continue;
      const info = this.#getCSIDriverInfo(csiNode, pvc);
      if (!info?.driver || !info.volumeHandle) continue;
      result.set(`${info.driver}/${info.volumeHandle}`, getCSIAttachLimitKey(info.driver));
    }
    return undefined;
  }

  /** Undefined where no CSI driver has the volume. */
  // Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go#CSILimits.getCSIDriverInfo
  #getCSIDriverInfo(csiNode: CSINode | undefined, pvc: PersistentVolumeClaim): DriverInfo | undefined {
    const pvName = pvc.spec.volumeName;
    const pv = pvName ? this.#listers.pv(pvName) : undefined;
    // Without its volume, which may be deleted or not made yet, the class says which driver it is.
    if (!pv) return this.#getCSIDriverInfoFromSC(csiNode, pvc);
    return pv.spec.csi ?? this.#migratedInfo(csiNode, pv);
  }

  #migratedInfo(csiNode: CSINode | undefined, pv: PersistentVolume): DriverInfo | undefined {
    if (!isPVMigratable(pv)) return undefined;
    const [pluginName, err] = getInTreePluginNameFromSpec(pv);
    if (err || !isCSIMigrationOn(this.#features, csiNode, pluginName)) return undefined;
    const [csiPV] = translateInTreePVToCSI(pv);
    return csiPV?.spec.csi;
  }

  /** As if the class had given the claim a volume, under a name that no volume has. */
  // Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go#CSILimits.getCSIDriverInfoFromSC
  #getCSIDriverInfoFromSC(csiNode: CSINode | undefined, pvc: PersistentVolumeClaim): DriverInfo | undefined {
    const { namespace, name } = pvc.metadata;
    const scName = getPersistentVolumeClaimClass(pvc);
    // Without a class the claim is bound before its pod is scheduled, so there is no need to count it.
    if (scName === '') return undefined;
    const storageClass = this.#listers.storageClass(scName);
    if (!storageClass) return undefined;
    const volumeHandle = `${this.#randomVolumeIDPrefix}-${namespace}/${name}`;
    const { provisioner } = storageClass;
    if (!isMigratableIntreePluginByName(provisioner)) return { driver: provisioner, volumeHandle };
    if (!isCSIMigrationOn(this.#features, csiNode, provisioner)) return undefined;
    const [driver] = getCSINameFromInTreeName(provisioner);
    return driver === undefined ? undefined : { driver, volumeHandle };
  }
}

/** How many volumes each resource limits. */
function countOf(volumes: ReadonlyMap<string, string>): Map<string, number> {
  const count = new Map<string, number>();
  for (const volumeLimitKey of volumes.values())
    count.set(volumeLimitKey, (count.get(volumeLimitKey) ?? 0) + 1);
  return count;
}

/** What the CSINode says wins over what the status of the node says. */
// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go#getVolumeLimits
function getVolumeLimits(nodeInfo: NodeInfo, csiNode: CSINode | undefined): Map<string, number> {
  const nodeVolumeLimits = volumeLimits(nodeInfo);
  for (const { name, allocatable } of csiNode?.spec.drivers ?? [])
    if (allocatable?.count !== undefined) nodeVolumeLimits.set(getCSIAttachLimitKey(name), allocatable.count);
  return nodeVolumeLimits;
}

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go#NewCSI
export const newCSI: PluginFactory = (_args, handle) => [
  new CSILimits(handle, volumeListers(handle)),
  undefined,
];
