import { minute } from '../../../../../../go/duration.ts';
import type { NamespaceControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/namespace/config/v1alpha1/defaults.go#RecommendedDefaultNamespaceControllerConfiguration
export function recommendedDefaultNamespaceControllerConfiguration(
  obj: NamespaceControllerConfiguration,
): void {
  if (obj.concurrentNamespaceSyncs === 0) obj.concurrentNamespaceSyncs = 10;
  if (obj.namespaceSyncPeriod === 0) obj.namespaceSyncPeriod = 5 * minute;
}
