import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { GroupVersionKind } from '../../../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { ErrorList } from '../../../../apimachinery/pkg/util/validation/field/errors.ts';

/**
 * What the garbage collector does with the dependents of an object that is deleted without a wish.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go#GarbageCollectionPolicy
 */
export type GarbageCollectionPolicy = 'DeleteDependents' | 'OrphanDependents' | 'Unsupported';

/**
 * How objects of a kind are made. Kubernetes has a method that makes an object canonical after validation, which
 * none of these kinds needs.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/create.go#RESTCreateStrategy
 */
export interface RESTCreateStrategy<T extends KubeObject> {
  readonly gvk: GroupVersionKind;
  readonly namespaceScoped: boolean;
  /** Takes away what a client may not set, such as the status. */
  prepareForCreate(object: Draft<T>): void;
  validate(object: T): ErrorList;
}

/**
 * How objects of a kind are changed.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/update.go#RESTUpdateStrategy
 */
export interface RESTUpdateStrategy<T extends KubeObject> {
  readonly gvk: GroupVersionKind;
  readonly namespaceScoped: boolean;
  readonly allowCreateOnUpdate: boolean;
  /** True if an update without resourceVersion goes through. */
  readonly allowUnconditionalUpdate: boolean;
  /** Puts back what this request may not change. */
  prepareForUpdate(object: Draft<T>, old: T): void;
  validateUpdate(object: T, old: T): ErrorList;
}

/**
 * How objects of a kind are deleted.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go#RESTDeleteStrategy
 */
export interface RESTDeleteStrategy<T extends KubeObject> {
  readonly gvk: GroupVersionKind;
  readonly defaultGarbageCollectionPolicy?: GarbageCollectionPolicy;
  /** True if the object goes gracefully; then the options have a grace period. */
  checkGracefulDelete?(object: T, options: DeleteOptions): boolean;
}

/** Everything about a kind in one value. Its status has an update strategy of its own. */
export interface Strategy<T extends KubeObject>
  extends RESTCreateStrategy<T>, RESTUpdateStrategy<T>, RESTDeleteStrategy<T> {
  /** Fills in what a client left out, on every object that comes in. */
  setDefaults(object: Draft<T>): void;
}
