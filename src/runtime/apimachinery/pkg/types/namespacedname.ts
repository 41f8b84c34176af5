/**
 * A name within a namespace; `toString` gives `namespace/name`.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/types/namespacedname.go#NamespacedName
 */
export class NamespacedName {
  readonly namespace: string;
  readonly name: string;

  constructor(namespace: string, name: string) {
    this.namespace = namespace;
    this.name = name;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/types/namespacedname.go#NamespacedName.String
  toString(): string {
    return `${this.namespace}/${this.name}`;
  }
}
