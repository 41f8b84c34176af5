import type { ReplicaSet, ReplicationController } from '../../api/objects.ts';
import type { ReplicaSetInformer } from '../../../staging/src/k8s.io/client-go/informers/apps/v1/replicaset.ts';
import type { ReplicationControllerInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/replicationcontroller.ts';
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
import type { Result } from '../../../../go/result.ts';
import { convertRCtoRS } from './conversion.ts';

/**
 * An informer of ReplicationControllers that tells of ReplicaSets. Only what handlers and listers give is converted:
 * the cache holds what it holds.
 *
 * Mirrors: pkg/controller/replication/conversion.go#informerAdapter
 */
export function informerAdapter(rcInformer: ReplicationControllerInformer): ReplicaSetInformer {
  return {
    informer: () => conversionInformer(rcInformer.informer()),
    lister: () => conversionLister(rcInformer.lister()),
  };
}

/**
 * Mirrors: pkg/controller/replication/conversion.go#conversionInformer
 */
function conversionInformer(
  informer: SharedIndexInformer<ReplicationController>,
): SharedIndexInformer<ReplicaSet> {
  return {
    name: informer.name,
    addEventHandler: (handler) => informer.addEventHandler(conversionEventHandler(handler)),
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

/**
 * Mirrors: pkg/controller/replication/conversion.go#conversionEventHandler
 */
function conversionEventHandler(
  handler: ResourceEventHandler<ReplicaSet>,
): ResourceEventHandler<ReplicationController> {
  return {
    onAdd: (rc) => handler.onAdd(convertRCtoRS(rc)),
    onUpdate: (oldRC, newRC) => handler.onUpdate(convertRCtoRS(oldRC), convertRCtoRS(newRC)),
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

/**
 * Mirrors: pkg/controller/replication/conversion.go#conversionLister
 */
function conversionLister(rcLister: ReplicationControllerLister): ReplicaSetLister {
  return {
    list: (selector) => convertSlice(rcLister.list(selector)),
    replicaSets: (namespace) => conversionNamespaceLister(rcLister.replicationControllers(namespace)),
    getPodReplicaSets: (pod) => convertSlice(rcLister.getPodControllers(pod)),
  };
}

/**
 * Mirrors: pkg/controller/replication/conversion.go#conversionNamespaceLister
 */
function conversionNamespaceLister(
  rcLister: ReplicationControllerNamespaceLister,
): ReplicaSetNamespaceLister {
  return {
    list: (selector) => convertSlice(rcLister.list(selector)),
    get(name) {
      const [rc, err] = rcLister.get(name);
      return err ? [undefined, err] : [convertRCtoRS(rc), undefined];
    },
  };
}

type Listed<T> = Result<T[]>;

/**
 * Mirrors: pkg/controller/replication/conversion.go#convertSlice
 */
function convertSlice([rcList, err]: Listed<ReplicationController>): Listed<ReplicaSet> {
  return err ? [undefined, err] : [rcList.map(convertRCtoRS), undefined];
}
