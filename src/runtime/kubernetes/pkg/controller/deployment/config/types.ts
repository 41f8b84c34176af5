// Mirrors: pkg/controller/deployment/config/types.go#DeploymentControllerConfiguration
export class DeploymentControllerConfiguration {
  concurrentDeploymentSyncs = 0;
  deploymentControllerSyncPeriod = 0;
}
