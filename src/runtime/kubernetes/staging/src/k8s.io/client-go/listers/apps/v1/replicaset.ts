import type { Pod, ReplicaSet } from '../../../../../../../pkg/api/objects.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';
import { getPodReplicaSets } from './replicaset_expansion.ts';

/** Reads the cached ReplicaSets of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/apps/v1/replicaset.go#ReplicaSetLister
export interface ReplicaSetLister {
  readonly list: GenericLister<ReplicaSet>['list'];
  replicaSets(namespace: string): ReplicaSetNamespaceLister;
  /** The ReplicaSets whose selectors match the labels of a pod; an error if there is none. */
  getPodReplicaSets(pod: Pod): Result<ReplicaSet[]>;
}

/** Reads the cached ReplicaSets of one namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/apps/v1/replicaset.go#ReplicaSetNamespaceLister
export type ReplicaSetNamespaceLister = GenericNamespaceLister<ReplicaSet>;

// Mirrors: staging/src/k8s.io/client-go/listers/apps/v1/replicaset.go#NewReplicaSetLister
export function newReplicaSetLister(indexer: Indexer<ReplicaSet>): ReplicaSetLister {
  const { list, byNamespace } = newGenericLister(indexer, { group: 'apps', resource: 'replicaset' });
  const lister: ReplicaSetLister = {
    list,
    replicaSets: byNamespace,
    getPodReplicaSets: (pod) => getPodReplicaSets(lister, pod),
  };
  return lister;
}
