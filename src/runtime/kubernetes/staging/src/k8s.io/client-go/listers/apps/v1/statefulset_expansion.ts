import type { Pod, StatefulSet } from '../../../../../../../pkg/api/objects.ts';
import { newError } from '../../../../../../../../go/errors.ts';
import { labelSelectorAsSelector } from '../../../../apimachinery/pkg/apis/meta/v1/helpers.ts';
import { everything } from '../../../../apimachinery/pkg/labels/selector.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { StatefulSetLister } from './statefulset.ts';

/**
 * The StatefulSets whose selectors match the labels of a pod; at most one of them, the one that its owner reference
 * names, does manage it. An error if there is none.
 */
// Mirrors: staging/src/k8s.io/client-go/listers/apps/v1/statefulset_expansion.go#statefulSetLister.GetPodStatefulSets
export function getPodStatefulSets(lister: StatefulSetLister, pod: Pod): Result<StatefulSet[]> {
  const { name, namespace, labels = {} } = pod.metadata;
  if (Object.keys(labels).length === 0) {
    return [undefined, newError(`no StatefulSets found for pod ${name} because it has no labels`)];
  }
  const [list, err] = lister.statefulSets(namespace).list(everything());
  if (err) return [undefined, err];

  const psList: StatefulSet[] = [];
  for (const ps of list) {
    if (ps.metadata.namespace !== namespace) continue;
    const [selector, invalid] = labelSelectorAsSelector(ps.spec.selector);
    if (invalid) return [undefined, newError(`invalid selector: ${invalid.message}`)];
    // Should an empty selector ever get this far, it is to match nothing, not everything.
    if (selector.empty() || !selector.matches(labels)) continue;
    psList.push(ps);
  }
  if (psList.length > 0) return [psList, undefined];
  const map = Object.keys(labels)
    .sort()
    .map((key) => `${key}:${labels[key]}`);
  const what = `could not find StatefulSet for pod ${name} in namespace ${namespace} with labels: map[${map.join(' ')}]`;
  return [undefined, newError(what)];
}
