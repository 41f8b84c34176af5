import type { KubeObject } from '../../apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../kubernetes/clientset.ts';
import { type Indexer, metaNamespaceIndexFunc, namespaceIndex } from '../tools/cache/index.ts';
import type { ListerWatcher } from '../tools/cache/listwatch.ts';
import type { QueueKind } from '../tools/cache/queue-kind.ts';
import type { ObjectType } from '../tools/cache/reflector.ts';
import { type SharedIndexInformer, newSharedIndexInformer } from '../tools/cache/shared_informer.ts';
import type { SharedInformerFactory, TweakListOptionsFunc } from './internalinterfaces/factory_interfaces.ts';

/**
 * What differs between the informers of two kinds. Upstream generates a file of the same code for every kind;
 * Loopscope has that code here, once.
 */
export interface Resource<T extends KubeObject, Lister> {
  /** As in paths of the API: `pods`. */
  readonly name: string;
  readonly type: ObjectType;
  listerWatcher(client: Clientset, namespace: string): ListerWatcher;
  newLister(indexer: Indexer<T>): Lister;
}

/** Which objects the informers of a factory see. */
export interface InformerScope {
  readonly factory: SharedInformerFactory;
  /** '' for all. */
  readonly namespace: string;
  readonly tweakListOptions: TweakListOptionsFunc | undefined;
  readonly queueKind: QueueKind | undefined;
}

/** Access to the informer of a kind and to its lister. Either asks the factory for the informer. */
export interface ResourceInformer<T extends KubeObject, Lister> {
  informer(): SharedIndexInformer<T>;
  lister(): Lister;
}

/** The informer of `resource` in a factory. */
export function newResourceInformer<T extends KubeObject, Lister>(
  scope: InformerScope,
  resource: Resource<T, Lister>,
): ResourceInformer<T, Lister> {
  const { factory, namespace, tweakListOptions, queueKind } = scope;
  const informer = (): SharedIndexInformer<T> =>
    factory.informerFor<T>(resource.type, (client, resyncPeriodMs) =>
      newSharedIndexInformer<T>(factory.sim, {
        name: `${factory.program}/${resource.name}`,
        listerWatcher: tweaked(resource.listerWatcher(client, namespace), tweakListOptions),
        objectType: resource.type,
        defaultEventHandlerResyncPeriodMs: resyncPeriodMs,
        indexers: { [namespaceIndex]: metaNamespaceIndexFunc },
        ...(queueKind ? { queueKind } : {}),
      }),
    );
  return { informer, lister: () => resource.newLister(informer().getIndexer()) };
}

function tweaked(lw: ListerWatcher, tweak: TweakListOptionsFunc = (options) => options): ListerWatcher {
  return { list: (options) => lw.list(tweak(options)), watch: (options) => lw.watch(tweak(options)) };
}
