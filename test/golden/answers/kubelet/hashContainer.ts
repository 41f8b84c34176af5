import type { Container } from 'kubernetes-types/core/v1';
import { hashContainer } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/helpers.ts';
import { container as containerJSON } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/api/core/v1/container-json.ts';

/** A container as Go writes it, and its hash. */
export function answer(question: unknown): unknown {
  const { Container: container } = question as { readonly Container: Container };
  return { hash: hashContainer(container), json: containerJSON.write(container) };
}
