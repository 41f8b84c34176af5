import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { getPodQOS } from '../../../../src/runtime/kubernetes/pkg/apis/core/v1/helper/qos/qos.ts';
import { getContainerOOMScoreAdjust } from '../../../../src/runtime/kubernetes/pkg/kubelet/qos/policy.ts';

/** The class of a pod, and how early the kernel ends its containers. */
export function answer(question: unknown): unknown {
  const { Pod: pod, MemoryCapacity } = question as { readonly Pod: Pod; readonly MemoryCapacity: number };
  const scores = pod.spec.containers.map((container) => [
    container.name,
    getContainerOOMScoreAdjust(pod, container, MemoryCapacity),
  ]);
  return { oomScoreAdj: Object.fromEntries(scores), qos: getPodQOS(pod) };
}
