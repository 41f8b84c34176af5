import type { EndpointControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/endpoint/config/v1alpha1/defaults.go#RecommendedDefaultEndpointControllerConfiguration
export function recommendedDefaultEndpointControllerConfiguration(
  obj: EndpointControllerConfiguration,
): void {
  if (obj.concurrentEndpointSyncs === 0) obj.concurrentEndpointSyncs = 5;
}
