import { strategicMergePatch } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.ts';

/** The document after a strategic merge patch for its kind. */
export function answer(args: unknown): unknown {
  const { Kind, Original, Patch } = args as {
    readonly Kind: string;
    readonly Original: Record<string, unknown>;
    readonly Patch: Record<string, unknown>;
  };
  const [document, err] = strategicMergePatch(Original, Patch, Kind);
  if (err) throw err;
  return document;
}
