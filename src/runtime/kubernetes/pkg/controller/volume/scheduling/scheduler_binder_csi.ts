import type { CSINode, PersistentVolume } from '../../../api/objects.ts';
import { awsEBSInTreePluginName } from '../../../../staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.ts';
import { azureDiskInTreePluginName } from '../../../../staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.ts';
import { gcePDInTreePluginName } from '../../../../staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.ts';
import { cinderInTreePluginName } from '../../../../staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.ts';
import {
  getInTreePluginNameFromSpec,
  isPVMigratable,
  translateInTreePVToCSI,
} from '../../../../staging/src/k8s.io/csi-translation-lib/translate.ts';
import type { Result } from '../../../../../go/result.ts';

/** The switches of a program. */
export interface Features {
  enabled(feature: string): boolean;
}

const migrations: Readonly<Record<string, string>> = {
  [awsEBSInTreePluginName]: 'CSIMigrationAWS',
  [gcePDInTreePluginName]: 'CSIMigrationGCE',
  [azureDiskInTreePluginName]: 'CSIMigrationAzureDisk',
  [cinderInTreePluginName]: 'CSIMigrationOpenStack',
};

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#isCSIMigrationOnForPlugin
function isCSIMigrationOnForPlugin(features: Features, pluginName: string): boolean {
  const feature = migrations[pluginName];
  return feature !== undefined && features.enabled(feature);
}

/**
 * Kinds of volumes that the kubelet of the node leaves to CSI drivers, with commas between.
 *
 * Mirrors: staging/src/k8s.io/api/core/v1/annotation_key_constants.go#MigratedPluginsAnnotationKey
 */
const migratedPluginsAnnotationKey = 'storage.alpha.kubernetes.io/migrated-plugins';

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#isPluginMigratedToCSIOnNode
function isPluginMigratedToCSIOnNode(pluginName: string, csiNode: CSINode | undefined): boolean {
  const mpa = csiNode?.metadata.annotations?.[migratedPluginsAnnotationKey];
  return mpa !== undefined && mpa.split(',').includes(pluginName);
}

/**
 * The volume as a CSI driver knows it, if one has taken over its kind on the node; else as it is. The two may differ
 * in the labels that they ask of a node.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.tryTranslatePVToCSI
 */
export function tryTranslatePVToCSI(
  features: Features,
  pv: PersistentVolume,
  csiNode: () => CSINode | undefined,
): Result<PersistentVolume> {
  if (!isPVMigratable(pv) || !features.enabled('CSIMigration')) return [pv, undefined];
  const [pluginName, err] = getInTreePluginNameFromSpec(pv);
  if (err) return [undefined, new Error(`could not get plugin name from pv: ${err.message}`)];
  if (!isCSIMigrationOnForPlugin(features, pluginName)) return [pv, undefined];
  if (!isPluginMigratedToCSIOnNode(pluginName, csiNode())) return [pv, undefined];
  const [transPV, failed] = translateInTreePVToCSI(pv);
  return failed ? [undefined, new Error(`could not translate pv: ${failed.message}`)] : [transPV, undefined];
}
