// Mirrors: pkg/controller/endpointslice/config/types.go#EndpointSliceControllerConfiguration
export class EndpointSliceControllerConfiguration {
  concurrentServiceEndpointSyncs = 0;
  maxEndpointsPerSlice = 0;
  endpointUpdatesBatchPeriod = 0;
}
