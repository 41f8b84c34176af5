import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import type { Result } from '../../../../../../../../go/result.ts';
import { deepFreeze } from '../../runtime/deep-copy.ts';
import type { KubeObject } from '../../runtime/object.ts';
import { partialObjectMetadata } from '../../apis/meta/v1/types.ts';

/** The metadata of whatever has some, or why there is none. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/meta.go#Accessor
export function accessor(obj: unknown): Result<ObjectMeta> {
  const metadata =
    typeof obj === 'object' && obj !== null ? (obj as { metadata?: unknown }).metadata : undefined;
  if (typeof metadata === 'object' && metadata !== null) return [metadata as ObjectMeta, undefined];
  // Upstream's error for what is no API object at all.
  return [undefined, new Error('object does not implement the Object interfaces')];
}

const partials = new WeakMap<KubeObject, KubeObject>();

/** The metadata of an object as an object of its own. The same object gives the same one. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/meta.go#AsPartialObjectMetadata
export function asPartialObjectMetadata(object: KubeObject): KubeObject {
  const known = partials.get(object);
  if (known) return known;
  const partial = deepFreeze({ ...partialObjectMetadata, metadata: object.metadata });
  partials.set(object, partial);
  return partial;
}
