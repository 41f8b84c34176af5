import type { StatefulSetControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/statefulset/config/v1alpha1/defaults.go#RecommendedDefaultStatefulSetControllerConfiguration
export function recommendedDefaultStatefulSetControllerConfiguration(
  obj: StatefulSetControllerConfiguration,
): void {
  if (obj.concurrentStatefulSetSyncs === 0) obj.concurrentStatefulSetSyncs = 5;
}
