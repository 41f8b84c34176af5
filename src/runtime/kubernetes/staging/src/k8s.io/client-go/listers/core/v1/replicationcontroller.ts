import type { Pod, ReplicationController } from '../../../../../../../pkg/api/objects.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';
import { getPodControllers } from './replicationcontroller_expansion.ts';

/** Reads the cached ReplicationControllers of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/replicationcontroller.go#ReplicationControllerLister
export interface ReplicationControllerLister {
  readonly list: GenericLister<ReplicationController>['list'];
  replicationControllers(namespace: string): ReplicationControllerNamespaceLister;
  /** The ReplicationControllers whose selectors match the labels of a pod; an error if there is none. */
  getPodControllers(pod: Pod): Result<ReplicationController[]>;
}

/** Reads the cached ReplicationControllers of one namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/replicationcontroller.go#ReplicationControllerNamespaceLister
export type ReplicationControllerNamespaceLister = GenericNamespaceLister<ReplicationController>;

// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/replicationcontroller.go#NewReplicationControllerLister
export function newReplicationControllerLister(
  indexer: Indexer<ReplicationController>,
): ReplicationControllerLister {
  const { list, byNamespace } = newGenericLister(indexer, { group: '', resource: 'replicationcontroller' });
  const lister: ReplicationControllerLister = {
    list,
    replicationControllers: byNamespace,
    getPodControllers: (pod) => getPodControllers(lister, pod),
  };
  return lister;
}
