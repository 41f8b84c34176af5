import type { PodDisruptionBudget } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import {
  type GenericLister,
  type GenericNamespaceLister,
  newGenericLister,
} from '../../../tools/cache/listers.ts';

/** Reads the cached PodDisruptionBudgets of all namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/policy/v1beta1/poddisruptionbudget.go#PodDisruptionBudgetLister
export interface PodDisruptionBudgetLister {
  readonly list: GenericLister<PodDisruptionBudget>['list'];
  podDisruptionBudgets(namespace: string): GenericNamespaceLister<PodDisruptionBudget>;
}

// Mirrors: staging/src/k8s.io/client-go/listers/policy/v1beta1/poddisruptionbudget.go#NewPodDisruptionBudgetLister
export function newPodDisruptionBudgetLister(
  indexer: Indexer<PodDisruptionBudget>,
): PodDisruptionBudgetLister {
  const resource = { group: 'policy', resource: 'poddisruptionbudget' };
  const { list, byNamespace } = newGenericLister(indexer, resource);
  return { list, podDisruptionBudgets: byNamespace };
}
