import type {
  CSINode,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from '../../../../api/objects.ts';
import { isAttachableVolumeResourceName } from '../../../../apis/core/v1/helper/helpers.ts';
import { persistentVolumeResource } from '../../../../../staging/src/k8s.io/client-go/informers/core/v1/persistentvolume.ts';
import { persistentVolumeClaimResource } from '../../../../../staging/src/k8s.io/client-go/informers/core/v1/persistentvolumeclaim.ts';
import { csiNodeResource } from '../../../../../staging/src/k8s.io/client-go/informers/storage/v1/csinode.ts';
import { storageClassResource } from '../../../../../staging/src/k8s.io/client-go/informers/storage/v1/storageclass.ts';
import { awsEBSInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.ts';
import { azureDiskInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.ts';
import { gcePDInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.ts';
import { cinderInTreePluginName } from '../../../../../staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.ts';
import { migratedPluginsAnnotationKey } from '../../../../../staging/src/k8s.io/api/core/v1/annotation_key_constants.ts';
import type { Handle } from '../../interface.ts';
import type { NodeInfo } from '../../types.ts';

/** Reads one object of a cache; undefined if it is not there. Of listers, this is all that counting volumes needs. */
type Get<T> = (name: string) => T | undefined;

/** Where the plugins look for what stands behind a claim. */
export interface VolumeListers {
  readonly csiNode: Get<CSINode>;
  readonly pv: Get<PersistentVolume>;
  readonly pvc: (namespace: string, name: string) => PersistentVolumeClaim | undefined;
  readonly storageClass: Get<StorageClass>;
}

/**
 * The caches of a scheduler. Asking for them registers their informers. Upstream asks listers, which make an error for
 * what is not there; nobody looks at it, and on most nodes there is no CSINode.
 */
export function volumeListers(handle: Handle): VolumeListers {
  const informerFactory = handle.sharedInformerFactory();
  const pvs = informerFactory.of(persistentVolumeResource).informer().getIndexer();
  const pvcs = informerFactory.of(persistentVolumeClaimResource).informer().getIndexer();
  const classes = informerFactory.of(storageClassResource).informer().getIndexer();
  const csiNodes = informerFactory.of(csiNodeResource).informer().getIndexer();
  return {
    csiNode: (name) => csiNodes.getByKey(name)[0],
    pv: (name) => pvs.getByKey(name)[0],
    pvc: (namespace, name) => pvcs.getByKey(`${namespace}/${name}`)[0],
    storageClass: (name) => classes.getByKey(name)[0],
  };
}

/** Which feature says that volumes of a kind are left to a CSI driver. */
const migrations: Readonly<Record<string, string>> = {
  [awsEBSInTreePluginName]: 'CSIMigrationAWS',
  [gcePDInTreePluginName]: 'CSIMigrationGCE',
  [azureDiskInTreePluginName]: 'CSIMigrationAzureDisk',
  [cinderInTreePluginName]: 'CSIMigrationOpenStack',
};

/** Whether a CSI driver has taken over volumes of a kind: features must say so, and the node. */
// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/utils.go#isCSIMigrationOn
export function isCSIMigrationOn(
  features: ReturnType<Handle['featureGate']>,
  csiNode: CSINode | undefined,
  pluginName: string,
): boolean {
  if (!csiNode || pluginName === '' || !features.enabled('CSIMigration')) return false;
  const feature = migrations[pluginName];
  if (feature === undefined || !features.enabled(feature)) return false;
  const mpa = csiNode.metadata.annotations?.[migratedPluginsAnnotationKey];
  return mpa !== undefined && mpa.split(',').includes(pluginName);
}

/** How many volumes of each kind the node can have, as far as its status says it. */
// Mirrors: pkg/scheduler/framework/plugins/nodevolumelimits/utils.go#volumeLimits
export function volumeLimits(n: NodeInfo): Map<string, number> {
  const limits = new Map<string, number>();
  for (const [k, v] of n.allocatable.scalarResources) if (isAttachableVolumeResourceName(k)) limits.set(k, v);
  return limits;
}
