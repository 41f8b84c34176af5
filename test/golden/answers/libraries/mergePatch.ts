import { mergePatch } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/jsonmergepatch/json-merge-patch.ts';

/** The document after a JSON merge patch. */
export function answer(args: unknown): unknown {
  const { Original, Patch } = args as { readonly Original: unknown; readonly Patch: unknown };
  return mergePatch(Original, Patch);
}
