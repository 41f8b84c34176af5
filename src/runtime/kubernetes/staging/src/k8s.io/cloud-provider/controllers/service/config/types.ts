// Mirrors: staging/src/k8s.io/cloud-provider/controllers/service/config/types.go#ServiceControllerConfiguration
export class ServiceControllerConfiguration {
  concurrentServiceSyncs = 0;
}
