// Mirrors: staging/src/k8s.io/component-base/config/v1alpha1/types.go#EndpointsResourceLock
export const endpointsResourceLock = 'endpoints';

// Mirrors: staging/src/k8s.io/component-base/config/v1alpha1/types.go#LeaderElectionConfiguration
export class LeaderElectionConfiguration {
  leaderElect: boolean | undefined = undefined;
  leaseDuration = 0;
  renewDeadline = 0;
  retryPeriod = 0;
  resourceLock = '';
  resourceName = '';
  resourceNamespace = '';
}

// Mirrors: staging/src/k8s.io/component-base/config/v1alpha1/types.go#DebuggingConfiguration
export class DebuggingConfiguration {
  enableProfiling: boolean | undefined = undefined;
  enableContentionProfiling: boolean | undefined = undefined;
}

// Mirrors: staging/src/k8s.io/component-base/config/v1alpha1/types.go#ClientConnectionConfiguration
export class ClientConnectionConfiguration {
  kubeconfig = '';
  acceptContentTypes = '';
  contentType = '';
  qps = 0;
  burst = 0;
}
