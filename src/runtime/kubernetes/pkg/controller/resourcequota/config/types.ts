// Mirrors: pkg/controller/resourcequota/config/types.go#ResourceQuotaControllerConfiguration
export class ResourceQuotaControllerConfiguration {
  resourceQuotaSyncPeriod = 0;
  concurrentResourceQuotaSyncs = 0;
}
