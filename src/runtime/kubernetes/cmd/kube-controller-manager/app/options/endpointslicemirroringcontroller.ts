import { pointerTo } from '../../../../../go/pointer.ts';
import type { EndpointSliceMirroringControllerConfiguration } from '../../../../pkg/controller/endpointslicemirroring/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

// Mirrors: cmd/kube-controller-manager/app/options/endpointslicemirroringcontroller.go#mirroringMinConcurrentServiceEndpointSyncs
const mirroringMinConcurrentServiceEndpointSyncs = 1;
// Mirrors: cmd/kube-controller-manager/app/options/endpointslicemirroringcontroller.go#mirroringMaxConcurrentServiceEndpointSyncs
const mirroringMaxConcurrentServiceEndpointSyncs = 50;
// Mirrors: cmd/kube-controller-manager/app/options/endpointslicemirroringcontroller.go#mirroringMinMaxEndpointsPerSubset
const mirroringMinMaxEndpointsPerSubset = 1;
// Mirrors: cmd/kube-controller-manager/app/options/endpointslicemirroringcontroller.go#mirroringMaxMaxEndpointsPerSubset
const mirroringMaxMaxEndpointsPerSubset = 1000;

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/endpointslicemirroringcontroller.go#EndpointSliceMirroringControllerOptions
export class EndpointSliceMirroringControllerOptions {
  readonly config: EndpointSliceMirroringControllerConfiguration;

  constructor(config: EndpointSliceMirroringControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/endpointslicemirroringcontroller.go#EndpointSliceMirroringControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'mirroringConcurrentServiceEndpointSyncs'),
      'mirroring-concurrent-service-endpoint-syncs',
      o.mirroringConcurrentServiceEndpointSyncs,
      'The number of service endpoint syncing operations that will be done concurrently by the EndpointSliceMirroring controller. Larger number = faster endpoint slice updating, but more CPU (and network) load. Defaults to 5.',
    );
    flags.int32Var(
      pointerTo(o, 'mirroringMaxEndpointsPerSubset'),
      'mirroring-max-endpoints-per-subset',
      o.mirroringMaxEndpointsPerSubset,
      'The maximum number of endpoints that will be added to an EndpointSlice by the EndpointSliceMirroring controller. More endpoints per slice will result in less endpoint slices, but larger resources. Defaults to 100.',
    );
    flags.durationVar(
      pointerTo(o, 'mirroringEndpointUpdatesBatchPeriod'),
      'mirroring-endpointslice-updates-batch-period',
      o.mirroringEndpointUpdatesBatchPeriod,
      'The length of EndpointSlice updates batching period for EndpointSliceMirroring controller. Processing of EndpointSlice changes will be delayed by this duration to join them with potential upcoming updates and reduce the overall number of EndpointSlice updates. Larger number = higher endpoint programming latency, but lower number of endpoints revision generated',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/endpointslicemirroringcontroller.go#EndpointSliceMirroringControllerOptions.ApplyTo
  applyTo(config: EndpointSliceMirroringControllerConfiguration): void {
    config.mirroringConcurrentServiceEndpointSyncs = this.config.mirroringConcurrentServiceEndpointSyncs;
    config.mirroringMaxEndpointsPerSubset = this.config.mirroringMaxEndpointsPerSubset;
    config.mirroringEndpointUpdatesBatchPeriod = this.config.mirroringEndpointUpdatesBatchPeriod;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/endpointslicemirroringcontroller.go#EndpointSliceMirroringControllerOptions.Validate
  validate(): Error[] {
    const errors: Error[] = [];
    if (this.config.mirroringConcurrentServiceEndpointSyncs < mirroringMinConcurrentServiceEndpointSyncs)
      errors.push(
        new Error(
          `mirroring-concurrent-service-endpoint-syncs must not be less than ${mirroringMinConcurrentServiceEndpointSyncs}, but got ${this.config.mirroringConcurrentServiceEndpointSyncs}`,
        ),
      );
    else if (this.config.mirroringConcurrentServiceEndpointSyncs > mirroringMaxConcurrentServiceEndpointSyncs)
      errors.push(
        new Error(
          `mirroring-concurrent-service-endpoint-syncs must not be more than ${mirroringMaxConcurrentServiceEndpointSyncs}, but got ${this.config.mirroringConcurrentServiceEndpointSyncs}`,
        ),
      );
    if (this.config.mirroringMaxEndpointsPerSubset < mirroringMinMaxEndpointsPerSubset)
      errors.push(
        new Error(
          `mirroring-max-endpoints-per-subset must not be less than ${mirroringMinMaxEndpointsPerSubset}, but got ${this.config.mirroringMaxEndpointsPerSubset}`,
        ),
      );
    else if (this.config.mirroringMaxEndpointsPerSubset > mirroringMaxMaxEndpointsPerSubset)
      errors.push(
        new Error(
          `mirroring-max-endpoints-per-subset must not be more than ${mirroringMaxMaxEndpointsPerSubset}, but got ${this.config.mirroringMaxEndpointsPerSubset}`,
        ),
      );
    return errors;
  }
}
