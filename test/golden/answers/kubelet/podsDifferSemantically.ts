import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  checkAndUpdatePod,
  heldFrom,
  podsDifferSemantically,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/config/config.ts';
import { withoutEmpty } from '../../without-empty.ts';

interface Question {
  readonly Existing: Pod;
  readonly Ref: Pod;
}

/** Whether a pod of a source differs from the one that is held, what that asks for, and what is held then. */
export function answer(question: unknown): unknown {
  const { Existing, Ref } = question as Question;
  const differ = podsDifferSemantically(Existing, Ref);
  const existing = heldFrom(Existing);
  const needs = checkAndUpdatePod(existing, heldFrom(Ref));
  return { differ, existingAfter: existing, ...needs };
}

export function comparable(out: unknown): unknown {
  const { existingAfter, ...rest } = out as { readonly existingAfter: unknown };
  return { ...rest, existingAfter: withoutEmpty(existingAfter) };
}
