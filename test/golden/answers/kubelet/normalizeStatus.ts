import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { normalizeStatus } from '../../../../src/runtime/kubernetes/pkg/kubelet/status/status_manager.ts';
import { deepCopy } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import { withoutEmpty } from '../../without-empty.ts';

interface Question {
  readonly Pod: Pod;
  readonly Status: PodStatus;
  /** How long the last words of a container are. */
  readonly Repeat: Readonly<Record<string, number>>;
}

/** A status as the API server gives it back. */
export function answer(question: unknown): unknown {
  const { Pod, Status, Repeat } = question as Question;
  const status = deepCopy(Status);
  const all = (): NonNullable<PodStatus['containerStatuses']> => [
    ...(status.containerStatuses ?? []),
    ...(status.initContainerStatuses ?? []),
  ];
  for (const { name, state } of all())
    if (Repeat[name] !== undefined && state?.terminated) state.terminated.message = 'm'.repeat(Repeat[name]);
  normalizeStatus(Pod, status);
  const messageLengths: Record<string, number> = {};
  for (const { name, state } of all()) {
    if (state?.terminated?.message === undefined) continue;
    messageLengths[name] = state.terminated.message.length;
    delete state.terminated.message;
  }
  return { messageLengths, status };
}

export const comparable = withoutEmpty;
