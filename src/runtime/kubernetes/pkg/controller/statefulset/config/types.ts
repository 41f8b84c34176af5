// Mirrors: pkg/controller/statefulset/config/types.go#StatefulSetControllerConfiguration
export class StatefulSetControllerConfiguration {
  concurrentStatefulSetSyncs = 0;
}
