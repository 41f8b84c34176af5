import type { ContainerStatus } from 'kubernetes-types/core/v1';
import { checkContainerStateTransition } from '../../../../src/runtime/kubernetes/pkg/kubelet/status/status_manager.ts';

interface Question {
  readonly Old: readonly ContainerStatus[];
  readonly New: readonly ContainerStatus[];
  readonly RestartPolicy: string;
}

/** Why containers cannot go from one state to the other; null if they can. */
export function answer(question: unknown): unknown {
  const { Old, New, RestartPolicy } = question as Question;
  return checkContainerStateTransition(Old, New, RestartPolicy)?.message ?? null;
}
