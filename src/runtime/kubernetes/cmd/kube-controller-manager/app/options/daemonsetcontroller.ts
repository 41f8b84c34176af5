import type { DaemonSetControllerConfiguration } from '../../../../pkg/controller/daemon/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/daemonsetcontroller.go#DaemonSetControllerOptions
export class DaemonSetControllerOptions {
  readonly config: DaemonSetControllerConfiguration;

  constructor(config: DaemonSetControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/daemonsetcontroller.go#DaemonSetControllerOptions.AddFlags
  addFlags(_flags: FlagSet): void {}

  // Mirrors: cmd/kube-controller-manager/app/options/daemonsetcontroller.go#DaemonSetControllerOptions.ApplyTo
  applyTo(config: DaemonSetControllerConfiguration): void {
    config.concurrentDaemonSetSyncs = this.config.concurrentDaemonSetSyncs;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/daemonsetcontroller.go#DaemonSetControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
