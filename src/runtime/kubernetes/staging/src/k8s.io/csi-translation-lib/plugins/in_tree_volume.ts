import type { NodeSelectorTerm, VolumeNodeAffinity } from 'kubernetes-types/core/v1';
import type { PersistentVolume } from '../../../../../pkg/api/objects.ts';
import { labelMultiZoneDelimiter } from './const.ts';
import type { Result } from '../../../../../../go/result.ts';

/**
 * How volumes of one kind that Kubernetes knows by itself are said in the words of a CSI driver. Of upstream's eight
 * methods Loopscope has those that the scheduler calls.
 */
// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/in_tree_volume.go#InTreePlugin
export interface InTreePlugin {
  /** The volume with a CSI source in place of its own. */
  translateInTreePVToCSI(pv: PersistentVolume): Result<PersistentVolume>;
  canSupport(pv: PersistentVolume): boolean;
  readonly inTreePluginName: string;
  readonly csiPluginName: string;
}

const zoneLabel = 'failure-domain.beta.kubernetes.io/zone';

const termsOf = (pv: PersistentVolume): readonly NodeSelectorTerm[] =>
  pv.spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];

const withAffinity = (pv: PersistentVolume, terms: NodeSelectorTerm[]): PersistentVolume => {
  const nodeAffinity: VolumeNodeAffinity = { required: { nodeSelectorTerms: terms } };
  return { ...pv, spec: { ...pv.spec, nodeAffinity } };
};

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/in_tree_volume.go#replaceTopology
function replaceTopology(pv: PersistentVolume, oldKey: string, newKey: string): PersistentVolume {
  const terms = termsOf(pv).map((term) => ({
    ...term,
    ...(term.matchExpressions && {
      matchExpressions: term.matchExpressions.map((r) => (r.key === oldKey ? { ...r, key: newKey } : r)),
    }),
  }));
  return withAffinity(pv, terms);
}

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/in_tree_volume.go#getTopologyZones
function getTopologyZones(pv: PersistentVolume, key: string): string[] {
  return termsOf(pv).flatMap(({ matchExpressions = [] }) =>
    matchExpressions.filter((r) => r.key === key).flatMap((r) => r.values ?? []),
  );
}

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/in_tree_volume.go#addTopology
function addTopology(
  pv: PersistentVolume,
  topologyKey: string,
  zones: readonly string[],
): Result<PersistentVolume> {
  const filteredZones = new Set(zones.map((zone) => zone.trim()).filter((zone) => zone !== ''));
  if (filteredZones.size === 0) return [undefined, new Error('there are no valid zones to add to pv')];
  const topology = { key: topologyKey, operator: 'In', values: [...filteredZones].sort() };
  return [withAffinity(pv, [{ matchExpressions: [topology] }]), undefined];
}

/** The volume with the zones of its node affinity, else those of its label, under the key of the driver. */
// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/in_tree_volume.go#translateTopology
export function translateTopology(pv: PersistentVolume, topologyKey: string): Result<PersistentVolume> {
  if (getTopologyZones(pv, topologyKey).length > 0) return [pv, undefined];
  if (getTopologyZones(pv, zoneLabel).length > 0)
    return [replaceTopology(pv, zoneLabel, topologyKey), undefined];
  const label = pv.metadata.labels?.[zoneLabel];
  return label === undefined
    ? [pv, undefined]
    : addTopology(pv, topologyKey, label.split(labelMultiZoneDelimiter));
}
