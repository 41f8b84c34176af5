import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1';

/** What has metadata: an API object, or a part of one such as a pod template. */
interface HasMeta {
  readonly metadata?: ObjectMeta;
}

/**
 * True if the object's controller is the owner, by uid.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go#IsControlledBy
 */
export function isControlledBy(object: HasMeta, owner: HasMeta): boolean {
  const ref = getControllerOf(object);
  return ref !== undefined && ref.uid === owner.metadata?.uid;
}

/**
 * The reference to the object's controller, if it has one. Kubernetes also has a form that copies; Loopscope has
 * this one alone, because stored objects never change.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go#GetControllerOfNoCopy
 */
export function getControllerOf(controllee: HasMeta): OwnerReference | undefined {
  return controllee.metadata?.ownerReferences?.find((ref) => ref.controller === true);
}

/**
 * A reference that makes `owner` the controller and holds it back from foreground deletion.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go#NewControllerRef
 */
export function newControllerRef(owner: HasMeta, gvk: { apiVersion: string; kind: string }): OwnerReference {
  return {
    apiVersion: gvk.apiVersion,
    kind: gvk.kind,
    name: owner.metadata?.name ?? '',
    uid: owner.metadata?.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
}
