import type { Volume } from 'kubernetes-types/core/v1';
import { awsEBSInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.ts';
import { azureDiskInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.ts';
import { gcePDInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.ts';
import { cinderInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.ts';
import type { CSINode, Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../../../../api/objects.ts';
import {
  azureVolumeLimitKey,
  cinderVolumeLimitKey,
  defaultMaxCinderVolumes,
  defaultMaxEBSNitroVolumeLimit,
  defaultMaxEBSVolumes,
  ebsNitroLimitRegex,
  ebsVolumeLimitKey,
  gceVolumeLimitKey,
} from '../../../../volume/util/attach_limit.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type FilterPlugin, type Handle, newStatus } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import { type VolumeListers, isCSIMigrationOn, volumeLimits, volumeListers } from './utils.ts';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#ErrReasonMaxVolumeCountExceeded
export const errReasonMaxVolumeCountExceeded = 'node(s) exceed max volume count';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#defaultMaxGCEPDVolumes
const defaultMaxGCEPDVolumes = 16;

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#defaultMaxAzureDiskVolumes
const defaultMaxAzureDiskVolumes = 16;

/** The variable of the environment that says how many volumes a node can have. */
// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#KubeMaxPDVols
export const kubeMaxPDVols = 'KUBE_MAX_PD_VOLS';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#AzureDiskName
export const azureDiskName = 'AzureDiskLimits';

const limitsOf = (filter: VolumeFilter, handle: Parameters<PluginFactory>[1]): ReturnType<PluginFactory> => [
  newNonCSILimits(filter, handle, volumeListers(handle)),
  undefined,
];

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#NewAzureDisk
export const newAzureDisk: PluginFactory = (_args, handle) => limitsOf(azureDiskVolumeFilter, handle);

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#CinderName
export const cinderName = 'CinderLimits';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#NewCinder
export const newCinder: PluginFactory = (_args, handle) => limitsOf(cinderVolumeFilter, handle);

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#EBSName
export const ebsName = 'EBSLimits';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#NewEBS
export const newEBS: PluginFactory = (_args, handle) => limitsOf(ebsVolumeFilter, handle);

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#GCEPDName
export const gcePDName = 'GCEPDLimits';

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#NewGCEPD
export const newGCEPD: PluginFactory = (_args, handle) => limitsOf(gcePDVolumeFilter, handle);

/**
 * Keeps a pod off nodes that have as many volumes of one cloud as they can. What is counted here upstream keeps for a
 * score too, behind the alpha feature BalanceAttachedNodeVolumes; Loopscope has not got that.
 */
// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#nonCSILimits
export class NonCSILimits implements FilterPlugin {
  readonly volumeFilter: VolumeFilter;
  readonly #listers: VolumeListers;
  readonly #handle: Pick<Handle, 'featureGate' | 'env'>;
  /** Stands before the names of volumes that are not there yet, so that no real one is called so. */
  readonly #randomVolumeIDPrefix: string;

  constructor(
    filter: VolumeFilter,
    handle: Pick<Handle, 'featureGate' | 'env' | 'sim'>,
    listers: VolumeListers,
  ) {
    this.volumeFilter = filter;
    this.#handle = handle;
    this.#listers = listers;
    this.#randomVolumeIDPrefix = handle.sim().random.name(32);
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#nonCSILimits.Name
  name(): string {
    return this.volumeFilter.name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#nonCSILimits.Filter
  filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const { volumes } = pod.spec;
    if (volumes === undefined || volumes.length === 0) return undefined;
    const newVolumes = new Set<string>();
    const err = this.#filterVolumes(volumes, pod.metadata.namespace, newVolumes);
    if (err) return newStatus('Error', err.message);
    if (newVolumes.size === 0) return undefined;
    const node = nodeInfo.node();
    if (!node) return newStatus('Error', 'node not found');
    // A plugin that was handed over to a CSI driver leaves the counting to that plugin.
    if (this.#isMigrated(this.#listers.csiNode(node.metadata.name))) return undefined;

    const existingVolumes = new Set<string>();
    for (const { pod: existing } of nodeInfo.pods) {
      const failed = this.#filterVolumes(existing.spec.volumes, existing.metadata.namespace, existingVolumes);
      if (failed) return newStatus('Error', failed.message);
    }
    for (const k of existingVolumes) newVolumes.delete(k);
    const { volumeLimitKey } = this.volumeFilter;
    const maxAttachLimit = volumeLimits(nodeInfo).get(volumeLimitKey) ?? this.#maxVolumes(node);
    if (existingVolumes.size + newVolumes.size > maxAttachLimit)
      return newStatus('Unschedulable', errReasonMaxVolumeCountExceeded);
    return undefined;
  }

  #isMigrated(csiNode: CSINode | undefined): boolean {
    return isCSIMigrationOn(this.#handle.featureGate(), csiNode, this.volumeFilter.inTreePluginName);
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#nonCSILimits.filterVolumes
  #filterVolumes(
    volumes: readonly Volume[] = [],
    namespace: string,
    filteredVolumes: Set<string>,
  ): Error | undefined {
    for (const vol of volumes) {
      const id = this.volumeFilter.filterVolume(vol);
      if (id !== undefined) filteredVolumes.add(id);
      else if (vol.persistentVolumeClaim) {
        const { claimName } = vol.persistentVolumeClaim;
        if (!claimName) return new Error('PersistentVolumeClaim had no name');
        const counted = this.#idOfClaim(namespace, claimName);
        if (counted !== undefined) filteredVolumes.add(counted);
      }
    }
    return undefined;
  }

  /** What the volume of a claim is called, if it is of the kind; a claim that has none yet counts by its class. */
  #idOfClaim(namespace: string, pvcName: string): string | undefined {
    const pvc = this.#listers.pvc(namespace, pvcName);
    if (!pvc) return undefined;
    const pvName = pvc.spec.volumeName;
    const pv = pvName ? this.#listers.pv(pvName) : undefined;
    if (pv) return this.volumeFilter.filterPersistentVolume(pv);
    return this.#matchProvisioner(pvc) ? `${this.#randomVolumeIDPrefix}-${namespace}/${pvcName}` : undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#nonCSILimits.matchProvisioner
  #matchProvisioner(pvc: PersistentVolumeClaim): boolean {
    const { storageClassName } = pvc.spec;
    if (storageClassName === undefined) return false;
    return this.#listers.storageClass(storageClassName)?.provisioner === this.volumeFilter.inTreePluginName;
  }

  #maxVolumes(node: Node): number {
    const max = getMaxVolLimitFromEnv(this.#handle.env());
    return max > 0 ? max : getMaxVolume(this.volumeFilter, node);
  }
}

/** A plugin of these listers, for a kind of volume. */
// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#newNonCSILimits
export function newNonCSILimits(...args: ConstructorParameters<typeof NonCSILimits>): FilterPlugin {
  return new NonCSILimits(...args);
}

/** -1 for none. */
// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#getMaxVolLimitFromEnv
export function getMaxVolLimitFromEnv(env: Readonly<Record<string, string>>): number {
  const rawMaxVols = env[kubeMaxPDVols] ?? '';
  const parsedMaxVols = /^[+-]?\d+$/.test(rawMaxVols) ? Number(rawMaxVols) : -1;
  return parsedMaxVols > 0 ? parsedMaxVols : -1;
}

/**
 * What tells volumes of one kind from all others. Upstream has two functions more, which compare the last name here
 * with that of a class and of a node.
 */
// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#VolumeFilter
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

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#getMaxVolumeFunc
function getMaxVolume(filter: VolumeFilter, node: Node): number {
  switch (filter) {
    case ebsVolumeFilter: {
      const labels = node.metadata.labels ?? {};
      const type = labels['node.kubernetes.io/instance-type'] ?? labels['beta.kubernetes.io/instance-type'];
      return getMaxEBSVolume(type ?? '');
    }
    case gcePDVolumeFilter:
      return defaultMaxGCEPDVolumes;
    case azureDiskVolumeFilter:
      return defaultMaxAzureDiskVolumes;
    default:
      return defaultMaxCinderVolumes;
  }
}

// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go#getMaxEBSVolume
export function getMaxEBSVolume(nodeInstanceType: string): number {
  return ebsNitroLimitRegex.test(nodeInstanceType) ? defaultMaxEBSNitroVolumeLimit : defaultMaxEBSVolumes;
}
