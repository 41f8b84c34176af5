import type { Pod, ReplicationController } from '../../../../../../../pkg/api/objects.ts';
import { newError } from '../../../../../../../../go/errors.ts';
import { everything, selectorFromSet } from '../../../../apimachinery/pkg/labels/selector.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { ReplicationControllerLister } from './replicationcontroller.ts';

/** The ReplicationControllers whose selectors match the labels of a pod; an error if there is none. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/replicationcontroller_expansion.go#replicationControllerLister.GetPodControllers
export function getPodControllers(
  lister: ReplicationControllerLister,
  pod: Pod,
): Result<ReplicationController[]> {
  const { name, namespace, labels = {} } = pod.metadata;
  if (Object.keys(labels).length === 0) {
    const what = `no replication controllers found for pod ${name} because it has no labels`;
    return [undefined, newError(what)];
  }
  const [items, err] = lister.replicationControllers(namespace).list(everything());
  if (err) return [undefined, err];

  const controllers = items.filter((rc) => {
    const selector = selectorFromSet(rc.spec.selector);
    // An empty selector matches nothing, not everything.
    return !selector.empty() && selector.matches(labels);
  });
  if (controllers.length > 0) return [controllers, undefined];
  const map = Object.keys(labels)
    .sort()
    .map((key) => `${key}:${labels[key]}`);
  const where = `pod ${name} in namespace ${namespace} with labels: map[${map.join(' ')}]`;
  return [undefined, newError(`could not find controller for ${where}`)];
}
