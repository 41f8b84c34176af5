import type { Pod, PodDisruptionBudget } from '../../../../../../../pkg/api/objects.ts';
import { labelSelectorAsSelector } from '../../../../apimachinery/pkg/apis/meta/v1/helpers.ts';
import { everything } from '../../../../apimachinery/pkg/labels/selector.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { PodDisruptionBudgetLister } from './poddisruptionbudget.ts';

/** The budgets whose selectors match the labels of a pod; an error if there is none. */
// Mirrors: staging/src/k8s.io/client-go/listers/policy/v1beta1/poddisruptionbudget_expansion.go#podDisruptionBudgetLister.GetPodPodDisruptionBudgets
export function getPodPodDisruptionBudgets(
  lister: PodDisruptionBudgetLister,
  pod: Pod,
): Result<PodDisruptionBudget[]> {
  const { name, namespace, labels = {} } = pod.metadata;
  if (Object.keys(labels).length === 0) {
    const what = `no PodDisruptionBudgets found for pod ${name} because it has no labels`;
    return [undefined, new Error(what)];
  }
  const [list, err] = lister.podDisruptionBudgets(namespace).list(everything());
  if (err) return [undefined, err];
  const pdbList = list.filter((pdb) => {
    const [selector] = labelSelectorAsSelector(pdb.spec?.selector);
    // None, and an empty one, match nothing, not everything.
    return selector && !selector.empty() && selector.matches(labels);
  });
  if (pdbList.length > 0) return [pdbList, undefined];
  const map = Object.keys(labels)
    .sort()
    .map((key) => `${key}:${labels[key]}`);
  const where = `pod ${name} in namespace ${namespace} with labels: map[${map.join(' ')}]`;
  return [undefined, new Error(`could not find PodDisruptionBudget for ${where}`)];
}
