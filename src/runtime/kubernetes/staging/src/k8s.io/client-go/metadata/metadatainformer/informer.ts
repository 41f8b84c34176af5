import { partialObjectMetadata } from '../../../apimachinery/pkg/apis/meta/v1/types.ts';
import {
  type GroupVersionResource,
  resourceText,
} from '../../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import type { GenericInformer } from '../../informers/generic.ts';
import { metaNamespaceIndexFunc, namespaceIndex } from '../../tools/cache/index.ts';
import { newGenericLister } from '../../tools/cache/listers.ts';
import { newSharedIndexInformer, waitForCacheSync } from '../../tools/cache/shared_informer.ts';
import type { Client } from '../metadata.ts';

/** How a factory's informers are made. */
export interface MetadataSharedInformerFactoryOptions {
  /** The program whose informers these are: the first half of their names. */
  readonly program: string;
  /** 0, for no resyncs, if left out. */
  readonly defaultResyncMs?: number;
  /** The only namespace that is seen; all if left out. */
  readonly namespace?: string;
}

/** Makes at most one informer for each resource, of whatever kind it is: they see metadata only. */
// Mirrors: staging/src/k8s.io/client-go/metadata/metadatainformer/informer.go#metadataSharedInformerFactory
export class MetadataSharedInformerFactory {
  readonly #sim: Sim;
  readonly #client: Client;
  readonly #options: MetadataSharedInformerFactoryOptions;
  /** By text of the resource, as those that were started. */
  readonly #informers = new Map<string, GenericInformer>();
  readonly #startedInformers = new Set<string>();

  constructor(sim: Sim, client: Client, options: MetadataSharedInformerFactoryOptions) {
    this.#sim = sim;
    this.#client = client;
    this.#options = options;
  }

  // Mirrors: staging/src/k8s.io/client-go/metadata/metadatainformer/informer.go#metadataSharedInformerFactory.ForResource
  forResource(gvr: GroupVersionResource): GenericInformer {
    const key = resourceText(gvr);
    const known = this.#informers.get(key);
    if (known) return known;
    const informer = newFilteredMetadataInformer(this.#sim, this.#client, gvr, this.#options);
    this.#informers.set(key, informer);
    return informer;
  }

  // Mirrors: staging/src/k8s.io/client-go/metadata/metadatainformer/informer.go#metadataSharedInformerFactory.Start
  start(stop: Stop): void {
    for (const [key, each] of this.#informers) {
      if (this.#startedInformers.has(key)) continue;
      const informer = each.informer();
      this.#sim.go(`${informer.name.slice(this.#options.program.length + 1)}/informer`, informer.run(stop));
      this.#startedInformers.add(key);
    }
  }

  /** Waits for the informers that were started; tells by resource which of them synced before `stop` closed. */
  // Mirrors: staging/src/k8s.io/client-go/metadata/metadatainformer/informer.go#metadataSharedInformerFactory.WaitForCacheSync
  *waitForCacheSync(stop: Stop): Blocking<Map<string, boolean>> {
    const started = [...this.#informers].filter(([key]) => this.#startedInformers.has(key));
    const res = new Map<string, boolean>();
    for (const [key, each] of started) {
      res.set(key, yield* waitForCacheSync(this.#sim, stop, () => each.informer().hasSynced()));
    }
    return res;
  }
}

// Mirrors: staging/src/k8s.io/client-go/metadata/metadatainformer/informer.go#NewFilteredSharedInformerFactory
export function newSharedInformerFactory(
  sim: Sim,
  client: Client,
  options: MetadataSharedInformerFactoryOptions,
): MetadataSharedInformerFactory {
  return new MetadataSharedInformerFactory(sim, client, options);
}

/** An informer of the metadata of one resource. */
// Mirrors: staging/src/k8s.io/client-go/metadata/metadatainformer/informer.go#NewFilteredMetadataInformer
export function newFilteredMetadataInformer(
  sim: Sim,
  client: Client,
  gvr: GroupVersionResource,
  { program, defaultResyncMs = 0, namespace = '' }: MetadataSharedInformerFactoryOptions,
): GenericInformer {
  const informer = newSharedIndexInformer(sim, {
    name: `${program}/${gvr.resource}`,
    listerWatcher: client.resource(gvr).namespace(namespace),
    objectType: partialObjectMetadata,
    defaultEventHandlerResyncPeriodMs: defaultResyncMs,
    indexers: { [namespaceIndex]: metaNamespaceIndexFunc },
  });
  return {
    // Mirrors: staging/src/k8s.io/client-go/metadata/metadatainformer/informer.go#metadataInformer.Informer
    informer: () => informer,
    // Mirrors: staging/src/k8s.io/client-go/metadata/metadatainformer/informer.go#metadataInformer.Lister
    lister: () => newGenericLister(informer.getIndexer(), gvr),
  };
}
