import type { PodTemplateSpec } from 'kubernetes-types/core/v1';
import type { DeleteOptions, OwnerReference } from 'kubernetes-types/meta/v1';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import {
  type StatusError,
  newMethodNotSupported,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  KubeList,
  KubeObject,
  ReplicaSet as AnyReplicaSet,
  ReplicationController as AnyReplicationController,
  Scale,
} from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../../staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type { ReplicaSetInformer } from '../../../staging/src/k8s.io/client-go/informers/apps/v1/replicaset.ts';
import type { ReplicationControllerInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/replicationcontroller.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { ReplicaSetInterface } from '../../../staging/src/k8s.io/client-go/kubernetes/typed/apps/v1/replicaset.ts';
import type {
  ListOptions,
  ResourceClient,
} from '../../../staging/src/k8s.io/client-go/kubernetes/typed/resource-client.ts';
import type {
  ReplicaSetLister,
  ReplicaSetNamespaceLister,
} from '../../../staging/src/k8s.io/client-go/listers/apps/v1/replicaset.ts';
import type {
  ReplicationControllerLister,
  ReplicationControllerNamespaceLister,
} from '../../../staging/src/k8s.io/client-go/listers/core/v1/replicationcontroller.ts';
import type { ResourceEventHandler } from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { DeletedFinalStateUnknown } from '../../../staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { Indexer } from '../../../staging/src/k8s.io/client-go/tools/cache/index.ts';
import type { SharedIndexInformer } from '../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import type { ReplicaSet, ReplicationController } from '../../api/objects.ts';
import type { PodControlInterface } from '../controller_utils.ts';

/**
 * An informer of ReplicationControllers that tells of ReplicaSets. Only what handlers and listers give is converted:
 * the cache holds what it holds.
 */
// Mirrors: pkg/controller/replication/conversion.go#informerAdapter
export function informerAdapter(rcInformer: ReplicationControllerInformer): ReplicaSetInformer {
  return {
    // Mirrors: pkg/controller/replication/conversion.go#informerAdapter.Informer
    informer: () => conversionInformer(rcInformer.informer()),
    // Mirrors: pkg/controller/replication/conversion.go#informerAdapter.Lister
    lister: () => conversionLister(rcInformer.lister()),
  };
}

// Mirrors: pkg/controller/replication/conversion.go#conversionInformer
function conversionInformer(
  informer: SharedIndexInformer<ReplicationController>,
): SharedIndexInformer<ReplicaSet> {
  return {
    name: informer.name,
    // Mirrors: pkg/controller/replication/conversion.go#conversionInformer.AddEventHandler
    addEventHandler: (handler) => informer.addEventHandler(conversionEventHandler(handler)),
    // Mirrors: pkg/controller/replication/conversion.go#conversionInformer.AddEventHandlerWithResyncPeriod
    addEventHandlerWithResyncPeriod: (handler, resyncPeriodMs) =>
      informer.addEventHandlerWithResyncPeriod(conversionEventHandler(handler), resyncPeriodMs),
    getStore: () => informer.getIndexer() as unknown as Indexer<ReplicaSet>,
    getIndexer: () => informer.getIndexer() as unknown as Indexer<ReplicaSet>,
    run: (stop) => informer.run(stop),
    hasSynced: () => informer.hasSynced(),
    lastSyncResourceVersion: () => informer.lastSyncResourceVersion(),
    setWatchErrorHandler: (handler) => informer.setWatchErrorHandler(handler),
    addIndexers: (indexers) => informer.addIndexers(indexers),
  };
}

// Mirrors: pkg/controller/replication/conversion.go#conversionLister
function conversionLister(rcLister: ReplicationControllerLister): ReplicaSetLister {
  return {
    // Mirrors: pkg/controller/replication/conversion.go#conversionLister.List
    list: (selector) => convertSlice(rcLister.list(selector)),
    // Mirrors: pkg/controller/replication/conversion.go#conversionLister.ReplicaSets
    replicaSets: (namespace) => conversionNamespaceLister(rcLister.replicationControllers(namespace)),
    // Mirrors: pkg/controller/replication/conversion.go#conversionLister.GetPodReplicaSets
    getPodReplicaSets: (pod) => convertSlice(rcLister.getPodControllers(pod)),
  };
}

// Mirrors: pkg/controller/replication/conversion.go#conversionNamespaceLister
function conversionNamespaceLister(
  rcLister: ReplicationControllerNamespaceLister,
): ReplicaSetNamespaceLister {
  return {
    // Mirrors: pkg/controller/replication/conversion.go#conversionNamespaceLister.List
    list: (selector) => convertSlice(rcLister.list(selector)),
    // Mirrors: pkg/controller/replication/conversion.go#conversionNamespaceLister.Get
    get(name) {
      const [rc, err] = rcLister.get(name);
      return err ? [undefined, err] : [convertRCtoRS(rc), undefined];
    },
  };
}

// Mirrors: pkg/controller/replication/conversion.go#conversionEventHandler
function conversionEventHandler(
  handler: ResourceEventHandler<ReplicaSet>,
): ResourceEventHandler<ReplicationController> {
  return {
    // Mirrors: pkg/controller/replication/conversion.go#conversionEventHandler.OnAdd
    onAdd: (rc) => handler.onAdd(convertRCtoRS(rc)),
    // Mirrors: pkg/controller/replication/conversion.go#conversionEventHandler.OnUpdate
    onUpdate: (oldRC, newRC) => handler.onUpdate(convertRCtoRS(oldRC), convertRCtoRS(newRC)),
    // Mirrors: pkg/controller/replication/conversion.go#conversionEventHandler.OnDelete
    onDelete(obj) {
      if (!(obj instanceof DeletedFinalStateUnknown)) {
        handler.onDelete(convertRCtoRS(obj));
        return;
      }
      // What the informer wraps is converted within the wrapping.
      const rc = obj.obj;
      if (rc === undefined || rc instanceof DeletedFinalStateUnknown) return;
      handler.onDelete(new DeletedFinalStateUnknown(obj.key, convertRCtoRS(rc)));
    },
  };
}

/** The controller's way to the API: it asks for ReplicaSets and gets ReplicationControllers. All else is as it was. */
// Mirrors: pkg/controller/replication/conversion.go#clientsetAdapter
export function clientsetAdapter(kubeClient: Clientset): Clientset {
  const appsV1 = {
    replicaSets: (namespace: string) =>
      new ConversionClient(kubeClient.coreV1().replicationControllers(namespace)),
  };
  // A Clientset has private parts, so TypeScript takes nothing else for one; what the controller calls is here.
  const adapter: unknown = {
    coreV1: () => kubeClient.coreV1(),
    // Mirrors: pkg/controller/replication/conversion.go#clientsetAdapter.AppsV1
    appsV1: () => appsV1,
  };
  return adapter as Clientset;
}

/** What a client of ReplicaSets can do, but for giving up with a context, which the controller does not. */
// Mirrors: pkg/controller/replication/conversion.go#conversionClient
class ConversionClient implements Omit<ReplicaSetInterface, 'within'> {
  readonly #replicationControllers: ResourceClient<AnyReplicationController>;

  constructor(replicationControllers: ResourceClient<AnyReplicationController>) {
    this.#replicationControllers = replicationControllers;
  }

  // Mirrors: pkg/controller/replication/conversion.go#conversionClient.Create
  *create(rs: AnyReplicaSet): Blocking<Result<AnyReplicaSet, StatusError>> {
    return yield* convertCall((rc) => this.#replicationControllers.create(rc), rs);
  }

  // Mirrors: pkg/controller/replication/conversion.go#conversionClient.Update
  *update(rs: AnyReplicaSet): Blocking<Result<AnyReplicaSet, StatusError>> {
    return yield* convertCall((rc) => this.#replicationControllers.update(rc), rs);
  }

  // Mirrors: pkg/controller/replication/conversion.go#conversionClient.UpdateStatus
  *updateStatus(rs: AnyReplicaSet): Blocking<Result<AnyReplicaSet, StatusError>> {
    return yield* convertCall((rc) => this.#replicationControllers.updateStatus(rc), rs);
  }

  // Mirrors: pkg/controller/replication/conversion.go#conversionClient.Get
  *get(
    name: string,
    options?: Pick<ListOptions, 'resourceVersion'>,
  ): Blocking<Result<AnyReplicaSet, StatusError>> {
    return converted(yield* this.#replicationControllers.get(name, options));
  }

  // Mirrors: pkg/controller/replication/conversion.go#conversionClient.List
  *list(options?: ListOptions): Blocking<Result<KubeList<AnyReplicaSet>, StatusError>> {
    const [rcList, err] = yield* this.#replicationControllers.list(options);
    if (err) return [undefined, err];
    const items = rcList.items.map((rc) => convertRCtoRS(rc as ReplicationController));
    return [{ ...rcList, kind: 'ReplicaSetList', apiVersion: 'apps/v1', items }, undefined];
  }

  *delete(name: string, options?: DeleteOptions): ReturnType<ReplicaSetInterface['delete']> {
    return yield* this.#replicationControllers.delete(name, options);
  }

  *deleteCollection(
    options?: DeleteOptions,
    listOptions?: ListOptions,
  ): ReturnType<ReplicaSetInterface['deleteCollection']> {
    return yield* this.#replicationControllers.deleteCollection(options, listOptions);
  }

  /** The controller watches through an informer instead; so with the next three, which it never calls. */
  // Mirrors: pkg/controller/replication/conversion.go#conversionClient.Watch
  *watch(): Blocking<Result<WatchInterface, StatusError>> {
    return notImplemented('watch');
  }

  // Mirrors: pkg/controller/replication/conversion.go#conversionClient.Patch
  *patch(): Blocking<Result<AnyReplicaSet, StatusError>> {
    return notImplemented('patch');
  }

  // Mirrors: pkg/controller/replication/conversion.go#conversionClient.GetScale
  *getScale(): Blocking<Result<Scale, StatusError>> {
    return notImplemented('get the scale');
  }

  // Mirrors: pkg/controller/replication/conversion.go#conversionClient.UpdateScale
  *updateScale(): Blocking<Result<Scale, StatusError>> {
    return notImplemented('update the scale');
  }
}

function notImplemented(action: string): [undefined, ReturnType<typeof newMethodNotSupported>] {
  return [undefined, newMethodNotSupported({ group: 'apps', resource: 'replicasets' }, action)];
}

type Listed<T> = Result<T[]>;

// Mirrors: pkg/controller/replication/conversion.go#convertSlice
function convertSlice([rcList, err]: Listed<ReplicationController>): Listed<ReplicaSet> {
  return err ? [undefined, err] : [rcList.map(convertRCtoRS), undefined];
}

/** Makes a call for ReplicationControllers one for ReplicaSets. */
// Mirrors: pkg/controller/replication/conversion.go#convertCall
function* convertCall(
  fn: (rc: AnyReplicationController) => Blocking<Result<AnyReplicationController, StatusError>>,
  rs: AnyReplicaSet,
): Blocking<Result<AnyReplicaSet, StatusError>> {
  const [rc, convertErr] = convertRStoRC(rs);
  if (convertErr) throw convertErr;
  return converted(yield* fn(rc));
}

function converted([rc, err]: Result<AnyReplicationController, StatusError>): Result<
  AnyReplicaSet,
  StatusError
> {
  return err ? [undefined, err] : [convertRCtoRS(rc as ReplicationController), undefined];
}

/**
 * A ReplicationController as a ReplicaSet. The selector, a plain map, becomes one of labels. Kubernetes goes by way of
 * its internal types, and can fail there; between these two nothing can be lost in this direction.
 */
// Mirrors: pkg/controller/replication/conversion.go#convertRCtoRS
export function convertRCtoRS(rc: ReplicationController): ReplicaSet {
  const { selector, ...spec } = rc.spec;
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: rc.metadata,
    spec: { ...spec, selector: selector ? { matchLabels: selector } : {} },
    status: rc.status,
  };
}

/**
 * A ReplicaSet as a ReplicationController. An expression in its selector cannot be said there: that is an error, which
 * cannot happen to one that was a ReplicationController before.
 */
// Mirrors: pkg/controller/replication/conversion.go#convertRStoRC
export function convertRStoRC(rs: AnyReplicaSet): Result<AnyReplicationController> {
  const { selector, ...spec } = rs.spec ?? { selector: {} };
  if ((selector.matchExpressions?.length ?? 0) > 0) {
    const { namespace, name } = rs.metadata;
    const what = `can't convert ReplicaSet to ReplicationController ${namespace}/${name}`;
    return [undefined, new Error(`${what}: an expression of its selector is no label with a value`)];
  }
  const rc: AnyReplicationController = {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: rs.metadata,
    spec: { ...spec, selector: selector.matchLabels },
    status: rs.status,
  };
  return [rc, undefined];
}

/** Creates and deletes pods in the name of a ReplicationController: events are about that. */
// Mirrors: pkg/controller/replication/conversion.go#podControlAdapter
export class PodControlAdapter implements PodControlInterface {
  readonly #podControl: PodControlInterface;

  constructor(podControl: PodControlInterface) {
    this.#podControl = podControl;
  }

  /** The controller never creates pods without a reference to their controller. */
  // Mirrors: pkg/controller/replication/conversion.go#podControlAdapter.CreatePods
  *createPods(): Blocking<Error | undefined> {
    return new Error('CreatePods() is not implemented for podControlAdapter');
  }

  // Mirrors: pkg/controller/replication/conversion.go#podControlAdapter.CreatePodsOnNode
  *createPodsOnNode(): Blocking<Error | undefined> {
    return new Error('CreatePodsOnNode() is not implemented for podControlAdapter');
  }

  // Mirrors: pkg/controller/replication/conversion.go#podControlAdapter.CreatePodsWithControllerRef
  *createPodsWithControllerRef(
    namespace: string,
    template: PodTemplateSpec,
    object: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined> {
    const [rc, err] = convertRStoRC(object as AnyReplicaSet);
    if (err) return err;
    return yield* this.#podControl.createPodsWithControllerRef(namespace, template, rc, controllerRef);
  }

  // Mirrors: pkg/controller/replication/conversion.go#podControlAdapter.DeletePod
  *deletePod(namespace: string, podID: string, object: KubeObject): Blocking<Error | undefined> {
    const [rc, err] = convertRStoRC(object as AnyReplicaSet);
    if (err) return err;
    return yield* this.#podControl.deletePod(namespace, podID, rc);
  }

  *patchPod(namespace: string, name: string, data: object): Blocking<Error | undefined> {
    return yield* this.#podControl.patchPod(namespace, name, data);
  }
}
