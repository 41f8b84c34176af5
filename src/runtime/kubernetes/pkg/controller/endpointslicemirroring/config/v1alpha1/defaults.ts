import type { EndpointSliceMirroringControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/endpointslicemirroring/config/v1alpha1/defaults.go#RecommendedDefaultEndpointSliceMirroringControllerConfiguration
export function recommendedDefaultEndpointSliceMirroringControllerConfiguration(
  obj: EndpointSliceMirroringControllerConfiguration,
): void {
  if (obj.mirroringConcurrentServiceEndpointSyncs === 0) obj.mirroringConcurrentServiceEndpointSyncs = 5;
  if (obj.mirroringMaxEndpointsPerSubset === 0) obj.mirroringMaxEndpointsPerSubset = 1000;
}
