import type { DaemonSetControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/daemon/config/v1alpha1/defaults.go#RecommendedDefaultDaemonSetControllerConfiguration
export function recommendedDefaultDaemonSetControllerConfiguration(
  obj: DaemonSetControllerConfiguration,
): void {
  if (obj.concurrentDaemonSetSyncs === 0) obj.concurrentDaemonSetSyncs = 2;
}
