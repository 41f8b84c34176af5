import type { PodStatus } from 'kubernetes-types/core/v1';
import {
  isPodStatusByKubeletEqual,
  mergePodStatus,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/status/status_manager.ts';
import { withoutEmpty } from '../../without-empty.ts';

/** A status of the kubelet laid over that of the API server, and whether it says the same. */
export function answer(question: unknown): unknown {
  const { Old, New } = question as { readonly Old: PodStatus; readonly New: PodStatus };
  return { equalByKubelet: isPodStatusByKubeletEqual(Old, New), merged: mergePodStatus(Old, New) };
}

export const comparable = withoutEmpty;
