// Mirrors: pkg/controller/ttlafterfinished/config/types.go#TTLAfterFinishedControllerConfiguration
export class TTLAfterFinishedControllerConfiguration {
  concurrentTTLSyncs = 0;
}
