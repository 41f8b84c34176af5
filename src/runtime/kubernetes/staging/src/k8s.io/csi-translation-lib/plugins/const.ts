/** Stands between the zones of a volume that is in more than one. */
// Mirrors: staging/src/k8s.io/csi-translation-lib/plugins/const.go#labelMultiZoneDelimiter
export const labelMultiZoneDelimiter = '__';
