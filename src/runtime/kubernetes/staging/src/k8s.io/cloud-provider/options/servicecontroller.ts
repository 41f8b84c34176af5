import { pointerTo } from '../../../../../../go/pointer.ts';
import type { ServiceControllerConfiguration } from '../controllers/service/config/types.ts';
import type { FlagSet } from '../../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: staging/src/k8s.io/cloud-provider/options/servicecontroller.go#ServiceControllerOptions
export class ServiceControllerOptions {
  readonly config: ServiceControllerConfiguration;

  constructor(config: ServiceControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: staging/src/k8s.io/cloud-provider/options/servicecontroller.go#ServiceControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'concurrentServiceSyncs'),
      'concurrent-service-syncs',
      o.concurrentServiceSyncs,
      'The number of services that are allowed to sync concurrently. Larger number = more responsive service management, but more CPU (and network) load',
    );
  }

  // Mirrors: staging/src/k8s.io/cloud-provider/options/servicecontroller.go#ServiceControllerOptions.ApplyTo
  applyTo(config: ServiceControllerConfiguration): void {
    config.concurrentServiceSyncs = this.config.concurrentServiceSyncs;
  }

  // Mirrors: staging/src/k8s.io/cloud-provider/options/servicecontroller.go#ServiceControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
