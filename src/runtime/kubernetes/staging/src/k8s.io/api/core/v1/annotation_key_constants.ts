/** Kinds of volumes that the kubelet of the node leaves to CSI drivers, with commas between. */
// Mirrors: staging/src/k8s.io/api/core/v1/annotation_key_constants.go#MigratedPluginsAnnotationKey
export const migratedPluginsAnnotationKey = 'storage.alpha.kubernetes.io/migrated-plugins';
