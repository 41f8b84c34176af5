import type { Result } from '../../../../../../go/result.ts';
import type { InTreePlugin } from './in_tree_volume.ts';
import { translateTopology } from './in_tree_volume.ts';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.go#AWSEBSDriverName
const driver = 'ebs.csi.aws.com';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.go#AWSEBSInTreePluginName
export const awsEBSInTreePluginName = 'kubernetes.io/aws-ebs';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.go#AWSEBSTopologyKey
const topologyKey = `topology.${driver}/zone`;

/** Volumes of Amazon's Elastic Block Store. */
// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.go#awsElasticBlockStoreCSITranslator
export const awsElasticBlockStoreCSITranslator: InTreePlugin = {
  inTreePluginName: awsEBSInTreePluginName,
  csiPluginName: driver,
  // Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.go#awsElasticBlockStoreCSITranslator.CanSupport
  canSupport: (pv) => pv.spec.awsElasticBlockStore !== undefined,
  // Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.go#awsElasticBlockStoreCSITranslator.TranslateInTreePVToCSI
  translateInTreePVToCSI(pv) {
    const { awsElasticBlockStore: ebsSource } = pv.spec;
    if (!ebsSource) return [undefined, new Error('pv is nil or AWS EBS not defined on pv')];
    const [volumeHandle, err] = kubernetesVolumeIDToEBSVolumeID(ebsSource.volumeID);
    if (err)
      return [undefined, new Error(`failed to translate Kubernetes ID to EBS Volume ID ${err.message}`)];
    const [translated, failed] = translateTopology(pv, topologyKey);
    if (failed) return [undefined, new Error(`failed to translate topology: ${failed.message}`)];
    const { readOnly, fsType, partition = 0 } = ebsSource;
    const volumeAttributes = { partition: String(partition) };
    const csi = { driver, volumeHandle, readOnly, fsType, volumeAttributes };
    const { awsElasticBlockStore: _, ...spec } = translated.spec;
    return [{ ...translated, spec: { ...spec, csi } }, undefined];
  },
};

/** What stands behind the zone in `aws://zone/vol-1234`; what does not look like that is an ID already. */
// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.go#KubernetesVolumeIDToEBSVolumeID
function kubernetesVolumeIDToEBSVolumeID(kubernetesID: string): Result<string> {
  if (!kubernetesID.startsWith('aws://')) return [kubernetesID, undefined];
  const path = kubernetesID.slice('aws://'.length).replace(/^[^/]*/, '');
  const awsID = path.replace(/^\/+|\/+$/g, '');
  if (!/^vol-[^/]*$/.test(awsID))
    return [undefined, new Error(`Invalid format for AWS volume (${kubernetesID})`)];
  return [awsID, undefined];
}
