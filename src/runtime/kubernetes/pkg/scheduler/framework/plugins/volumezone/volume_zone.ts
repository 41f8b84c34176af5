import type { Pod } from '../../../../api/objects.ts';
import { getPersistentVolumeClaimClass } from '../../../../apis/core/v1/helper/helpers.ts';
import { persistentVolumeResource } from '../../../../../staging/src/k8s.io/client-go/informers/core/v1/persistentvolume.ts';
import { persistentVolumeClaimResource } from '../../../../../staging/src/k8s.io/client-go/informers/core/v1/persistentvolumeclaim.ts';
import { storageClassResource } from '../../../../../staging/src/k8s.io/client-go/informers/storage/v1/storageclass.ts';
import type { PersistentVolumeLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/persistentvolume.ts';
import type { PersistentVolumeClaimLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/persistentvolumeclaim.ts';
import type { StorageClassLister } from '../../../../../staging/src/k8s.io/client-go/listers/storage/v1/storageclass.ts';
import { labelZonesToSet } from '../../../../../staging/src/k8s.io/cloud-provider/volume/helpers/zones.ts';
import { quote } from '../../../../../../go/strconv.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type FilterPlugin, newStatus } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';

// Mirrors: pkg/scheduler/framework/plugins/volumezone/volume_zone.go#Name
export const name = 'VolumeZone';

// Mirrors: pkg/scheduler/framework/plugins/volumezone/volume_zone.go#ErrReasonConflict
export const errReasonConflict = 'node(s) had no available volume zone';

// Mirrors: pkg/scheduler/framework/plugins/volumezone/volume_zone.go#volumeZoneLabels
const volumeZoneLabels = [
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
];

/**
 * Keeps a pod off nodes that are in another zone or region than the volumes of its claims, as the labels of both say
 * it. A node without such labels takes all.
 */
// Mirrors: pkg/scheduler/framework/plugins/volumezone/volume_zone.go#VolumeZone
export class VolumeZone implements FilterPlugin {
  readonly #pvLister: PersistentVolumeLister;
  readonly #pvcLister: PersistentVolumeClaimLister;
  readonly #scLister: StorageClassLister;

  constructor(
    pvLister: PersistentVolumeLister,
    pvcLister: PersistentVolumeClaimLister,
    scLister: StorageClassLister,
  ) {
    this.#pvLister = pvLister;
    this.#pvcLister = pvcLister;
    this.#scLister = scLister;
  }

  // Mirrors: pkg/scheduler/framework/plugins/volumezone/volume_zone.go#VolumeZone.Name
  name(): string {
    return name;
  }

  /** The labels of the node are looked at when a claim is found, not before: most pods have none. */
  // Mirrors: pkg/scheduler/framework/plugins/volumezone/volume_zone.go#VolumeZone.Filter
  filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const { volumes } = pod.spec;
    if (volumes === undefined || volumes.length === 0) return undefined;
    const node = nodeInfo.node();
    if (!node) return newStatus('Error', 'node not found');
    const nodeConstraints = node.metadata.labels ?? {};
    for (const volume of volumes) {
      if (!volume.persistentVolumeClaim) continue;
      if (!volumeZoneLabels.some((label) => Object.hasOwn(nodeConstraints, label))) return undefined;
      const status = this.#checkClaim(pod, volume.persistentVolumeClaim.claimName, nodeConstraints);
      if (status) return status;
    }
    return undefined;
  }

  #checkClaim(pod: Pod, pvcName: string, nodeConstraints: Readonly<Record<string, string>>): Answer {
    if (!pvcName) return newStatus('Error', 'PersistentVolumeClaim had no name');
    const [pvc, err] = this.#pvcLister.persistentVolumeClaims(pod.metadata.namespace).get(pvcName);
    if (err) return newStatus('Error', err.message);
    const pvName = pvc.spec.volumeName;
    if (!pvName) return this.#checkClass(getPersistentVolumeClaimClass(pvc), pvcName);
    const [pv, notFound] = this.#pvLister.get(pvName);
    if (notFound) return newStatus('Error', notFound.message);
    const labels = pv.metadata.labels ?? {};
    for (const k of volumeZoneLabels) {
      const v = labels[k];
      if (v === undefined) continue;
      const [volumeVSet] = labelZonesToSet(v);
      // A label that cannot be read says nothing.
      if (volumeVSet && !volumeVSet.has(nodeConstraints[k] ?? ''))
        return newStatus('UnschedulableAndUnresolvable', errReasonConflict);
    }
    return undefined;
  }

  /** A claim without a volume may pass if its volume is chosen for the pod. */
  #checkClass(scName: string, pvcName: string): Answer {
    if (scName === '')
      return newStatus('Error', 'PersistentVolumeClaim had no pv name and storageClass name');
    const [storageClass] = this.#scLister.get(scName);
    if (!storageClass) {
      const claimed = `StorageClass ${quote(scName)} claimed by PersistentVolumeClaim ${quote(pvcName)}`;
      return newStatus('Error', `${claimed} not found`);
    }
    const { volumeBindingMode } = storageClass;
    if (volumeBindingMode === undefined)
      return newStatus('Error', `VolumeBindingMode not set for StorageClass ${quote(scName)}`);
    if (volumeBindingMode === 'WaitForFirstConsumer') return undefined;
    return newStatus('Error', 'PersistentVolume had no name');
  }
}

// Mirrors: pkg/scheduler/framework/plugins/volumezone/volume_zone.go#New
export const newPlugin: PluginFactory = (_args, handle) => {
  const informerFactory = handle.sharedInformerFactory();
  const pvLister = informerFactory.of(persistentVolumeResource).lister();
  const pvcLister = informerFactory.of(persistentVolumeClaimResource).lister();
  const scLister = informerFactory.of(storageClassResource).lister();
  return [new VolumeZone(pvLister, pvcLister, scLister), undefined];
};
