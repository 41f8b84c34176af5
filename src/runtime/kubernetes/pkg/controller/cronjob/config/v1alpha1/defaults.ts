import type { CronJobControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/cronjob/config/v1alpha1/defaults.go#RecommendedDefaultCronJobControllerConfiguration
export function recommendedDefaultCronJobControllerConfiguration(obj: CronJobControllerConfiguration): void {
  if (obj.concurrentCronJobSyncs === 0) obj.concurrentCronJobSyncs = 5;
}
