import { second } from '../../../../../../go/duration.ts';
import type { DeploymentControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/deployment/config/v1alpha1/defaults.go#RecommendedDefaultDeploymentControllerConfiguration
export function recommendedDefaultDeploymentControllerConfiguration(
  obj: DeploymentControllerConfiguration,
): void {
  if (obj.concurrentDeploymentSyncs === 0) obj.concurrentDeploymentSyncs = 5;
  if (obj.deploymentControllerSyncPeriod === 0) obj.deploymentControllerSyncPeriod = 30 * second;
}
