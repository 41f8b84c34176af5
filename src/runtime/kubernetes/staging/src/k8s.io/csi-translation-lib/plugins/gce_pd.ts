import type { Result } from '../../../../../../go/result.ts';
import type { InTreePlugin } from './in_tree_volume.ts';
import { translateTopology } from './in_tree_volume.ts';
import { labelMultiZoneDelimiter } from './const.ts';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.go#GCEPDDriverName
const driver = 'pd.csi.storage.gke.io';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.go#GCEPDInTreePluginName
export const gcePDInTreePluginName = 'kubernetes.io/gce-pd';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.go#GCEPDTopologyKey
const topologyKey = 'topology.gke.io/zone';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.go#UnspecifiedValue
const unspecified = 'UNSPECIFIED';

/** Disks of Google's cloud. */
// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.go#gcePersistentDiskCSITranslator
export const gcePersistentDiskCSITranslator: InTreePlugin = {
  inTreePluginName: gcePDInTreePluginName,
  csiPluginName: driver,
  // Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.go#gcePersistentDiskCSITranslator.CanSupport
  canSupport: (pv) => pv.spec.gcePersistentDisk !== undefined,
  // Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.go#gcePersistentDiskCSITranslator.TranslateInTreePVToCSI
  translateInTreePVToCSI(pv) {
    const { gcePersistentDisk: gceSource, accessModes } = pv.spec;
    if (!gceSource)
      return [undefined, new Error('pv is nil or GCE Persistent Disk source not defined on pv')];
    const [zone, err] = zoneOf(pv.metadata.labels?.['failure-domain.beta.kubernetes.io/zone'] ?? '');
    if (err) return [undefined, new Error(`failed to get region from zones: ${err.message}`)];
    const [translated, failed] = translateTopology(pv, topologyKey);
    if (failed) return [undefined, new Error(`failed to translate topology: ${failed.message}`)];
    const { pdName, readOnly, fsType, partition } = gceSource;
    const volumeHandle = `projects/${unspecified}/zones/${zone}/disks/${pdName}`;
    const volumeAttributes = { partition: partition ? String(partition) : '' };
    const csi = { driver, volumeHandle, readOnly, fsType, volumeAttributes };
    const { gcePersistentDisk: _, ...spec } = translated.spec;
    const modes = backwardCompatibleAccessModes(accessModes);
    return [{ ...translated, spec: { ...spec, csi, ...(modes && { accessModes: modes }) } }, undefined];
  },
};

/** The zone of a volume, the region of one that is in more than one zone. */
function zoneOf(label: string): Result<string> {
  const zones = label.split(labelMultiZoneDelimiter);
  return zones.length > 1 ? getRegionFromZones(zones) : [label || unspecified, undefined];
}

/** Reading and writing by one node wins, because that is how such disks were always attached. */
// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.go#backwardCompatibleAccessModes
function backwardCompatibleAccessModes(ams: readonly string[] | undefined): string[] | undefined {
  if (!ams) return undefined;
  const once = ams.includes('ReadWriteOnce') || ams.includes('ReadWriteMany');
  return [!once && ams.includes('ReadOnlyMany') ? 'ReadOnlyMany' : 'ReadWriteOnce'];
}

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.go#getRegionFromZones
function getRegionFromZones(zones: readonly string[]): Result<string> {
  const regions = new Set<string>();
  for (const zone of zones) {
    const splitZone = zone.split('-');
    if (splitZone.length !== 3) {
      const expected = 'expected: {locale}-{region}-{zone}';
      return [undefined, new Error(`zone in unexpected format, ${expected}, got: ${zone}`)];
    }
    regions.add(splitZone.slice(0, 2).join('-'));
  }
  const [region, another] = regions;
  if (region !== undefined && another === undefined) return [region, undefined];
  const got = `map[${[...regions]
    .sort()
    .map((name) => `${name}:{}`)
    .join(' ')}]`;
  return [undefined, new Error(`multiple or no regions gotten from zones, got: ${got}`)];
}
