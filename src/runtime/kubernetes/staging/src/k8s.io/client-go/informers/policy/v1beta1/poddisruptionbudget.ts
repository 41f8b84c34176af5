import type { PodDisruptionBudget } from '../../../../../../../pkg/api/objects.ts';
import {
  type PodDisruptionBudgetLister,
  newPodDisruptionBudgetLister,
} from '../../../listers/policy/v1beta1/poddisruptionbudget.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/policy/v1beta1/poddisruptionbudget.go#PodDisruptionBudgetInformer
export type PodDisruptionBudgetInformer = ResourceInformer<PodDisruptionBudget, PodDisruptionBudgetLister>;

/** What makes an informer one of PodDisruptionBudgets. */
// Mirrors: staging/src/k8s.io/client-go/informers/policy/v1beta1/poddisruptionbudget.go#NewFilteredPodDisruptionBudgetInformer
export const podDisruptionBudgetResource: Resource<PodDisruptionBudget, PodDisruptionBudgetLister> = {
  name: 'poddisruptionbudgets',
  type: { apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget' },
  listerWatcher: (client, namespace) => client.policyV1beta1().podDisruptionBudgets(namespace),
  newLister: newPodDisruptionBudgetLister,
};
