import { second } from '../../../../../../../go/duration.ts';
import type { KubeCloudSharedConfiguration } from './types.ts';

// Mirrors: staging/src/k8s.io/cloud-provider/config/v1alpha1/defaults.go#SetDefaults_KubeCloudSharedConfiguration
export function setDefaultsKubeCloudSharedConfiguration(obj: KubeCloudSharedConfiguration): void {
  if (obj.nodeMonitorPeriod === 0) obj.nodeMonitorPeriod = 5 * second;
  if (obj.clusterName === '') obj.clusterName = 'kubernetes';
  if (obj.configureCloudRoutes === undefined) obj.configureCloudRoutes = true;
  if (obj.routeReconciliationPeriod === 0) obj.routeReconciliationPeriod = 10 * second;
}
