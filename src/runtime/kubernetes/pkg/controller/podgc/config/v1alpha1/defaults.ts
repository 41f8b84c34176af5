import type { PodGCControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/podgc/config/v1alpha1/defaults.go#RecommendedDefaultPodGCControllerConfiguration
export function recommendedDefaultPodGCControllerConfiguration(obj: PodGCControllerConfiguration): void {
  if (obj.terminatedPodGCThreshold === 0) obj.terminatedPodGCThreshold = 12500;
}
