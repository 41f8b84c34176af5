import type { JobControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/job/config/v1alpha1/defaults.go#RecommendedDefaultJobControllerConfiguration
export function recommendedDefaultJobControllerConfiguration(obj: JobControllerConfiguration): void {
  if (obj.concurrentJobSyncs === 0) obj.concurrentJobSyncs = 5;
}
