// Mirrors: staging/src/k8s.io/cloud-provider/config/types.go#KubeCloudSharedConfiguration
export class KubeCloudSharedConfiguration {
  readonly cloudProvider = new CloudProviderConfiguration();
  externalCloudVolumePlugin = '';
  useServiceAccountCredentials = false;
  allowUntaggedCloud = false;
  routeReconciliationPeriod = 0;
  nodeMonitorPeriod = 0;
  clusterName = '';
  clusterCIDR = '';
  allocateNodeCIDRs = false;
  cidrAllocatorType = '';
  configureCloudRoutes = false;
  nodeSyncPeriod = 0;
}

// Mirrors: staging/src/k8s.io/cloud-provider/config/types.go#CloudProviderConfiguration
export class CloudProviderConfiguration {
  name = '';
  cloudConfigFile = '';
}
