// Mirrors: pkg/controller/job/config/types.go#JobControllerConfiguration
export class JobControllerConfiguration {
  concurrentJobSyncs = 0;
}
