import type { TTLAfterFinishedControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/ttlafterfinished/config/v1alpha1/defaults.go#RecommendedDefaultTTLAfterFinishedControllerConfiguration
export function recommendedDefaultTTLAfterFinishedControllerConfiguration(
  obj: TTLAfterFinishedControllerConfiguration,
): void {
  if (obj.concurrentTTLSyncs <= 0) obj.concurrentTTLSyncs = 5;
}
