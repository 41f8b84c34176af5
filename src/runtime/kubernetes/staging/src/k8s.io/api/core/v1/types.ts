/** Where the class of a volume or claim was said before there was a field for it. It wins over the field. */
// Mirrors: staging/src/k8s.io/api/core/v1/types.go#BetaStorageClassAnnotation
export const betaStorageClassAnnotation = 'volume.beta.kubernetes.io/storage-class';

/** Which pods a node would rather not have, as its annotation says it. */
// Mirrors: staging/src/k8s.io/api/core/v1/types.go#AvoidPods
export interface AvoidPods {
  readonly preferAvoidPods?: readonly {
    readonly podSignature?: { readonly podController?: { readonly kind?: string; readonly uid?: string } };
  }[];
}
