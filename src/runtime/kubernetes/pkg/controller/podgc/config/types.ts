// Mirrors: pkg/controller/podgc/config/types.go#PodGCControllerConfiguration
export class PodGCControllerConfiguration {
  terminatedPodGCThreshold = 0;
}
