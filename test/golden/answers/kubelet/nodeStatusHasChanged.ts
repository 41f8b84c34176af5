import type { NodeStatus } from 'kubernetes-types/core/v1';
import { nodeStatusHasChanged } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_node_status.ts';

/** Whether a status has changed in more than when it was looked at. */
export function answer(question: unknown): unknown {
  const { Original, Current } = question as {
    readonly Original: NodeStatus | null;
    readonly Current: NodeStatus | null;
  };
  return nodeStatusHasChanged(Original ?? undefined, Current ?? undefined);
}
