import { pointerTo } from '../../../../../go/pointer.ts';
import type { DeploymentControllerConfiguration } from '../../../../pkg/controller/deployment/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/deploymentcontroller.go#DeploymentControllerOptions
export class DeploymentControllerOptions {
  readonly config: DeploymentControllerConfiguration;

  constructor(config: DeploymentControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/deploymentcontroller.go#DeploymentControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'concurrentDeploymentSyncs'),
      'concurrent-deployment-syncs',
      o.concurrentDeploymentSyncs,
      'The number of deployment objects that are allowed to sync concurrently. Larger number = more responsive deployments, but more CPU (and network) load',
    );
    flags.durationVar(
      pointerTo(o, 'deploymentControllerSyncPeriod'),
      'deployment-controller-sync-period',
      o.deploymentControllerSyncPeriod,
      'Period for syncing the deployments.',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/deploymentcontroller.go#DeploymentControllerOptions.ApplyTo
  applyTo(config: DeploymentControllerConfiguration): void {
    config.concurrentDeploymentSyncs = this.config.concurrentDeploymentSyncs;
    config.deploymentControllerSyncPeriod = this.config.deploymentControllerSyncPeriod;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/deploymentcontroller.go#DeploymentControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
