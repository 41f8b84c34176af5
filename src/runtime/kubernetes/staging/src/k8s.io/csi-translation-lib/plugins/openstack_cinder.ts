import type { InTreePlugin } from './in_tree_volume.ts';
import { translateTopology } from './in_tree_volume.ts';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.go#CinderDriverName
const driver = 'cinder.csi.openstack.org';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.go#CinderTopologyKey
const topologyKey = 'topology.cinder.csi.openstack.org/zone';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.go#CinderInTreePluginName
export const cinderInTreePluginName = 'kubernetes.io/cinder';

/** Volumes of OpenStack. */
// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.go#osCinderCSITranslator
export const osCinderCSITranslator: InTreePlugin = {
  inTreePluginName: cinderInTreePluginName,
  csiPluginName: driver,
  // Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.go#osCinderCSITranslator.CanSupport
  canSupport: (pv) => pv.spec.cinder !== undefined,
  // Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.go#osCinderCSITranslator.TranslateInTreePVToCSI
  translateInTreePVToCSI(pv) {
    const { cinder: cinderSource } = pv.spec;
    if (!cinderSource) return [undefined, new Error('pv is nil or Cinder not defined on pv')];
    const [translated, failed] = translateTopology(pv, topologyKey);
    if (failed) return [undefined, new Error(`failed to translate topology: ${failed.message}`)];
    const { volumeID: volumeHandle, readOnly, fsType } = cinderSource;
    const csi = { driver, volumeHandle, readOnly, fsType, volumeAttributes: {} };
    const { cinder: _, ...spec } = translated.spec;
    return [{ ...translated, spec: { ...spec, csi } }, undefined];
  },
};
