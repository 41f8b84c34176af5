import { describe, expect, test } from 'vitest';
import type { PersistentVolume } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  getCSINameFromInTreeName,
  getInTreePluginNameFromSpec,
  isMigratableIntreePluginByName,
  isPVMigratable,
  translateInTreePVToCSI,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/csi-translation-lib/translate.ts';

const beta = 'failure-domain.beta.kubernetes.io/zone';
const gceKey = 'topology.gke.io/zone';
const ebsKey = 'topology.ebs.csi.aws.com/zone';
const cinderKey = 'topology.cinder.csi.openstack.org/zone';
const zone = { [beta]: 'us-east-1a' };
const region = { [beta]: 'europe-west1-b__europe-west1-c' };

/** Terms of one requirement each. */
const affinity = (key: string, ...valuesOfTerms: readonly (readonly string[])[]) => ({
  required: {
    nodeSelectorTerms: valuesOfTerms.map((values) => ({
      matchExpressions: [{ key, operator: 'In', values: [...values] }],
    })),
  },
});

const pv = (source: object, labels?: object, nodeAffinity?: object): PersistentVolume =>
  Object.freeze({
    metadata: { name: 'pv', labels },
    spec: Object.freeze({ ...source, ...(nodeAffinity && { nodeAffinity }) }),
  }) as never;

const gce = { gcePersistentDisk: { pdName: 'test-disk', fsType: 'ext4' } };
const ebs = { awsElasticBlockStore: { volumeID: 'vol01', fsType: 'ext3', partition: 1, readOnly: true } };
const cinder = { cinder: { volumeID: 'vol1', fsType: 'ext4' } };

const translated = (volume: PersistentVolume): PersistentVolume => {
  const [found, err] = translateInTreePVToCSI(volume);
  if (err) throw err;
  return found;
};

// Upstream's TestTopologyTranslation, without the way back.
describe('where a volume can be had, in the words of its driver', () => {
  const east = ['us-east-2a'];
  const west = ['europe-west1-b', 'europe-west1-c'];
  test.each([
    ['GCE PD with zone labels', pv(gce, zone), affinity(gceKey, ['us-east-1a'])],
    [
      'GCE PD with existing topology (beta keys)',
      pv(gce, undefined, affinity(beta, east)),
      affinity(gceKey, east),
    ],
    [
      'GCE PD with existing topology (CSI keys)',
      pv(gce, undefined, affinity(gceKey, east)),
      affinity(gceKey, east),
    ],
    ['GCE PD with zone labels and topology', pv(gce, zone, affinity(beta, east)), affinity(gceKey, east)],
    ['GCE PD with regional zones', pv(gce, region), affinity(gceKey, west)],
    ['GCE PD with regional topology', pv(gce, undefined, affinity(beta, west)), affinity(gceKey, west)],
    [
      'GCE PD with regional zone and topology',
      pv(gce, region, affinity(beta, ['europe-west1-f', 'europe-west1-g'])),
      affinity(gceKey, ['europe-west1-f', 'europe-west1-g']),
    ],
    [
      'GCE PD with multiple node selector terms',
      pv(gce, undefined, affinity(beta, ['europe-west1-f'], ['europe-west1-g'])),
      affinity(gceKey, ['europe-west1-f'], ['europe-west1-g']),
    ],
    ['AWS EBS with zone labels', pv(ebs, zone), affinity(ebsKey, ['us-east-1a'])],
    ['AWS EBS with zone labels and topology', pv(ebs, zone, affinity(beta, east)), affinity(ebsKey, east)],
    ['OpenStack Cinder with zone labels', pv(cinder, zone), affinity(cinderKey, ['us-east-1a'])],
    [
      'OpenStack Cinder with zone labels and topology',
      pv(cinder, zone, affinity(beta, east)),
      affinity(cinderKey, east),
    ],
  ])('%s', (_name, volume, expected) => {
    expect(translated(volume).spec.nodeAffinity).toEqual(expected);
  });

  // Upstream's TestAddTopology.
  test('zones without a name do not count, and stand in order', () => {
    const some = pv(ebs, { [beta]: ' __us-central1-f__us-central1-a' });
    expect(translated(some).spec.nodeAffinity).toEqual(affinity(ebsKey, ['us-central1-a', 'us-central1-f']));
    const [, err] = translateInTreePVToCSI(pv(ebs, { [beta]: ' ' }));
    expect(err?.message).toBe('failed to translate topology: there are no valid zones to add to pv');
  });
});

// Upstream's TestKubernetesVolumeIDToEBSVolumeID.
describe('the ID of a volume of EBS', () => {
  test.each([
    ['Normal ID format', 'vol-02399794d890f9375'],
    ['aws:///{volumeId} format', 'aws:///vol-02399794d890f9375'],
    ['aws://{zone}/{volumeId} format', 'aws://us-west-2a/vol-02399794d890f9375'],
  ])('%s', (_name, volumeID) => {
    const { csi } = translated(pv({ awsElasticBlockStore: { volumeID } })).spec;
    expect(csi?.volumeHandle).toBe('vol-02399794d890f9375');
  });

  test('fails on invalid volume ID', () => {
    const volumeID = 'aws://us-west-2a/02399794d890f9375';
    const [, err] = translateInTreePVToCSI(pv({ awsElasticBlockStore: { volumeID } }));
    const why = `Invalid format for AWS volume (${volumeID})`;
    expect(err?.message).toBe(`failed to translate Kubernetes ID to EBS Volume ID ${why}`);
  });
});

// Upstream's TestBackwardCompatibleAccessModes.
describe('how disks of GCE are used', () => {
  const [rox, rwo, rwx] = ['ReadOnlyMany', 'ReadWriteOnce', 'ReadWriteMany'];
  test.each([
    ['ROX', [rox], [rox]],
    ['RWO', [rwo], [rwo]],
    ['RWX', [rwx], [rwo]],
    ['RWO, ROX', [rox, rwo], [rwo]],
    ['RWO, RWX', [rwo, rwx], [rwo]],
    ['RWX, ROX', [rwx, rox], [rwo]],
    ['RWX, ROX, RWO', [rwx, rwo, rox], [rwo]],
  ])('%s', (_name, accessModes, expected) => {
    expect(translated(pv({ ...gce, accessModes })).spec.accessModes).toEqual(expected);
  });
});

describe('the source of a volume', () => {
  test('is that of the driver, in place of its own', () => {
    const { spec } = translated(pv(gce, region));
    expect(spec.gcePersistentDisk).toBeUndefined();
    expect(spec.csi).toMatchObject({
      driver: 'pd.csi.storage.gke.io',
      volumeHandle: 'projects/UNSPECIFIED/zones/europe-west1/disks/test-disk',
    });
    expect(translated(pv(ebs)).spec.csi?.volumeAttributes).toEqual({ partition: '1' });
    const azure = { azureDisk: { diskName: 'd', diskURI: '/d', fsType: 'ext4' } };
    expect(translated(pv(azure)).spec.csi).toMatchObject({
      driver: 'disk.csi.azure.com',
      volumeHandle: '/d',
      volumeAttributes: { kind: 'Managed', fsType: 'ext4' },
    });
  });

  test('zones of two regions have no region', () => {
    const [, err] = translateInTreePVToCSI(pv(gce, { [beta]: 'us-east1-a__us-west1-a' }));
    const got = 'map[us-east1:{} us-west1:{}]';
    const why = `multiple or no regions gotten from zones, got: ${got}`;
    expect(err?.message).toBe(`failed to get region from zones: ${why}`);
  });

  // Upstream's TestPluginNameMappings.
  test.each([
    ['kubernetes.io/gce-pd', 'pd.csi.storage.gke.io', gce],
    ['kubernetes.io/aws-ebs', 'ebs.csi.aws.com', ebs],
    ['kubernetes.io/cinder', 'cinder.csi.openstack.org', cinder],
  ])('%s goes to %s', (name, driver, source) => {
    expect(isMigratableIntreePluginByName(name)).toBe(true);
    expect(getCSINameFromInTreeName(name)).toEqual([driver, undefined]);
    expect(getInTreePluginNameFromSpec(pv(source))).toEqual([name, undefined]);
  });

  test('what no driver knows stays where it is', () => {
    const hostPath = pv({ hostPath: { path: '/' } });
    expect(isPVMigratable(hostPath)).toBe(false);
    expect(isMigratableIntreePluginByName('kubernetes.io/no-provisioner')).toBe(false);
    expect(translateInTreePVToCSI(hostPath)[1]?.message).toBe(
      'could not find in-tree plugin translation logic for "pv"',
    );
  });
});
