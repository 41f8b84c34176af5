/** Of any object only what all objects have, with its kind forgotten. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go#PartialObjectMetadata
export const partialObjectMetadata = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' } as const;
