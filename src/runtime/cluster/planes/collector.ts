import { MemCacheClient } from '../../client-go/discovery/cached/memory/memcache.ts';
import { newSharedInformerFactory } from '../../client-go/informers/factory.ts';
import { type Clientset, newForConfig } from '../../client-go/kubernetes/clientset.ts';
import { newForConfig as newMetadataClient } from '../../client-go/metadata/metadata.ts';
import { newSharedInformerFactory as newMetadataInformerFactory } from '../../client-go/metadata/metadatainformer/informer.ts';
import { type Config, addUserAgent } from '../../client-go/rest/config.ts';
import { newDeferredDiscoveryRESTMapper } from '../../client-go/restmapper/discovery.ts';
import { newInformerFactory } from '../../controller-manager-lib/pkg/informerfactory/informer_factory.ts';
import { GarbageCollector } from '../../controllers/garbagecollector/garbagecollector.ts';
import { defaultIgnoredResources } from '../../controllers/garbagecollector/graph_builder.ts';
import { newNamespaceController } from '../../controllers/namespace/namespace_controller.ts';
import { burstReplicas, newReplicaSetController } from '../../controllers/replicaset/replica_set.ts';
import { replicaSets } from '../../registry/apps/replicaset/strategy.ts';
import type { Kind } from '../../registry/kind.ts';
import { Chan } from '../../sim/chan.ts';
import { type Plane, type Program, configOf } from '../program.ts';
import type { ClusterSettings } from '../scenario.ts';
import { kubelets, scheduler } from '../stand-ins/programs.ts';

/** Upstream's default: namespaces are looked at again every 5 minutes. */
const namespaceSyncPeriodMs = 5 * 60 * 1000;
/** How often the garbage collector asks which resources there are, and the REST mapper is reset. */
const discoveryPeriodMs = 30 * 1000;
/** Upstream's default number of workers for each of its two queues, and for namespaces. */
const collectorWorkers = 20;
const namespaceWorkers = 10;

/**
 * A controller-manager that runs the ReplicaSet controller, the garbage collector and the namespace controller, all as
 * upstream has them, with stand-ins for scheduler and kubelets. It has no command, no leader election and no other
 * controllers.
 */
export const plane: Plane = {
  kinds: [replicaSets as unknown as Kind],
  programsOf: (settings) => [...kubelets(settings), scheduler, controllerManager(settings)],
};

function controllerManager({ qps, burst, workers }: ClusterSettings): Program {
  return {
    name: 'kube-controller-manager',
    *main(host) {
      const { name, sim } = host;
      const config = configOf(host, qps, burst);
      const configFor = (part: string): Config => addUserAgent(config, part);
      const clientOf = (part: string): Clientset => newForConfig(sim, configFor(part));
      const stop = new Chan<never>('stop');
      const informersStarted = new Chan<never>('informers started');

      const informers = newSharedInformerFactory(sim, clientOf('shared-informers'), { program: name });
      const metadataClient = newMetadataClient(sim, configFor('metadata-informers'));
      const metadataInformers = newMetadataInformerFactory(sim, metadataClient, { program: name });
      const discovery = clientOf('controller-discovery').discovery();
      const mapper = newDeferredDiscoveryRESTMapper(new MemCacheClient(discovery));

      const replicaSetController = newReplicaSetController(
        sim,
        informers.apps().v1().replicaSets(),
        informers.core().v1().pods(),
        clientOf('replicaset-controller'),
        burstReplicas,
      );
      sim.go('replicaset', replicaSetController.run(workers, stop));

      const collectorConfig = configFor('generic-garbage-collector');
      const collectorClient = newForConfig(sim, collectorConfig);
      const collector = new GarbageCollector(sim, {
        kubeClient: collectorClient,
        metadataClient: newMetadataClient(sim, collectorConfig),
        mapper,
        ignoredResources: defaultIgnoredResources,
        sharedInformers: newInformerFactory(informers, metadataInformers),
        informersStarted,
      });
      sim.go('garbage-collector', collector.run(collectorWorkers, stop));
      sim.go('garbage-collector/sync', collector.sync(collectorClient.discovery(), discoveryPeriodMs, stop));

      // It asks much at once, so upstream lets it ask more.
      const namespaceConfig = { ...configFor('namespace-controller'), qps: qps * 20, burst: burst * 100 };
      const namespaceClient = newForConfig(sim, namespaceConfig);
      const [namespaceController, err] = yield* newNamespaceController(
        sim,
        namespaceClient,
        newMetadataClient(sim, namespaceConfig),
        () => namespaceClient.discovery().serverPreferredNamespacedResources(),
        informers.core().v1().namespaces(),
        namespaceSyncPeriodMs,
        'kubernetes',
      );
      if (err) throw err;
      sim.go('namespace', namespaceController.run(namespaceWorkers, stop));

      informers.start(stop);
      metadataInformers.start(stop);
      informersStarted.close();
      yield* stop.receive();
    },
  };
}
