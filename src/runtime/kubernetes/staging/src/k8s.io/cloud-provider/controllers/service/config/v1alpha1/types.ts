// Mirrors: staging/src/k8s.io/cloud-provider/controllers/service/config/v1alpha1/types.go#ServiceControllerConfiguration
export class ServiceControllerConfiguration {
  concurrentServiceSyncs = 0;
}
