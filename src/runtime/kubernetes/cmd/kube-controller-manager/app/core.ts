import { second } from '../../../../go/duration.ts';
import { parseCIDR } from '../../../../go/net.ts';
import { quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { newEndpointController } from '../../../pkg/controller/endpoint/endpoints_controller.ts';
import { newDebugHandler } from '../../../pkg/controller/garbagecollector/dump.ts';
import { GarbageCollector } from '../../../pkg/controller/garbagecollector/garbagecollector.ts';
import { groupResourceText } from '../../../pkg/controller/garbagecollector/graph_builder.ts';
import { newNamespaceController } from '../../../pkg/controller/namespace/namespace_controller.ts';
import type { NodeIPAMControllerConfiguration } from '../../../pkg/controller/nodeipam/config/types.ts';
import { newPodGC } from '../../../pkg/controller/podgc/gc_controller.ts';
import {
  burstReplicas,
  newReplicationManager,
} from '../../../pkg/controller/replication/replication_controller.ts';
import {
  defaultServiceAccountsControllerOptions,
  newServiceAccountsController,
} from '../../../pkg/controller/serviceaccount/serviceaccounts_controller.ts';
import { newTTLController } from '../../../pkg/controller/ttl/ttl_controller.ts';
import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { newForConfig } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newForConfig as newMetadataForConfig } from '../../../staging/src/k8s.io/client-go/metadata/metadata.ts';
import type { Config } from '../../../staging/src/k8s.io/client-go/rest/config.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import { isDualStack, isIPv6 } from '../../../vendor/k8s.io/utils/net/net.ts';
import type { ControllerContext, InitFunc } from './controllermanager.ts';
import { skipped, type Started, started } from './start-outcome.ts';
import { startNothing } from './not-reimplemented.ts';

// Mirrors: cmd/kube-controller-manager/app/core.go#defaultNodeMaskCIDRIPv4
const defaultNodeMaskCIDRIPv4 = 24;

// Mirrors: cmd/kube-controller-manager/app/core.go#defaultNodeMaskCIDRIPv6
const defaultNodeMaskCIDRIPv6 = 64;

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

// Volume plugins are left out: which ones there are is told by what a binary was built with.

// Mirrors: cmd/kube-controller-manager/app/core.go#startPersistentVolumeBinderController
export const startPersistentVolumeBinderController: InitFunc = function* (ctx) {
  const informers = [
    'v1/persistentvolumes',
    'v1/persistentvolumeclaims',
    'storage.k8s.io/v1/storageclasses',
    'v1/pods',
    'v1/nodes',
  ];
  yield* startNothing(ctx, 'persistent-volume-binder', informers);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startAttachDetachController
export const startAttachDetachController: InitFunc = function* (ctx) {
  if (ctx.componentConfig.attachDetachController.reconcilerSyncLoopPeriod < second) {
    const err = new Error(
      'duration time must be greater than one second as set via command line option reconcile-sync-loop-period',
    );
    return [undefined, true, err];
  }

  const csiNodes = defaultMutableFeatureGate(ctx.os).enabled('CSINodeInfo')
    ? ['storage.k8s.io/v1/csinodes']
    : [];
  const informers = [
    'v1/pods',
    'v1/nodes',
    'v1/persistentvolumeclaims',
    'v1/persistentvolumes',
    ...csiNodes,
    'storage.k8s.io/v1/csidrivers',
    'storage.k8s.io/v1/volumeattachments',
  ];
  yield* startNothing(ctx, 'attachdetach-controller', informers);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startVolumeExpandController
export const startVolumeExpandController: InitFunc = function* (ctx) {
  if (defaultMutableFeatureGate(ctx.os).enabled('ExpandPersistentVolumes')) {
    const informers = ['v1/persistentvolumeclaims', 'v1/persistentvolumes'];
    yield* startNothing(ctx, 'expand-controller', informers);
    return started;
  }
  return skipped;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startEphemeralVolumeController
export const startEphemeralVolumeController: InitFunc = function* (ctx) {
  if (defaultMutableFeatureGate(ctx.os).enabled('GenericEphemeralVolume')) {
    const informers = ['v1/pods', 'v1/persistentvolumeclaims'];
    yield* startNothing(ctx, 'ephemeral-volume-controller', informers);
    return started;
  }
  return skipped;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startEndpointController
export const startEndpointController: InitFunc = function* (ctx) {
  const { sim } = ctx.os;
  const { concurrentEndpointSyncs, endpointUpdatesBatchPeriod } = ctx.componentConfig.endpointController;
  const v1 = ctx.informerFactory.core().v1();
  const controller = newEndpointController(
    sim,
    v1.pods(),
    v1.services(),
    v1.endpoints(),
    yield* ctx.clientBuilder.clientOrDie('endpoint-controller'),
    endpointUpdatesBatchPeriod,
  );
  sim.go('endpoint', controller.run(concurrentEndpointSyncs, ctx.stop));
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startReplicationController
export const startReplicationController: InitFunc = function* (ctx) {
  const { sim } = ctx.os;
  const controller = newReplicationManager(
    sim,
    ctx.informerFactory.core().v1().pods(),
    ctx.informerFactory.core().v1().replicationControllers(),
    yield* ctx.clientBuilder.clientOrDie('replication-controller'),
    burstReplicas,
  );
  const workers = ctx.componentConfig.replicationController.concurrentRCSyncs;
  sim.go('replicationcontroller', controller.run(workers, ctx.stop));
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startPodGCController
export const startPodGCController: InitFunc = function* (ctx) {
  const { sim } = ctx.os;
  const controller = newPodGC(
    sim,
    yield* ctx.clientBuilder.clientOrDie('pod-garbage-collector'),
    ctx.informerFactory.core().v1().pods(),
    ctx.informerFactory.core().v1().nodes(),
    ctx.componentConfig.podGCController.terminatedPodGCThreshold,
  );
  sim.go('podgc', controller.run(ctx.stop));
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startResourceQuotaController
export const startResourceQuotaController: InitFunc = function* (ctx) {
  const note = 'its monitors wait for InformersStarted, and their resync period is a new draw';
  yield* startNothing(ctx, 'resourcequota-controller', ['v1/resourcequotas'], note);
  return started;
};

/** It asks much in a short time, so that its client may ask 20 times as often as others, and 100 times as often at once. */
// Mirrors: cmd/kube-controller-manager/app/core.go#startNamespaceController
export const startNamespaceController: InitFunc = function* (ctx) {
  const nsKubeconfig = yield* ctx.clientBuilder.configOrDie('namespace-controller');
  const { qps = 0, burst = 0 } = nsKubeconfig;
  return yield* startModifiedNamespaceController(ctx, {
    ...nsKubeconfig,
    qps: qps * 20,
    burst: burst * 100,
  });
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startModifiedNamespaceController
function* startModifiedNamespaceController(ctx: ControllerContext, nsKubeconfig: Config): Blocking<Started> {
  const { sim } = ctx.os;
  const { namespaceSyncPeriod, concurrentNamespaceSyncs } = ctx.componentConfig.namespaceController;
  const namespaceKubeClient = newForConfig(sim, nsKubeconfig);
  const discovery = namespaceKubeClient.discovery();
  const [controller, err] = yield* newNamespaceController(
    sim,
    namespaceKubeClient,
    newMetadataForConfig(sim, nsKubeconfig),
    () => discovery.serverPreferredNamespacedResources(),
    ctx.informerFactory.core().v1().namespaces(),
    namespaceSyncPeriod,
    'kubernetes',
  );
  if (err) return yield* klog(ctx.os).fatal(err.message);
  sim.go('namespace', controller.run(concurrentNamespaceSyncs, ctx.stop));
  return started;
}

// Mirrors: cmd/kube-controller-manager/app/core.go#startServiceAccountController
export const startServiceAccountController: InitFunc = function* (ctx) {
  const { sim } = ctx.os;
  const sac = newServiceAccountsController(
    sim,
    ctx.informerFactory.core().v1().serviceAccounts(),
    ctx.informerFactory.core().v1().namespaces(),
    yield* ctx.clientBuilder.clientOrDie('service-account-controller'),
    defaultServiceAccountsControllerOptions(),
  );
  sim.go('serviceaccount', sac.run(1, ctx.stop));
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startTTLController
export const startTTLController: InitFunc = function* (ctx) {
  const { sim } = ctx.os;
  const controller = newTTLController(
    sim,
    ctx.informerFactory.core().v1().nodes(),
    yield* ctx.clientBuilder.clientOrDie('ttl-controller'),
  );
  sim.go('ttl', controller.run(5, ctx.stop));
  return started;
};

/** The only controller that answers questions about itself. */
// Mirrors: cmd/kube-controller-manager/app/core.go#startGarbageCollectorController
export const startGarbageCollectorController: InitFunc = function* (ctx) {
  const { enableGarbageCollector, concurrentGCSyncs, gcIgnoredResources } =
    ctx.componentConfig.garbageCollectorController;
  if (!enableGarbageCollector) {
    return skipped;
  }

  const { sim } = ctx.os;
  const gcClientset = yield* ctx.clientBuilder.clientOrDie('generic-garbage-collector');
  const config = yield* ctx.clientBuilder.configOrDie('generic-garbage-collector');
  const garbageCollector = new GarbageCollector(sim, {
    kubeClient: gcClientset,
    metadataClient: newMetadataForConfig(sim, config),
    mapper: ctx.restMapper,
    ignoredResources: new Set(gcIgnoredResources.map(groupResourceText)),
    sharedInformers: ctx.objectOrMetadataInformerFactory,
    informersStarted: ctx.informersStarted,
  });

  sim.go('garbagecollector', garbageCollector.run(concurrentGCSyncs, ctx.stop));
  // It asks again and again which resources there are.
  const sync = garbageCollector.sync(gcClientset.discovery(), 30 * second, ctx.stop);
  sim.go('garbagecollector/sync', sync);

  return [newDebugHandler(garbageCollector), true, undefined];
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startPVCProtectionController
export const startPVCProtectionController: InitFunc = function* (ctx) {
  const informers = ['v1/persistentvolumeclaims', 'v1/pods'];
  yield* startNothing(ctx, 'pvc-protection-controller', informers);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startPVProtectionController
export const startPVProtectionController: InitFunc = function* (ctx) {
  yield* startNothing(ctx, 'pv-protection-controller', ['v1/persistentvolumes']);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startTTLAfterFinishedController
export const startTTLAfterFinishedController: InitFunc = function* (ctx) {
  if (!defaultMutableFeatureGate(ctx.os).enabled('TTLAfterFinished')) {
    return skipped;
  }
  yield* startNothing(ctx, 'ttl-after-finished-controller', ['batch/v1/jobs']);
  return started;
};

/** The ranges of a list, and whether there are some of either family. */
// Mirrors: cmd/kube-controller-manager/app/core.go#processCIDRs
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

type MaskSizes = [ipv4: number, ipv6: number, Error | undefined];

/** How large the range of a node is, in bits of its prefix. */
// Mirrors: cmd/kube-controller-manager/app/core.go#setNodeCIDRMaskSizes
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

// Mirrors: cmd/kube-controller-manager/app/core.go#startStorageVersionGCController
export const startStorageVersionGCController: InitFunc = function* (ctx) {
  const informers = ['coordination.k8s.io/v1/leases', 'internal.apiserver.k8s.io/v1alpha1/storageversions'];
  yield* startNothing(ctx, 'storage-version-garbage-collector', informers);
  return started;
};
