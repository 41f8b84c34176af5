/** How a requirement of a selector relates its key to its values. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/selection/operator.go#Operator
export type Operator = '!' | '=' | '==' | 'in' | '!=' | 'notin' | 'exists' | 'gt' | 'lt';
