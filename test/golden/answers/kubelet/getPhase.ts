import type { ContainerStatus, PodSpec } from 'kubernetes-types/core/v1';
import { getPhase } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_pods.ts';

/** The phase of a pod by its spec and the statuses of its containers. */
export function answer(question: unknown): unknown {
  const { Spec, Statuses } = question as {
    readonly Spec: PodSpec;
    readonly Statuses: readonly ContainerStatus[];
  };
  return getPhase(Spec, Statuses);
}
