import type { ServiceControllerConfiguration } from './types.ts';

// Mirrors: staging/src/k8s.io/cloud-provider/controllers/service/config/v1alpha1/defaults.go#RecommendedDefaultServiceControllerConfiguration
export function recommendedDefaultServiceControllerConfiguration(obj: ServiceControllerConfiguration): void {
  if (obj.concurrentServiceSyncs === 0) obj.concurrentServiceSyncs = 1;
}
