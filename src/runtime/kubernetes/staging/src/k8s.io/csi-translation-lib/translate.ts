import { quote } from '../../../../../go/strconv.ts';
import type { PersistentVolume } from '../../../../pkg/api/objects.ts';
import type { Result } from '../../../../../go/result.ts';
import { awsElasticBlockStoreCSITranslator } from './plugins/aws_ebs.ts';
import { azureDiskCSITranslator } from './plugins/azure_disk.ts';
import { gcePersistentDiskCSITranslator } from './plugins/gce_pd.ts';
import type { InTreePlugin } from './plugins/in_tree_volume.ts';
import { osCinderCSITranslator } from './plugins/openstack_cinder.ts';

/**
 * The kinds of volumes that may be handed over to a CSI driver. Upstream has two more, of Azure's files and of
 * vSphere: the scheduler asks for neither, since it knows no switch that would hand them over.
 */
// Mirrors: staging/src/k8s.io/csi-translation-lib/translate.go#inTreePlugins
const inTreePlugins: readonly InTreePlugin[] = [
  gcePersistentDiskCSITranslator,
  awsElasticBlockStoreCSITranslator,
  osCinderCSITranslator,
  azureDiskCSITranslator,
];

const pluginFor = (pv: PersistentVolume): InTreePlugin | undefined =>
  inTreePlugins.find((plugin) => plugin.canSupport(pv));

/** The volume as its CSI driver knows it. What is given is not changed. */
// Mirrors: staging/src/k8s.io/csi-translation-lib/translate.go#CSITranslator.TranslateInTreePVToCSI
export function translateInTreePVToCSI(pv: PersistentVolume): Result<PersistentVolume> {
  const plugin = pluginFor(pv);
  if (plugin) return plugin.translateInTreePVToCSI(pv);
  const { name } = pv.metadata;
  return [undefined, new Error(`could not find in-tree plugin translation logic for ${quote(name)}`)];
}

// Mirrors: staging/src/k8s.io/csi-translation-lib/translate.go#CSITranslator.IsMigratableIntreePluginByName
export function isMigratableIntreePluginByName(inTreePluginName: string): boolean {
  return inTreePlugins.some((plugin) => plugin.inTreePluginName === inTreePluginName);
}

// Mirrors: staging/src/k8s.io/csi-translation-lib/translate.go#CSITranslator.GetInTreePluginNameFromSpec
export function getInTreePluginNameFromSpec(pv: PersistentVolume): Result<string> {
  const plugin = pluginFor(pv);
  if (plugin) return [plugin.inTreePluginName, undefined];
  const { name } = pv.metadata;
  return [undefined, new Error(`could not find in-tree plugin name from persistent volume ${name}`)];
}

// Mirrors: staging/src/k8s.io/csi-translation-lib/translate.go#CSITranslator.GetCSINameFromInTreeName
export function getCSINameFromInTreeName(pluginName: string): Result<string> {
  const plugin = inTreePlugins.find(({ inTreePluginName }) => inTreePluginName === pluginName);
  if (plugin) return [plugin.csiPluginName, undefined];
  return [undefined, new Error(`could not find CSI Driver name for plugin ${pluginName}`)];
}

// Mirrors: staging/src/k8s.io/csi-translation-lib/translate.go#CSITranslator.IsPVMigratable
export function isPVMigratable(pv: PersistentVolume): boolean {
  return pluginFor(pv) !== undefined;
}
