import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import type { NodeIPAMControllerConfiguration } from '../../../pkg/controller/nodeipam/config/types.ts';
import { parseCIDR } from '../../../../go/net.ts';
import { quote } from '../../../../go/strconv.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import type { ControllerContext } from './controllermanager_context.ts';
import { type InitFunc, type Started, skipped, started } from './controllermanager_start.ts';
import { startNothing } from './not-reimplemented.ts';

const refused = (why: string): Started => [undefined, false, new Error(why)];

/** Without a cloud it has nobody to ask for load balancers: that is told as an error, and is none. */
// Mirrors: cmd/kube-controller-manager/app/core.go#startServiceController
export const startServiceController: InitFunc = function* (ctx) {
  // Upstream's constructor asks for its informers before it looks at the cloud.
  ctx.informerFactory.core().v1().services().informer();
  ctx.informerFactory.core().v1().nodes().informer();
  const err = !ctx.cloud
    ? 'WARNING: no cloud provider provided, services of type LoadBalancer will fail'
    : ctx.cloud.loadBalancer()
      ? ''
      : 'the cloud provider does not support external load balancers';
  if (err !== '') {
    klog(ctx.os).error(`Failed to start service controller: ${err}`);
    return skipped;
  }
  yield* startNothing(ctx, 'service-controller', ['v1/services', 'v1/nodes']);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startNodeIpamController
export const startNodeIpamController: InitFunc = function* (ctx) {
  const { kubeCloudShared, nodeIPAMController } = ctx.componentConfig;
  if (!kubeCloudShared.allocateNodeCIDRs) {
    return skipped;
  }

  const [clusterCIDRs, dualStack, err] = processCIDRs(kubeCloudShared.clusterCIDR);
  if (err) return [undefined, false, err];
  const faulty = faultOfClusterCIDRs(ctx, clusterCIDRs, dualStack, 'nodeipam');
  if (faulty) return faulty;

  const serviceCIDR = serviceRange(ctx, nodeIPAMController.serviceCIDR);
  const secondaryServiceCIDR = serviceRange(ctx, nodeIPAMController.secondaryServiceCIDR);
  if (serviceCIDR && secondaryServiceCIDR) {
    if (!defaultMutableFeatureGate(ctx.os).enabled('IPv6DualStack')) {
      return refused('secondary service cidr is provided and IPv6DualStack feature is not enabled');
    }
    if (!isDualStack([serviceCIDR, secondaryServiceCIDR])) {
      return refused('serviceCIDR and secondaryServiceCIDR are not dualstack (from different IPfamiles)');
    }
  }

  const [v4, v6, maskErr] = dualStack
    ? setNodeCIDRMaskSizesDualStack(nodeIPAMController)
    : setNodeCIDRMaskSizes(nodeIPAMController);
  if (maskErr) return [undefined, false, maskErr];
  for (const cidr of clusterCIDRs) {
    const most = isIPv6(cidr) ? v6 : v4;
    if (Number(cidr.split('/')[1]) > most) {
      return yield* klog(ctx.os).fatal(
        'Controller: Invalid --cluster-cidr, mask size of cluster CIDR must be less than or equal to --node-cidr-mask-size configured for CIDR family',
      );
    }
  }
  yield* startNothing(ctx, 'node-controller', ['v1/nodes']);
  return started;
};

function faultOfClusterCIDRs(
  ctx: ControllerContext,
  clusterCIDRs: readonly string[],
  dualStack: boolean,
  who: 'nodeipam' | 'route',
): Started | undefined {
  const count = clusterCIDRs.length;
  if (count <= 1) return undefined;
  const gate = defaultMutableFeatureGate(ctx.os);
  const slices = who === 'route' || gate.enabled('EndpointSlice');
  if (!gate.enabled('IPv6DualStack') || !slices) {
    const what = who === 'route' ? 'dualstack feature' : 'dualstack or EndpointSlice feature';
    return refused(`len of ClusterCIDRs==${count} and ${what} is not enabled`);
  }
  if (!dualStack) {
    const end = who === 'route' ? '' : ')';
    const families = `(at least one from each IPFamily${end}`;
    return refused(`len of ClusterCIDRs==${count} and they are not configured as dual stack ${families}`);
  }
  if (count <= 2) return undefined;
  return refused(
    who === 'route'
      ? `length of clusterCIDRs is:${count} more than max allowed of 2`
      : `len of clusters is:${count} > more than max allowed of 2`,
  );
}

function serviceRange(ctx: ControllerContext, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const [cidr, err] = parseCIDR(text);
  if (err) klog(ctx.os).warning(`Unsuccessful parsing of service CIDR ${text}: ${err.message}`);
  return cidr;
}

// Mirrors: cmd/kube-controller-manager/app/core.go#startNodeLifecycleController
export const startNodeLifecycleController: InitFunc = function* (ctx) {
  const informers = ['coordination.k8s.io/v1/leases', 'v1/pods', 'v1/nodes', 'apps/v1/daemonsets'];
  yield* startNothing(ctx, 'node-controller', informers);
  return started;
};

/** A cloud that knows nothing of machines is told as an error, and is none. */
// Mirrors: cmd/kube-controller-manager/app/core.go#startCloudNodeLifecycleController
export const startCloudNodeLifecycleController: InitFunc = function* (ctx) {
  ctx.informerFactory.core().v1().nodes().informer();
  const err = !ctx.cloud
    ? 'no cloud provider provided'
    : ctx.cloud.instances()
      ? ''
      : 'cloud provider does not support instances';
  if (err !== '') {
    klog(ctx.os).error(`failed to start cloud node lifecycle controller: ${err}`);
    return skipped;
  }
  yield* startNothing(ctx, 'node-controller', ['v1/nodes']);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startRouteController
export const startRouteController: InitFunc = function* (ctx) {
  const { allocateNodeCIDRs, configureCloudRoutes, clusterCIDR } = ctx.componentConfig.kubeCloudShared;
  if (!allocateNodeCIDRs || !configureCloudRoutes) {
    klog(ctx.os).info(
      `Will not configure cloud provider routes for allocate-node-cidrs: ${allocateNodeCIDRs}, configure-cloud-routes: ${configureCloudRoutes}.`,
    );
    return skipped;
  }
  if (!ctx.cloud) {
    klog(ctx.os).warning(
      'configure-cloud-routes is set, but no cloud provider specified. Will not configure cloud provider routes.',
    );
    return skipped;
  }
  if (!ctx.cloud.routes()) {
    klog(ctx.os).warning(
      'configure-cloud-routes is set, but cloud provider does not support routes. Will not configure cloud provider routes.',
    );
    return skipped;
  }

  const [clusterCIDRs, dualStack, err] = processCIDRs(clusterCIDR);
  if (err) return [undefined, false, err];
  const faulty = faultOfClusterCIDRs(ctx, clusterCIDRs, dualStack, 'route');
  if (faulty) return faulty;
  yield* startNothing(ctx, 'route-controller', ['v1/nodes']);
  return started;
};

const isIPv6 = (cidr: string): boolean => cidr.includes(':');

// Mirrors: vendor/k8s.io/utils/net/net.go#IsDualStackCIDRs
const isDualStack = (cidrs: readonly string[]): boolean =>
  cidrs.some(isIPv6) && cidrs.some((cidr) => !isIPv6(cidr));

/**
 * The ranges of a list, and whether there are some of either family.
 *
 * Mirrors: cmd/kube-controller-manager/app/core.go#processCIDRs
 */
function processCIDRs(cidrsList: string): [string[], boolean, undefined] | [string[], boolean, Error] {
  const cidrs: string[] = [];
  for (const text of cidrsList.trim().split(',')) {
    const [cidr, err] = parseCIDR(text);
    if (err)
      return [[], false, new Error(`failed to parse cidr value:${quote(text)} with error:${err.message}`)];
    cidrs.push(cidr);
  }
  return [cidrs, isDualStack(cidrs), undefined];
}

// Mirrors: cmd/kube-controller-manager/app/core.go#defaultNodeMaskCIDRIPv4
const defaultNodeMaskCIDRIPv4 = 24;
// Mirrors: cmd/kube-controller-manager/app/core.go#defaultNodeMaskCIDRIPv6
const defaultNodeMaskCIDRIPv6 = 64;

type MaskSizes = [ipv4: number, ipv6: number, Error | undefined];

/**
 * How large the range of a node is, in bits of its prefix.
 *
 * Mirrors: cmd/kube-controller-manager/app/core.go#setNodeCIDRMaskSizes
 */
export function setNodeCIDRMaskSizes(cfg: NodeIPAMControllerConfiguration): MaskSizes {
  const { nodeCIDRMaskSize, nodeCIDRMaskSizeIPv4, nodeCIDRMaskSizeIPv6 } = cfg;
  if (nodeCIDRMaskSizeIPv4 !== 0 || nodeCIDRMaskSizeIPv6 !== 0) {
    const err = new Error(
      'usage of --node-cidr-mask-size-ipv4 and --node-cidr-mask-size-ipv6 are not allowed with non dual-stack clusters',
    );
    return [defaultNodeMaskCIDRIPv4, defaultNodeMaskCIDRIPv6, err];
  }
  if (nodeCIDRMaskSize !== 0) return [nodeCIDRMaskSize, nodeCIDRMaskSize, undefined];
  return [defaultNodeMaskCIDRIPv4, defaultNodeMaskCIDRIPv6, undefined];
}

// Mirrors: cmd/kube-controller-manager/app/core.go#setNodeCIDRMaskSizesDualStack
export function setNodeCIDRMaskSizesDualStack(cfg: NodeIPAMControllerConfiguration): MaskSizes {
  const { nodeCIDRMaskSize, nodeCIDRMaskSizeIPv4, nodeCIDRMaskSizeIPv6 } = cfg;
  if (nodeCIDRMaskSize !== 0) {
    const err = new Error('usage of --node-cidr-mask-size is not allowed with dual-stack clusters');
    return [defaultNodeMaskCIDRIPv4, defaultNodeMaskCIDRIPv6, err];
  }
  return [
    nodeCIDRMaskSizeIPv4 || defaultNodeMaskCIDRIPv4,
    nodeCIDRMaskSizeIPv6 || defaultNodeMaskCIDRIPv6,
    undefined,
  ];
}
