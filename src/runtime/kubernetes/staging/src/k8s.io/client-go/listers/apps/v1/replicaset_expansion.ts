import type { Pod, ReplicaSet } from '../../../../../../../pkg/api/objects.ts';
import { newError } from '../../../../../../../../go/errors.ts';
import { labelSelectorAsSelector } from '../../../../apimachinery/pkg/apis/meta/v1/helpers.ts';
import { everything } from '../../../../apimachinery/pkg/labels/selector.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { ReplicaSetLister } from './replicaset.ts';

/**
 * The ReplicaSets whose selectors match the labels of a pod; at most one of them, the one that its owner reference
 * names, does manage it. An error if there is none.
 */
// Mirrors: staging/src/k8s.io/client-go/listers/apps/v1/replicaset_expansion.go#replicaSetLister.GetPodReplicaSets
export function getPodReplicaSets(lister: ReplicaSetLister, pod: Pod): Result<ReplicaSet[]> {
  const { name, namespace, labels = {} } = pod.metadata;
  if (Object.keys(labels).length === 0) {
    return [undefined, newError(`no ReplicaSets found for pod ${name} because it has no labels`)];
  }
  const [list, err] = lister.replicaSets(namespace).list(everything());
  if (err) return [undefined, err];

  const rss: ReplicaSet[] = [];
  for (const rs of list) {
    if (rs.metadata.namespace !== namespace) continue;
    const [selector, invalid] = labelSelectorAsSelector(rs.spec.selector);
    if (invalid) return [undefined, newError(`invalid selector: ${invalid.message}`)];
    // Should an empty selector ever get this far, it is to match nothing, not everything.
    if (selector.empty() || !selector.matches(labels)) continue;
    rss.push(rs);
  }
  if (rss.length > 0) return [rss, undefined];
  const map = Object.keys(labels)
    .sort()
    .map((key) => `${key}:${labels[key]}`);
  const what = `could not find ReplicaSet for pod ${name} in namespace ${namespace} with labels: map[${map.join(' ')}]`;
  return [undefined, newError(what)];
}
