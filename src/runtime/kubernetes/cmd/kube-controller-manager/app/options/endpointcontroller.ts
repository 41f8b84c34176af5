import { pointerTo } from '../../../../../go/pointer.ts';
import type { EndpointControllerConfiguration } from '../../../../pkg/controller/endpoint/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/endpointcontroller.go#EndpointControllerOptions
export class EndpointControllerOptions {
  readonly config: EndpointControllerConfiguration;

  constructor(config: EndpointControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/endpointcontroller.go#EndpointControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'concurrentEndpointSyncs'),
      'concurrent-endpoint-syncs',
      o.concurrentEndpointSyncs,
      'The number of endpoint syncing operations that will be done concurrently. Larger number = faster endpoint updating, but more CPU (and network) load',
    );
    flags.durationVar(
      pointerTo(o, 'endpointUpdatesBatchPeriod'),
      'endpoint-updates-batch-period',
      o.endpointUpdatesBatchPeriod,
      'The length of endpoint updates batching period. Processing of pod changes will be delayed by this duration to join them with potential upcoming updates and reduce the overall number of endpoints updates. Larger number = higher endpoint programming latency, but lower number of endpoints revision generated',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/endpointcontroller.go#EndpointControllerOptions.ApplyTo
  applyTo(config: EndpointControllerConfiguration): void {
    config.concurrentEndpointSyncs = this.config.concurrentEndpointSyncs;
    config.endpointUpdatesBatchPeriod = this.config.endpointUpdatesBatchPeriod;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/endpointcontroller.go#EndpointControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
