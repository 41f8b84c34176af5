// Mirrors: staging/src/k8s.io/component-base/config/types.go#ClientConnectionConfiguration
export class ClientConnectionConfiguration {
  kubeconfig = '';
  acceptContentTypes = '';
  contentType = '';
  qps = 0;
  burst = 0;
}

// Mirrors: staging/src/k8s.io/component-base/config/types.go#LeaderElectionConfiguration
export class LeaderElectionConfiguration {
  leaderElect = false;
  leaseDuration = 0;
  renewDeadline = 0;
  retryPeriod = 0;
  resourceLock = '';
  resourceName = '';
  resourceNamespace = '';
}

// Mirrors: staging/src/k8s.io/component-base/config/types.go#DebuggingConfiguration
export class DebuggingConfiguration {
  enableProfiling = false;
  enableContentionProfiling = false;
}
