import type { Container, ObjectReference } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import { getPartialReference } from '../../../staging/src/k8s.io/client-go/tools/reference/ref.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../../api/objects.ts';

/** Where an event of a container that no pod asked for says that it happened. */
// Mirrors: pkg/kubelet/container/ref.go#ImplicitContainerPrefix
export const implicitContainerPrefix = 'implicitly required container ';

/** A reference to a container of a pod. */
// Mirrors: pkg/kubelet/container/ref.go#GenerateContainerRef
export function generateContainerRef(pod: Pod, container: Container, gates: Gates): Result<ObjectReference> {
  const [path, err] = fieldPath(pod, container, gates);
  return getPartialReference(pod, err ? implicitContainerPrefix + container.name : path);
}

/** Where in the pod the container stands. */
// Mirrors: pkg/kubelet/container/ref.go#fieldPath
export function fieldPath(pod: Pod, container: Container, gates: Gates): Result<string> {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const lists: [string, readonly { readonly name: string }[]][] = [
    ['containers', containers],
    ['initContainers', initContainers],
  ];
  if (gates.enabled('EphemeralContainers')) lists.push(['ephemeralContainers', ephemeralContainers]);
  for (const [list, here] of lists) {
    const i = here.findIndex(({ name }) => name === container.name);
    if (i < 0) continue;
    return [`spec.${list}${container.name === '' ? `[${i}]` : `{${container.name}}`}`, undefined];
  }
  const { name, namespace } = pod.metadata;
  return [undefined, new Error(`container ${quote(container.name)} not found in pod ${namespace}/${name}`)];
}
