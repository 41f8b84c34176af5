/** Fields of an object by path, for selection. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/fields.go#Set
export type Set = Readonly<Record<string, string>>;
