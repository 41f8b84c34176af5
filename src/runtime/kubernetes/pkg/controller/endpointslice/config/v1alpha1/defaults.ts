import type { EndpointSliceControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/endpointslice/config/v1alpha1/defaults.go#RecommendedDefaultEndpointSliceControllerConfiguration
export function recommendedDefaultEndpointSliceControllerConfiguration(
  obj: EndpointSliceControllerConfiguration,
): void {
  if (obj.concurrentServiceEndpointSyncs === 0) obj.concurrentServiceEndpointSyncs = 5;
  if (obj.maxEndpointsPerSlice === 0) obj.maxEndpointsPerSlice = 100;
}
