import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1';
import { type GroupVersionKind, groupVersion } from '../../../runtime/schema/group_version.ts';

/** What has metadata: an API object, or a part of one such as a pod template. */
interface HasMeta {
  readonly metadata?: ObjectMeta;
}

/** True if the object's controller is the owner, by uid. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go#IsControlledBy
export function isControlledBy(object: HasMeta, owner: HasMeta): boolean {
  const ref = getControllerOf(object);
  return ref !== undefined && ref.uid === owner.metadata?.uid;
}

/**
 * The reference to the object's controller, if it has one. Kubernetes gives a copy here, and has a second form
 * that does not; Loopscope gives the reference itself, because stored objects never change.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go#GetControllerOf
export function getControllerOf(controllee: HasMeta): OwnerReference | undefined {
  for (const ref of controllee.metadata?.ownerReferences ?? []) {
    if (ref.controller === true) {
      return ref;
    }
  }
  return undefined;
}

/** A reference that makes `owner` the controller and holds it back from foreground deletion. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go#NewControllerRef
export function newControllerRef(owner: HasMeta, gvk: GroupVersionKind): OwnerReference {
  return {
    apiVersion: groupVersion(gvk),
    kind: gvk.kind,
    name: owner.metadata?.name ?? '',
    uid: owner.metadata?.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
}
