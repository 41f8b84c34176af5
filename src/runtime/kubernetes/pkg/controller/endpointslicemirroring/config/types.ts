// Mirrors: pkg/controller/endpointslicemirroring/config/types.go#EndpointSliceMirroringControllerConfiguration
export class EndpointSliceMirroringControllerConfiguration {
  mirroringConcurrentServiceEndpointSyncs = 0;
  mirroringMaxEndpointsPerSubset = 0;
  mirroringEndpointUpdatesBatchPeriod = 0;
}
