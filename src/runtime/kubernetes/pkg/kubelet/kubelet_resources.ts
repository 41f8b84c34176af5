import type { Container } from 'kubernetes-types/core/v1';
import type { Result } from '../../../go/result.ts';
import type { Pod } from '../api/objects.ts';
import { mergeContainerResourceLimits } from '../api/v1/resource/helpers.ts';
import type { Kubelet } from './kubelet.ts';

/** A pod and one of its containers, whose limits are what the node has where they set none. */
// Mirrors: pkg/kubelet/kubelet_resources.go#Kubelet.defaultPodLimitsForDownwardAPI
export function defaultPodLimitsForDownwardAPI(
  kl: Pick<Kubelet, 'getNodeAnyWay'>,
  pod: Pod,
  container: Container,
): Result<{ readonly pod: Pod; readonly container: Container }> {
  const [node, err] = kl.getNodeAnyWay();
  if (err) return [undefined, new Error('failed to find node object, expected a node')];
  const allocatable = node.status?.allocatable;
  const merge = (c: Container): Container => mergeContainerResourceLimits(c, allocatable);
  const spec = { ...pod.spec, containers: pod.spec.containers.map(merge) };
  return [{ pod: { ...pod, spec }, container: merge(container) }, undefined];
}
