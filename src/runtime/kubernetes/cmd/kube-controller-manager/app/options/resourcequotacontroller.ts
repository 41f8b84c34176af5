import { pointerTo } from '../../../../../go/pointer.ts';
import type { ResourceQuotaControllerConfiguration } from '../../../../pkg/controller/resourcequota/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/resourcequotacontroller.go#ResourceQuotaControllerOptions
export class ResourceQuotaControllerOptions {
  readonly config: ResourceQuotaControllerConfiguration;

  constructor(config: ResourceQuotaControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/resourcequotacontroller.go#ResourceQuotaControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.durationVar(
      pointerTo(o, 'resourceQuotaSyncPeriod'),
      'resource-quota-sync-period',
      o.resourceQuotaSyncPeriod,
      'The period for syncing quota usage status in the system',
    );
    flags.int32Var(
      pointerTo(o, 'concurrentResourceQuotaSyncs'),
      'concurrent-resource-quota-syncs',
      o.concurrentResourceQuotaSyncs,
      'The number of resource quotas that are allowed to sync concurrently. Larger number = more responsive quota management, but more CPU (and network) load',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/resourcequotacontroller.go#ResourceQuotaControllerOptions.ApplyTo
  applyTo(config: ResourceQuotaControllerConfiguration): void {
    config.resourceQuotaSyncPeriod = this.config.resourceQuotaSyncPeriod;
    config.concurrentResourceQuotaSyncs = this.config.concurrentResourceQuotaSyncs;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/resourcequotacontroller.go#ResourceQuotaControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
