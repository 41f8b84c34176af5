// Mirrors: staging/src/k8s.io/cloud-provider/volume/constants.go#LabelMultiZoneDelimiter
export const labelMultiZoneDelimiter = '__';
