import type { JobControllerConfiguration } from '../../../../pkg/controller/job/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/jobcontroller.go#JobControllerOptions
export class JobControllerOptions {
  readonly config: JobControllerConfiguration;

  constructor(config: JobControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/jobcontroller.go#JobControllerOptions.AddFlags
  addFlags(_flags: FlagSet): void {}

  // Mirrors: cmd/kube-controller-manager/app/options/jobcontroller.go#JobControllerOptions.ApplyTo
  applyTo(config: JobControllerConfiguration): void {
    config.concurrentJobSyncs = this.config.concurrentJobSyncs;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/jobcontroller.go#JobControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
