/**
 * Labels by key. Kubernetes has an interface with Has and Get here; Loopscope uses the plain map, because every
 * labelled thing in it is one.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/labels.go#Set
export type Set = Readonly<Record<string, string>>;

/** `k=v` pairs joined by commas, in the order of their text. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/labels.go#Set.String
export function setToString(set: Set): string {
  return Object.keys(set)
    .map((key) => `${key}=${set[key]}`)
    .sort()
    .join(',');
}

/** Both sets together; where they disagree, the second wins. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/labels.go#Merge
export function merge(labels1: Set, labels2: Set): Set {
  return { ...labels1, ...labels2 };
}

/** True if some key has different values in the two sets. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/labels.go#Conflicts
export function conflicts(labels1: Set, labels2: Set): boolean {
  return Object.keys(labels1).some((key) => Object.hasOwn(labels2, key) && labels1[key] !== labels2[key]);
}

/** True if both sets have the same labels. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/labels.go#Equals
export function equals(labels1: Set, labels2: Set): boolean {
  const keys = Object.keys(labels1);
  if (keys.length !== Object.keys(labels2).length) return false;
  return keys.every((key) => Object.hasOwn(labels2, key) && labels1[key] === labels2[key]);
}
