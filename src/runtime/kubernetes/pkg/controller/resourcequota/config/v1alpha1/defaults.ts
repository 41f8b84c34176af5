import { minute } from '../../../../../../go/duration.ts';
import type { ResourceQuotaControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/resourcequota/config/v1alpha1/defaults.go#RecommendedDefaultResourceQuotaControllerConfiguration
export function recommendedDefaultResourceQuotaControllerConfiguration(
  obj: ResourceQuotaControllerConfiguration,
): void {
  if (obj.concurrentResourceQuotaSyncs === 0) obj.concurrentResourceQuotaSyncs = 5;
  if (obj.resourceQuotaSyncPeriod === 0) obj.resourceQuotaSyncPeriod = 5 * minute;
}
