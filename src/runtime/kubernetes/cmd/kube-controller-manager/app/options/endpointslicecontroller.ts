import { pointerTo } from '../../../../../go/pointer.ts';
import type { EndpointSliceControllerConfiguration } from '../../../../pkg/controller/endpointslice/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

// Mirrors: cmd/kube-controller-manager/app/options/endpointslicecontroller.go#minConcurrentServiceEndpointSyncs
const minConcurrentServiceEndpointSyncs = 1;
// Mirrors: cmd/kube-controller-manager/app/options/endpointslicecontroller.go#maxConcurrentServiceEndpointSyncs
const maxConcurrentServiceEndpointSyncs = 50;
// Mirrors: cmd/kube-controller-manager/app/options/endpointslicecontroller.go#minMaxEndpointsPerSlice
const minMaxEndpointsPerSlice = 1;
// Mirrors: cmd/kube-controller-manager/app/options/endpointslicecontroller.go#maxMaxEndpointsPerSlice
const maxMaxEndpointsPerSlice = 1000;

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/endpointslicecontroller.go#EndpointSliceControllerOptions
export class EndpointSliceControllerOptions {
  readonly config: EndpointSliceControllerConfiguration;

  constructor(config: EndpointSliceControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/endpointslicecontroller.go#EndpointSliceControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'concurrentServiceEndpointSyncs'),
      'concurrent-service-endpoint-syncs',
      o.concurrentServiceEndpointSyncs,
      'The number of service endpoint syncing operations that will be done concurrently. Larger number = faster endpoint slice updating, but more CPU (and network) load. Defaults to 5.',
    );
    flags.int32Var(
      pointerTo(o, 'maxEndpointsPerSlice'),
      'max-endpoints-per-slice',
      o.maxEndpointsPerSlice,
      'The maximum number of endpoints that will be added to an EndpointSlice. More endpoints per slice will result in less endpoint slices, but larger resources. Defaults to 100.',
    );
    flags.durationVar(
      pointerTo(o, 'endpointUpdatesBatchPeriod'),
      'endpointslice-updates-batch-period',
      o.endpointUpdatesBatchPeriod,
      'The length of endpoint slice updates batching period. Processing of pod changes will be delayed by this duration to join them with potential upcoming updates and reduce the overall number of endpoints updates. Larger number = higher endpoint programming latency, but lower number of endpoints revision generated',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/endpointslicecontroller.go#EndpointSliceControllerOptions.ApplyTo
  applyTo(config: EndpointSliceControllerConfiguration): void {
    config.concurrentServiceEndpointSyncs = this.config.concurrentServiceEndpointSyncs;
    config.maxEndpointsPerSlice = this.config.maxEndpointsPerSlice;
    config.endpointUpdatesBatchPeriod = this.config.endpointUpdatesBatchPeriod;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/endpointslicecontroller.go#EndpointSliceControllerOptions.Validate
  validate(): Error[] {
    const errors: Error[] = [];
    if (this.config.concurrentServiceEndpointSyncs < minConcurrentServiceEndpointSyncs)
      errors.push(
        new Error(
          `concurrent-service-endpoint-syncs must not be less than ${minConcurrentServiceEndpointSyncs}, but got ${this.config.concurrentServiceEndpointSyncs}`,
        ),
      );
    else if (this.config.concurrentServiceEndpointSyncs > maxConcurrentServiceEndpointSyncs)
      errors.push(
        new Error(
          `concurrent-service-endpoint-syncs must not be more than ${maxConcurrentServiceEndpointSyncs}, but got ${this.config.concurrentServiceEndpointSyncs}`,
        ),
      );
    if (this.config.maxEndpointsPerSlice < minMaxEndpointsPerSlice)
      errors.push(
        new Error(
          `max-endpoints-per-slice must not be less than ${minMaxEndpointsPerSlice}, but got ${this.config.maxEndpointsPerSlice}`,
        ),
      );
    else if (this.config.maxEndpointsPerSlice > maxMaxEndpointsPerSlice)
      errors.push(
        new Error(
          `max-endpoints-per-slice must not be more than ${maxMaxEndpointsPerSlice}, but got ${this.config.maxEndpointsPerSlice}`,
        ),
      );
    return errors;
  }
}
