import type { InTreePlugin } from './in_tree_volume.ts';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.go#AzureDiskDriverName
const driver = 'disk.csi.azure.com';

// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.go#AzureDiskInTreePluginName
export const azureDiskInTreePluginName = 'kubernetes.io/azure-disk';

/** Disks of Microsoft's cloud. */
// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.go#azureDiskCSITranslator
export const azureDiskCSITranslator: InTreePlugin = {
  inTreePluginName: azureDiskInTreePluginName,
  csiPluginName: driver,
  // Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.go#azureDiskCSITranslator.CanSupport
  canSupport: (pv) => pv.spec.azureDisk !== undefined,
  // Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.go#azureDiskCSITranslator.TranslateInTreePVToCSI
  translateInTreePVToCSI(pv) {
    const { azureDisk: azureSource, ...spec } = pv.spec;
    if (!azureSource) return [undefined, new Error('pv is nil or Azure Disk source not defined on pv')];
    const { diskURI: volumeHandle, cachingMode, fsType, kind, readOnly } = azureSource;
    const volumeAttributes = {
      kind: kind ?? 'Managed',
      ...(cachingMode !== undefined && { cachingMode }),
      ...(fsType !== undefined && { fsType }),
    };
    const csi = { driver, volumeHandle, readOnly, fsType, volumeAttributes };
    return [{ ...pv, spec: { ...spec, csi } }, undefined];
  },
};
