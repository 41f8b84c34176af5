/** One term of a field selector. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/fields/requirements.go#Requirement
export interface Requirement {
  readonly operator: '=' | '!=';
  readonly field: string;
  readonly value: string;
}
