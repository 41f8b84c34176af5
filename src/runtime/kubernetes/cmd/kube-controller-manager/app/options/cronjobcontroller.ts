import type { CronJobControllerConfiguration } from '../../../../pkg/controller/cronjob/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/cronjobcontroller.go#CronJobControllerOptions
export class CronJobControllerOptions {
  readonly config: CronJobControllerConfiguration;

  constructor(config: CronJobControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/cronjobcontroller.go#CronJobControllerOptions.AddFlags
  addFlags(_flags: FlagSet): void {}

  // Mirrors: cmd/kube-controller-manager/app/options/cronjobcontroller.go#CronJobControllerOptions.ApplyTo
  applyTo(config: CronJobControllerConfiguration): void {
    config.concurrentCronJobSyncs = this.config.concurrentCronJobSyncs;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/cronjobcontroller.go#CronJobControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
