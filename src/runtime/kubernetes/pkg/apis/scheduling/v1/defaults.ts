import type { Draft, PriorityClass } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

// Mirrors: pkg/apis/scheduling/v1/defaults.go#SetDefaults_PriorityClass
export function setDefaultsPriorityClass(object: Draft<PriorityClass>): void {
  object.preemptionPolicy ??= 'PreemptLowerPriority';
}
