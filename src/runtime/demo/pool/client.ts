import type { SharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { ResourceClient } from '../../kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/resource-client.ts';
import { type Config, restClientFor } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import {
  metaNamespaceIndexFunc,
  namespaceIndex,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import {
  type GenericLister,
  newGenericLister,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/listers.ts';
import {
  type SharedIndexInformer,
  newSharedIndexInformer,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import type { Sim } from '../../sim/sim.ts';
import type { PodPool } from './types.ts';

/** Gives the client of a namespace; '' for all. */
export type PodPools = (namespace: string) => ResourceClient<PodPool>;

/** What `client-gen` would generate. */
// In Go: content/your-own/custom-resource/go/client-go/client.go#newPodPoolClient
export function newPodPools(sim: Sim, config: Config): PodPools {
  const transport = sim.observe('transport', config.userAgent, config.transport);
  const client = restClientFor(sim, { ...config, transport });
  return (namespace) => new ResourceClient<PodPool>(client, 'podpools', namespace);
}

/** What `informer-gen` and `lister-gen` would generate. The factory shares it as any other. */
// In Go: content/your-own/custom-resource/go/client-go/client.go#newPodPoolInformer
export function podPoolInformer(
  factory: SharedInformerFactory,
  pools: PodPools,
): { readonly informer: SharedIndexInformer<PodPool>; readonly lister: GenericLister<PodPool> } {
  const type = { apiVersion: 'demo.example/v1', kind: 'PodPool' };
  const informer = factory.informerFor<PodPool>(type, (_client, resyncPeriodMs) =>
    newSharedIndexInformer<PodPool>(factory.sim, {
      name: `${factory.program}/podpools`,
      listerWatcher: pools(''),
      objectType: type,
      defaultEventHandlerResyncPeriodMs: resyncPeriodMs,
      indexers: { [namespaceIndex]: metaNamespaceIndexFunc },
    }),
  );
  const lister = newGenericLister(informer.getIndexer(), { group: 'demo.example', resource: 'podpool' });
  return { informer, lister };
}
