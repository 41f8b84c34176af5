import type { SAControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/serviceaccount/config/v1alpha1/defaults.go#RecommendedDefaultSAControllerConfiguration
export function recommendedDefaultSAControllerConfiguration(obj: SAControllerConfiguration): void {
  if (obj.concurrentSATokenSyncs === 0) obj.concurrentSATokenSyncs = 5;
}
