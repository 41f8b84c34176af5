// Mirrors: pkg/controller/replication/config/types.go#ReplicationControllerConfiguration
export class ReplicationControllerConfiguration {
  concurrentRCSyncs = 0;
}
