import type { Pod } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';

/** Reads the cached Pods of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/pod.go#PodLister
export interface PodLister {
  readonly list: GenericLister<Pod>['list'];
  pods(namespace: string): PodNamespaceLister;
}

/** Reads the cached Pods of one namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/pod.go#PodNamespaceLister
export type PodNamespaceLister = GenericNamespaceLister<Pod>;

/** Upstream generates a lister of its own for every kind; Loopscope dresses the generic one. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/pod.go#NewPodLister
export function newPodLister(indexer: Indexer<Pod>): PodLister {
  const { list, byNamespace } = newGenericLister(indexer, { group: '', resource: 'pod' });
  return { list, pods: byNamespace };
}
