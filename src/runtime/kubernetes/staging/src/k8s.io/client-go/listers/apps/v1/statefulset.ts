import type { Pod, StatefulSet } from '../../../../../../../pkg/api/objects.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';
import { getPodStatefulSets } from './statefulset_expansion.ts';

/** Reads the cached StatefulSets of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/apps/v1/statefulset.go#StatefulSetLister
export interface StatefulSetLister {
  readonly list: GenericLister<StatefulSet>['list'];
  statefulSets(namespace: string): StatefulSetNamespaceLister;
  /** The StatefulSets whose selectors match the labels of a pod; an error if there is none. */
  getPodStatefulSets(pod: Pod): Result<StatefulSet[]>;
}

/** Reads the cached StatefulSets of one namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/apps/v1/statefulset.go#StatefulSetNamespaceLister
export type StatefulSetNamespaceLister = GenericNamespaceLister<StatefulSet>;

// Mirrors: staging/src/k8s.io/client-go/listers/apps/v1/statefulset.go#NewStatefulSetLister
export function newStatefulSetLister(indexer: Indexer<StatefulSet>): StatefulSetLister {
  const { list, byNamespace } = newGenericLister(indexer, { group: 'apps', resource: 'statefulset' });
  const lister: StatefulSetLister = {
    list,
    statefulSets: byNamespace,
    getPodStatefulSets: (pod) => getPodStatefulSets(lister, pod),
  };
  return lister;
}
