// Mirrors: pkg/controller/nodeipam/config/types.go#NodeIPAMControllerConfiguration
export class NodeIPAMControllerConfiguration {
  serviceCIDR = '';
  secondaryServiceCIDR = '';
  nodeCIDRMaskSize = 0;
  nodeCIDRMaskSizeIPv4 = 0;
  nodeCIDRMaskSizeIPv6 = 0;
}
