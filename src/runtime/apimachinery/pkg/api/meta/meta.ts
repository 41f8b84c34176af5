import type { ObjectMeta } from 'kubernetes-types/meta/v1';

/**
 * The metadata of whatever has some, or why there is none.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/meta.go#Accessor
 */
export function accessor(obj: unknown): [ObjectMeta, undefined] | [undefined, Error] {
  const metadata =
    typeof obj === 'object' && obj !== null ? (obj as { metadata?: unknown }).metadata : undefined;
  if (typeof metadata === 'object' && metadata !== null) return [metadata as ObjectMeta, undefined];
  // Upstream's error for what is no API object at all.
  return [undefined, new Error('object does not implement the Object interfaces')];
}
