import type { ReplicaSetControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/replicaset/config/v1alpha1/defaults.go#RecommendedDefaultReplicaSetControllerConfiguration
export function recommendedDefaultReplicaSetControllerConfiguration(
  obj: ReplicaSetControllerConfiguration,
): void {
  if (obj.concurrentRSSyncs === 0) obj.concurrentRSSyncs = 5;
}
