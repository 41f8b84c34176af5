import type { ReplicationControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/replication/config/v1alpha1/defaults.go#RecommendedDefaultReplicationControllerConfiguration
export function recommendedDefaultReplicationControllerConfiguration(
  obj: ReplicationControllerConfiguration,
): void {
  if (obj.concurrentRCSyncs === 0) obj.concurrentRCSyncs = 5;
}
