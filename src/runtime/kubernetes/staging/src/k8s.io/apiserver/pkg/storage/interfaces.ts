import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import { type StorageError, newInvalidObjError } from './errors.ts';
import type { SelectionPredicate } from './selection_predicate.ts';
import type { Result } from '../../../../../../../go/result.ts';

/** What came with a request: whose it is, and the namespace of its path. */
export interface RequestContext {
  readonly userAgent: string;
  /** Empty for a resource without namespace, and for all namespaces. */
  readonly namespace: string;
}

/** Makes the new state from the stored one, or refuses. Undefined stands for no object. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/interfaces.go#UpdateFunc
export type UpdateFunc = (existing: KubeObject | undefined) => Result<KubeObject>;

/** What must hold of the stored object for a write to go through. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/interfaces.go#Preconditions
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** Why the preconditions do not hold; undefined if they do. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/interfaces.go#Preconditions.Check
export function checkPreconditions(
  preconditions: Preconditions | undefined,
  key: string,
  object: KubeObject,
): StorageError | undefined {
  const { uid = '', resourceVersion = '' } = object.metadata;
  if (preconditions?.uid !== undefined && preconditions.uid !== uid) {
    const message = `Precondition failed: UID in precondition: ${preconditions.uid}, UID in object meta: ${uid}`;
    return newInvalidObjError(key, message);
  }
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    const expected = preconditions.resourceVersion;
    const message = `Precondition failed: ResourceVersion in precondition: ${expected}, ResourceVersion in object meta: ${resourceVersion}`;
    return newInvalidObjError(key, message);
  }
  return undefined;
}

/** Which part of a resource a list or a watch wants. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/interfaces.go#ListOptions
export interface ListOptions {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  readonly predicate: SelectionPredicate;
}
