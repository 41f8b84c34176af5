// Mirrors: pkg/controller/namespace/config/types.go#NamespaceControllerConfiguration
export class NamespaceControllerConfiguration {
  namespaceSyncPeriod = 0;
  concurrentNamespaceSyncs = 0;
}
