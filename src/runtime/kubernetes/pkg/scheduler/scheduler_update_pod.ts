import type { PodCondition } from 'kubernetes-types/core/v1';
import type { Pod } from '../api/objects.ts';
import { updatePodCondition } from '../api/v1/pod/util.ts';
import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';

/**
 * Writes down why a pod is not scheduled, and which node it waits for, unless that is written already. Upstream computes
 * the patch as the difference of two copies of the pod; these are all that may differ.
 *
 * Mirrors: pkg/scheduler/scheduler.go#updatePod
 */
export function* updatePod(
  sim: Sim,
  client: Clientset,
  pod: Pod,
  condition: PodCondition,
  nominatedNode: string,
): Blocking<Error | undefined> {
  const [updated, changed] = updatePodCondition(pod.status, condition, sim.timestamp());
  const nominated = nominatedNode !== '' && pod.status.nominatedNodeName !== nominatedNode;
  if (!changed && !nominated) return undefined;
  const status = {
    ...(changed ? { conditions: [updated] } : {}),
    ...(nominated ? { nominatedNodeName: nominatedNode } : {}),
  };
  const { namespace, name } = pod.metadata;
  const pods = client.coreV1().pods(namespace);
  const patchType = 'application/strategic-merge-patch+json';
  const [, err] = yield* pods.patch(name, patchType, { status }, 'status');
  return err;
}
