import { minute, second } from '../../../../../../go/duration.ts';
import type { NodeLifecycleControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/nodelifecycle/config/v1alpha1/defaults.go#RecommendedDefaultNodeLifecycleControllerConfiguration
export function recommendedDefaultNodeLifecycleControllerConfiguration(
  obj: NodeLifecycleControllerConfiguration,
): void {
  if (obj.podEvictionTimeout === 0) obj.podEvictionTimeout = 5 * minute;
  if (obj.nodeMonitorGracePeriod === 0) obj.nodeMonitorGracePeriod = 40 * second;
  if (obj.nodeStartupGracePeriod === 0) obj.nodeStartupGracePeriod = 60 * second;
  if (obj.enableTaintManager === undefined) obj.enableTaintManager = true;
}
