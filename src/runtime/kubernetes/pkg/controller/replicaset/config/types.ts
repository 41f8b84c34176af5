// Mirrors: pkg/controller/replicaset/config/types.go#ReplicaSetControllerConfiguration
export class ReplicaSetControllerConfiguration {
  concurrentRSSyncs = 0;
}
