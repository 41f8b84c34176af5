import type { Taint, Toleration } from 'kubernetes-types/core/v1';

/** An empty effect or key of a toleration matches all effects or keys. No operator means `Equal`. */
// Mirrors: staging/src/k8s.io/api/core/v1/toleration.go#Toleration.ToleratesTaint
export function toleratesTaint(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;
  switch (toleration.operator ?? '') {
    case '':
    case 'Equal':
      return (toleration.value ?? '') === (taint.value ?? '');
    case 'Exists':
      return true;
    default:
      return false;
  }
}
