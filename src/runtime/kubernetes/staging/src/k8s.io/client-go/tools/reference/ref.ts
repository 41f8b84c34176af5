import type { ObjectReference } from 'kubernetes-types/core/v1';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';

// Mirrors: staging/src/k8s.io/client-go/tools/reference/ref.go#ErrNilObject
export const errNilObject: Error = new Error("can't reference a nil object");

/**
 * A reference to an object; a reference is given back as it is. Kubernetes asks its scheme for the kind of objects
 * that do not carry one; Loopscope need not, since all of them do.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/reference/ref.go#GetReference
export function getReference(object: KubeObject | ObjectReference | undefined): Result<ObjectReference> {
  if (object === undefined) return [undefined, errNilObject];
  if (!('metadata' in object)) return [object, undefined];
  const { kind, apiVersion, metadata } = object;
  const { name, namespace, uid, resourceVersion } = metadata;
  return [{ kind, apiVersion, name, namespace, uid, resourceVersion }, undefined];
}

/** A reference to a part of an object, such as a container of a pod. */
// Mirrors: staging/src/k8s.io/client-go/tools/reference/ref.go#GetPartialReference
export function getPartialReference(object: KubeObject, fieldPath: string): Result<ObjectReference> {
  const [ref, err] = getReference(object);
  return err ? [undefined, err] : [{ ...ref, fieldPath }, undefined];
}
