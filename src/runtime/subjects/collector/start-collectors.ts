import { MemCacheClient } from '../../kubernetes/staging/src/k8s.io/client-go/discovery/cached/memory/memcache.ts';
import type { SharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newForConfig as newMetadataClient } from '../../kubernetes/staging/src/k8s.io/client-go/metadata/metadata.ts';
import { newSharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/metadata/metadatainformer/informer.ts';
import { type Config, addUserAgent } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import { newDeferredDiscoveryRESTMapper } from '../../kubernetes/staging/src/k8s.io/client-go/restmapper/discovery.ts';
import { newInformerFactory } from '../../kubernetes/staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts';
import { GarbageCollector } from '../../kubernetes/pkg/controller/garbagecollector/garbagecollector.ts';
import { defaultIgnoredResources } from '../../kubernetes/pkg/controller/garbagecollector/graph_builder.ts';
import { newNamespaceController } from '../../kubernetes/pkg/controller/namespace/namespace_controller.ts';
import { Chan } from '../../sim/chan.ts';
import type { Blocking } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';

/** Upstream's default: namespaces are looked at again every 5 minutes. */
const namespaceSyncPeriodMs = 5 * 60 * 1000;
/** How often the garbage collector asks which resources there are. */
const discoveryPeriodMs = 30 * 1000;
/** Upstream's default number of workers for each of the collector's two queues, and for namespaces. */
const collectorWorkers = 20;
const namespaceWorkers = 10;

/**
 * Starts the garbage collector and the namespace controller of a controller-manager that has neither command nor
 * context. To be called before its informers are started; the channel that it gives is to be closed after. `config` is
 * the program's: its rate holds for each client.
 */
export function* startCollectors(
  sim: Sim,
  program: string,
  config: Config,
  informers: SharedInformerFactory,
  stop: Chan<never>,
): Blocking<Chan<never>> {
  const informersStarted = new Chan<never>('informers started');
  const configFor = (part: string): Config => addUserAgent(config, part);

  const metadataClient = newMetadataClient(sim, configFor('metadata-informers'));
  const metadataInformers = sim.observe(
    'metadata-factory',
    program,
    newSharedInformerFactory(sim, metadataClient, { program }),
  );
  const discovery = newForConfig(sim, configFor('controller-discovery')).discovery();
  const collectorConfig = configFor('generic-garbage-collector');
  const collectorClient = newForConfig(sim, collectorConfig);
  const collector = new GarbageCollector(sim, {
    kubeClient: collectorClient,
    metadataClient: newMetadataClient(sim, collectorConfig),
    mapper: newDeferredDiscoveryRESTMapper(new MemCacheClient(discovery)),
    ignoredResources: defaultIgnoredResources,
    sharedInformers: newInformerFactory(informers, metadataInformers),
    informersStarted,
  });
  sim.go('garbage-collector', collector.run(collectorWorkers, stop));
  sim.go('garbage-collector/sync', collector.sync(collectorClient.discovery(), discoveryPeriodMs, stop));

  // It asks much at once, so upstream lets it ask more.
  const { qps = 0, burst = 0 } = config;
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
  return informersStarted;
}
