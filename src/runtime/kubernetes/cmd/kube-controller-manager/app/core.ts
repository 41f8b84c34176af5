import { newForConfig } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newForConfig as newMetadataForConfig } from '../../../staging/src/k8s.io/client-go/metadata/metadata.ts';
import type { Config } from '../../../staging/src/k8s.io/client-go/rest/config.ts';
import { newEndpointController } from '../../../pkg/controller/endpoint/endpoints_controller.ts';
import { newDebugHandler } from '../../../pkg/controller/garbagecollector/dump.ts';
import { GarbageCollector } from '../../../pkg/controller/garbagecollector/garbagecollector.ts';
import { groupResourceText } from '../../../pkg/controller/garbagecollector/graph_builder.ts';
import { newNamespaceController } from '../../../pkg/controller/namespace/namespace_controller.ts';
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
import { second } from '../../../../go/duration.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { ControllerContext } from './controllermanager_context.ts';
import { type InitFunc, type Started, skipped, started } from './controllermanager_start.ts';
import { startNothing } from './not-reimplemented.ts';

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

/**
 * It asks much in a short time, so that its client may ask 20 times as often as others, and 100 times as often at once.
 *
 * Mirrors: cmd/kube-controller-manager/app/core.go#startNamespaceController
 */
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

/**
 * The only controller that answers questions about itself.
 *
 * Mirrors: cmd/kube-controller-manager/app/core.go#startGarbageCollectorController
 */
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

// Mirrors: cmd/kube-controller-manager/app/core.go#startTTLAfterFinishedController
export const startTTLAfterFinishedController: InitFunc = function* (ctx) {
  if (!defaultMutableFeatureGate(ctx.os).enabled('TTLAfterFinished')) {
    return skipped;
  }
  yield* startNothing(ctx, 'ttl-after-finished-controller', ['batch/v1/jobs']);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startStorageVersionGCController
export const startStorageVersionGCController: InitFunc = function* (ctx) {
  const informers = ['coordination.k8s.io/v1/leases', 'internal.apiserver.k8s.io/v1alpha1/storageversions'];
  yield* startNothing(ctx, 'storage-version-garbage-collector', informers);
  return started;
};
