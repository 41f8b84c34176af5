// Mirrors: pkg/controller/nodelifecycle/config/types.go#NodeLifecycleControllerConfiguration
export class NodeLifecycleControllerConfiguration {
  enableTaintManager = false;
  nodeEvictionRate = 0;
  secondaryNodeEvictionRate = 0;
  nodeStartupGracePeriod = 0;
  nodeMonitorGracePeriod = 0;
  podEvictionTimeout = 0;
  largeClusterSizeThreshold = 0;
  unhealthyZoneThreshold = 0;
}
