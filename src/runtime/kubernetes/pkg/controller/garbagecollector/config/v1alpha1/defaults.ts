import type { GarbageCollectorControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/garbagecollector/config/v1alpha1/defaults.go#RecommendedDefaultGarbageCollectorControllerConfiguration
export function recommendedDefaultGarbageCollectorControllerConfiguration(
  obj: GarbageCollectorControllerConfiguration,
): void {
  if (obj.enableGarbageCollector === undefined) obj.enableGarbageCollector = true;
  if (obj.concurrentGCSyncs === 0) obj.concurrentGCSyncs = 20;
}
