import { pointerTo } from '../../../../../go/pointer.ts';
import type { NodeIPAMControllerConfiguration } from '../../../../pkg/controller/nodeipam/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/nodeipamcontroller.go#NodeIPAMControllerOptions
export class NodeIPAMControllerOptions {
  readonly config: NodeIPAMControllerConfiguration;

  constructor(config: NodeIPAMControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/nodeipamcontroller.go#NodeIPAMControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.stringVar(
      pointerTo(o, 'serviceCIDR'),
      'service-cluster-ip-range',
      o.serviceCIDR,
      'CIDR Range for Services in cluster. Requires --allocate-node-cidrs to be true',
    );
    flags.int32Var(
      pointerTo(o, 'nodeCIDRMaskSize'),
      'node-cidr-mask-size',
      o.nodeCIDRMaskSize,
      'Mask size for node cidr in cluster. Default is 24 for IPv4 and 64 for IPv6.',
    );
    flags.int32Var(
      pointerTo(o, 'nodeCIDRMaskSizeIPv4'),
      'node-cidr-mask-size-ipv4',
      o.nodeCIDRMaskSizeIPv4,
      'Mask size for IPv4 node cidr in dual-stack cluster. Default is 24.',
    );
    flags.int32Var(
      pointerTo(o, 'nodeCIDRMaskSizeIPv6'),
      'node-cidr-mask-size-ipv6',
      o.nodeCIDRMaskSizeIPv6,
      'Mask size for IPv6 node cidr in dual-stack cluster. Default is 64.',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/nodeipamcontroller.go#NodeIPAMControllerOptions.ApplyTo
  applyTo(config: NodeIPAMControllerConfiguration): void {
    const [first = '', second] = this.config.serviceCIDR.split(',');
    config.serviceCIDR = first;
    if (second !== undefined) config.secondaryServiceCIDR = second;
    config.nodeCIDRMaskSize = this.config.nodeCIDRMaskSize;
    config.nodeCIDRMaskSizeIPv4 = this.config.nodeCIDRMaskSizeIPv4;
    config.nodeCIDRMaskSizeIPv6 = this.config.nodeCIDRMaskSizeIPv6;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/nodeipamcontroller.go#NodeIPAMControllerOptions.Validate
  validate(): Error[] {
    return this.config.serviceCIDR.split(',').length > 2
      ? [new Error('--service-cluster-ip-range can not contain more than two entries')]
      : [];
  }
}
