// Mirrors: pkg/controller/endpoint/config/types.go#EndpointControllerConfiguration
export class EndpointControllerConfiguration {
  concurrentEndpointSyncs = 0;
  endpointUpdatesBatchPeriod = 0;
}
