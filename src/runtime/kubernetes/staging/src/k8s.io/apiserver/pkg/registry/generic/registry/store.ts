import type { DeleteOptions, ObjectMeta } from 'kubernetes-types/meta/v1';
import type { Result } from '../../../../../../../../../go/result.ts';
import type { Sim } from '../../../../../../../../../sim/sim.ts';
import {
  type GroupResource,
  type StatusError,
  isAlreadyExists,
  isNotFound as isStatusNotFound,
  newConflict,
  newInvalid,
  newNotFound,
  withMessage,
} from '../../../../../apimachinery/pkg/api/errors/errors.ts';
import {
  finalizerDeleteDependents,
  finalizerOrphanDependents,
} from '../../../../../apimachinery/pkg/api/validation/objectmeta.ts';
import type { Draft, KubeList, KubeObject } from '../../../../../apimachinery/pkg/runtime/object.ts';
import { groupVersion } from '../../../../../apimachinery/pkg/runtime/schema/group_version.ts';
import { GoSyntax, invalid } from '../../../../../apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../apimachinery/pkg/util/validation/field/path.ts';
import type { Interface as WatchInterface } from '../../../../../apimachinery/pkg/watch/watch.ts';
import { isNotFound } from '../../../storage/errors.ts';
import {
  interpretCreateError,
  interpretDeleteError,
  interpretGetError,
  interpretListError,
  interpretUpdateError,
} from '../../../storage/errors/storage.ts';
import type { Store as Storage } from '../../../storage/etcd3/store.ts';
import type { WatchSettings } from '../../../storage/etcd3/watcher.ts';
import type { ListOptions, Preconditions, RequestContext } from '../../../storage/interfaces.ts';
import { beforeCreate, checkGeneratedNameError } from '../../rest/create.ts';
import { beforeDelete, type RESTDeleteStrategy } from '../../rest/delete.ts';
import type { Strategy } from '../../rest/strategy.ts';
import { type RESTUpdateStrategy, beforeUpdate } from '../../rest/update.ts';
import type { UpdatedObjectInfo } from '../../rest/rest.ts';

/** A copy of an object whose metadata may be changed. */
const editable = (object: KubeObject): Draft<KubeObject> =>
  ({ ...object, metadata: { ...object.metadata } }) as Draft<KubeObject>;

/** The registry of one resource: create, get, update, delete, list and watch, driven by a strategy. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store
export class Store<T extends KubeObject = KubeObject> {
  readonly options: StoreOptions<T>;
  readonly storage: Storage;
  readonly #sim: Sim;
  readonly #updateStrategy: RESTUpdateStrategy<T>;
  readonly #deleteStrategy: RESTDeleteStrategy<T>;

  constructor(sim: Sim, storage: Storage, options: StoreOptions<T>) {
    this.#sim = sim;
    this.storage = storage;
    this.options = options;
    this.#updateStrategy = options.updateStrategy ?? options.strategy;
    this.#deleteStrategy = options.strategy;
  }

  get resource(): GroupResource {
    return this.options.resource;
  }

  /** The key of all objects of the resource in the request's namespace; it ends with a slash. */
  keyRoot(ctx: RequestContext): string {
    const { resource } = this.options.resource;
    return ctx.namespace ? `${resource}/${ctx.namespace}/` : `${resource}/`;
  }

  key(ctx: RequestContext, name: string): string {
    return this.keyRoot(ctx) + name;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.Get
  get(ctx: RequestContext, name: string, resourceVersion = ''): Result<T, StatusError> {
    const [object, err] = this.storage.get(this.key(ctx, name), resourceVersion);
    if (err) return [undefined, interpretGetError(err, this.resource, name)];
    return [object as T, undefined];
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.ListPredicate
  list(ctx: RequestContext, options: ListOptions): Result<KubeList<T>, StatusError> {
    const { gvk, namespaceScoped } = this.options.strategy;
    const kind = { kind: `${gvk.kind}List`, apiVersion: groupVersion(gvk) };
    const name = options.predicate.matchesSingle();
    const single = name !== undefined && (!namespaceScoped || ctx.namespace !== '');
    const [list, err] = single
      ? this.storage.getToList(this.key(ctx, name), options, kind)
      : this.storage.list(this.keyRoot(ctx), options, kind);
    if (err) return [undefined, interpretListError(err, this.resource)];
    return [list as KubeList<T>, undefined];
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.WatchPredicate
  watch(
    ctx: RequestContext,
    options: ListOptions,
    settings: Pick<WatchSettings, 'name' | 'timeoutMs' | 'encode'>,
  ): Result<WatchInterface, StatusError> {
    const { strategy, trigger } = this.options;
    const single = options.predicate.matchesSingle();
    const keyed = single !== undefined && (!strategy.namespaceScoped || ctx.namespace !== '');
    const [watch, err] = this.storage.watch(keyed ? this.key(ctx, single) : this.keyRoot(ctx), options, {
      ...settings,
      kind: strategy.gvk.kind,
      apiVersion: groupVersion(strategy.gvk),
      trigger: trigger && options.predicate.field.requiresExactMatch(trigger.field),
    });
    return err ? [undefined, interpretListError(err, this.resource)] : [watch, undefined];
  }

  /** Stores a new object. `object` is the caller's no more. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.Create
  create(
    ctx: RequestContext,
    object: Draft<KubeObject>,
    createValidation?: () => StatusError | undefined,
  ): Result<T, StatusError> {
    const { strategy } = this.options;
    const refused = beforeCreate(this.#sim, strategy, ctx, object) ?? createValidation?.();
    if (refused) return [undefined, refused];
    const name = object.metadata.name ?? '';
    const key = this.key(ctx, name);
    const [created, err] = this.storage.create(ctx, key, object);
    if (!err) return [created as T, undefined];
    const status = checkGeneratedNameError(strategy, interpretCreateError(err, this.resource, name), object);
    if (!isAlreadyExists(status)) return [undefined, status];
    const [existing] = this.storage.get(key);
    if (!existing?.metadata.deletionTimestamp) return [undefined, status];
    return [undefined, withMessage(status, `object is being deleted: ${status.message}`)];
  }

  /**
   * Changes an object, or creates it where the strategy allows that. An update that takes the last finalizer of an
   * object that is being deleted removes it.
   */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.Update
  update(
    ctx: RequestContext,
    name: string,
    info: UpdatedObjectInfo,
    updateValidation?: (object: Draft<KubeObject>, old: KubeObject) => StatusError | undefined,
  ): Result<T, StatusError> {
    const key = this.key(ctx, name);
    let creating: Draft<KubeObject> | undefined;
    let deleting: KubeObject | undefined;
    const [out, err] = this.storage.guaranteedUpdate(ctx, key, true, info.preconditions, (existing) => {
      if (!existing && !this.#updateStrategy.allowCreateOnUpdate)
        return [undefined, newNotFound(this.resource, name)];
      const [object, problem] = info.updatedObject(existing);
      if (problem) return [undefined, problem];
      if (!existing) {
        creating = object;
        const refused = beforeCreate(this.#sim, this.options.strategy, ctx, object);
        return refused ? [undefined, refused] : [object, undefined];
      }
      const refused = this.#checkVersion(object, existing, name);
      if (refused) return [undefined, refused];
      const wrong =
        beforeUpdate(this.#updateStrategy, ctx, object, existing) ?? updateValidation?.(object, existing);
      if (wrong) return [undefined, wrong];
      if (this.#shouldDeleteDuringUpdate(object, existing)) {
        deleting = object;
        return [undefined, errEmptiedFinalizers];
      }
      return [object, undefined];
    });
    if (!err) return [out as T, undefined];
    if (err === errEmptiedFinalizers) {
      return this.#deleteWithoutFinalizers(ctx, name, key, deleting as T, info.preconditions);
    }
    if (!creating) return [undefined, interpretUpdateError(err, this.resource, name)];
    const status = interpretCreateError(err, this.resource, name);
    return [undefined, checkGeneratedNameError(this.options.strategy, status, creating)];
  }

  /** The resourceVersion of an update must be the stored one, or none where the strategy allows that. */
  #checkVersion(object: Draft<KubeObject>, existing: KubeObject, name: string): StatusError | undefined {
    const { resourceVersion = '' } = object.metadata;
    const none = resourceVersion === '' || resourceVersion === '0';
    if (none && this.#updateStrategy.allowUnconditionalUpdate) {
      object.metadata.resourceVersion = existing.metadata.resourceVersion;
      return undefined;
    }
    if (none) {
      const field = newPath('metadata', 'resourceVersion');
      const errs = [invalid(field, new GoSyntax('0x0'), 'must be specified for an update')];
      return newInvalid({ group: this.resource.group, kind: this.resource.resource }, name, errs);
    }
    if (resourceVersion === existing.metadata.resourceVersion) return undefined;
    return newConflict(this.resource, name, new Error(optimisticLockErrorMsg));
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#ShouldDeleteDuringUpdate
  #shouldDeleteDuringUpdate(object: KubeObject, existing: KubeObject): boolean {
    if ((object.metadata.finalizers?.length ?? 0) > 0) return false;
    if (!existing.metadata.deletionTimestamp) return false;
    if ((existing.metadata.deletionGracePeriodSeconds ?? 0) !== 0) return false;
    return this.options.shouldDeleteDuringUpdate?.(object as T, existing as T) ?? true;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.deleteWithoutFinalizers
  #deleteWithoutFinalizers(
    ctx: RequestContext,
    name: string,
    key: string,
    object: T,
    preconditions: Preconditions | undefined,
  ): Result<T, StatusError> {
    const [, err] = this.storage.delete(ctx, key, preconditions);
    // Somebody else may have removed it. A client that put an object expects an object.
    if (err && !isNotFound(err)) return [undefined, interpretDeleteError(err, this.resource, name)];
    return [object, undefined];
  }

  /**
   * Deletes an object, or begins to: one with a grace period or with finalizers stays, marked as being deleted.
   * `options` may be changed.
   */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.Delete
  delete(ctx: RequestContext, name: string, options: DeleteOptions): Result<KubeObject, StatusError> {
    const key = this.key(ctx, name);
    const [found, getErr] = this.storage.get(key);
    if (getErr) return [undefined, interpretDeleteError(getErr, this.resource, name)];
    const object = editable(found);
    const [grace, err] = beforeDelete(this.#sim, this.#deleteStrategy, object, options);
    if (err) return [undefined, err];
    // The finalizers of an object that is being deleted cannot be changed through options.
    if (grace === 'pending') return [this.#finalizeDelete(object), undefined];

    let preconditions = options.preconditions as Preconditions | undefined;
    const pendingFinalizers = (found.metadata.finalizers?.length ?? 0) > 0;
    const changed = deletionFinalizersForGarbageCollection(this.#deleteStrategy, found.metadata, options);
    if (grace === 'graceful' || pendingFinalizers || changed) {
      const [update, updateErr] = this.#updateForGracefulDeletionAndFinalizers(
        ctx,
        name,
        key,
        options,
        found,
      );
      if (updateErr) return [undefined, updateErr];
      if (!update.deleteImmediately) return [update.out, undefined];
      if (preconditions?.resourceVersion !== undefined) {
        preconditions = { ...preconditions, resourceVersion: update.out.metadata.resourceVersion };
      }
    }
    const [out, deleteErr] = this.storage.delete(ctx, key, preconditions);
    if (deleteErr) return [undefined, interpretDeleteError(deleteErr, this.resource, name)];
    return [this.#finalizeDelete(out), undefined];
  }

  /** Marks an object as being deleted and sets its finalizers; tells whether nothing then holds it back. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.updateForGracefulDeletionAndFinalizers
  #updateForGracefulDeletionAndFinalizers(
    ctx: RequestContext,
    name: string,
    key: string,
    options: DeleteOptions,
    found: KubeObject,
  ): Result<{ out: KubeObject; deleteImmediately: boolean }, StatusError> {
    let lastGracefulSeconds = 0;
    let pendingFinalizers = false;
    const preconditions = options.preconditions as Preconditions | undefined;
    const [out, err] = this.storage.guaranteedUpdate(ctx, key, false, preconditions, (stored) => {
      const existing = editable(stored as KubeObject);
      const [grace, problem] = beforeDelete(this.#sim, this.#deleteStrategy, existing, options);
      if (problem) return [undefined, problem];
      if (grace === 'pending') return [undefined, errAlreadyDeleting];
      const finalizers = deletionFinalizersForGarbageCollection(
        this.#deleteStrategy,
        existing.metadata,
        options,
      );
      if (finalizers) existing.metadata.finalizers = finalizers;
      pendingFinalizers = (existing.metadata.finalizers?.length ?? 0) > 0;
      if (grace === 'none') {
        if (!pendingFinalizers) return [undefined, errDeleteNow];
        markAsDeleting(this.#sim, existing);
        return [existing, undefined];
      }
      lastGracefulSeconds = options.gracePeriodSeconds ?? 0;
      return [existing, undefined];
    });
    if (!err) return [{ out, deleteImmediately: !pendingFinalizers && lastGracefulSeconds === 0 }, undefined];
    if (err === errDeleteNow) return [{ out: found, deleteImmediately: true }, undefined];
    if (err === errAlreadyDeleting)
      return [{ out: this.#finalizeDelete(found), deleteImmediately: false }, undefined];
    return [undefined, interpretUpdateError(err, this.resource, name)];
  }

  /** Deletes every object of the list that the options make, one after the other, and gives the list. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.DeleteCollection
  deleteCollection(
    ctx: RequestContext,
    options: DeleteOptions,
    listOptions: ListOptions,
  ): Result<KubeList<T>, StatusError> {
    const [list, err] = this.list(ctx, listOptions);
    if (err) return [undefined, err];
    for (const { metadata } of list.items) {
      const itemContext = { ...ctx, namespace: metadata.namespace ?? '' };
      const [, problem] = this.delete(itemContext, metadata.name ?? '', { ...options });
      if (problem && !isStatusNotFound(problem)) return [undefined, problem];
    }
    return [list, undefined];
  }

  /** The answer to a deletion: the object, or a Status that names it. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#Store.finalizeDelete
  #finalizeDelete(object: KubeObject): KubeObject {
    if (this.options.returnDeletedObject) return object;
    const { name, uid } = object.metadata;
    const { group, resource } = this.resource;
    const details = { name, ...(group ? { group } : {}), kind: resource, uid };
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
    return status;
  }
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#OptimisticLockErrorMsg
const optimisticLockErrorMsg =
  'the object has been modified; please apply your changes to the latest version and try again';

/** What a kind brings to its registry. */
export interface StoreOptions<T extends KubeObject> {
  readonly resource: GroupResource;
  readonly strategy: Strategy<T>;
  /** Defaults to the strategy. A status subresource has another one. */
  readonly updateStrategy?: RESTUpdateStrategy<T>;
  /** True if a deletion answers with the object; otherwise it answers with a Status. */
  readonly returnDeletedObject?: boolean;
  /** The field by whose value watches of this resource are told apart cheaply. */
  readonly trigger?: { readonly field: string; value(object: T): string };
  /** A further condition for an object to be removed by the update that takes its last finalizer. */
  shouldDeleteDuringUpdate?(object: T, existing: T): boolean;
}

/** Why `delete` leaves its update without writing. */
const errAlreadyDeleting = new Error('abort delete');
const errDeleteNow = new Error('delete now');
const errEmptiedFinalizers = new Error('emptied finalizers');

/**
 * True if the dependents of a deleted object should stay: the options decide, then the object's finalizers, then
 * the kind.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#shouldOrphanDependents
export function shouldOrphanDependents<T extends KubeObject>(
  strategy: RESTDeleteStrategy<T>,
  meta: ObjectMeta,
  options: DeleteOptions,
): boolean {
  const policy = strategy.defaultGarbageCollectionPolicy;
  if (policy === 'Unsupported') return false;
  if (options.orphanDependents !== undefined) return options.orphanDependents;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === 'Orphan';
  for (const finalizer of meta.finalizers ?? []) {
    if (finalizer === finalizerOrphanDependents) return true;
    if (finalizer === finalizerDeleteDependents) return false;
  }
  return policy === 'OrphanDependents';
}

/** True if the dependents of a deleted object should go before it. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#shouldDeleteDependents
export function shouldDeleteDependents<T extends KubeObject>(
  strategy: RESTDeleteStrategy<T>,
  meta: ObjectMeta,
  options: DeleteOptions,
): boolean {
  if (strategy.defaultGarbageCollectionPolicy === 'Unsupported') return false;
  if (options.orphanDependents !== undefined) return false;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === 'Foreground';
  for (const finalizer of meta.finalizers ?? []) {
    if (finalizer === finalizerDeleteDependents) return true;
    if (finalizer === finalizerOrphanDependents) return false;
  }
  return false;
}

/** The finalizers that an object has once it is deleted with these options; undefined if they do not change. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#deletionFinalizersForGarbageCollection
export function deletionFinalizersForGarbageCollection<T extends KubeObject>(
  strategy: RESTDeleteStrategy<T>,
  meta: ObjectMeta,
  options: DeleteOptions,
): string[] | undefined {
  const old = meta.finalizers ?? [];
  const collectors = [finalizerOrphanDependents, finalizerDeleteDependents];
  const next = old.filter((finalizer) => !collectors.includes(finalizer));
  if (shouldOrphanDependents(strategy, meta, options)) next.push(finalizerOrphanDependents);
  if (shouldDeleteDependents(strategy, meta, options)) next.push(finalizerDeleteDependents);
  const same = next.length === new Set(old).size && next.every((finalizer) => old.includes(finalizer));
  return same ? undefined : next;
}

/** Marks an object of a kind without grace as being deleted now. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#markAsDeleting
export function markAsDeleting(sim: Sim, object: Draft<KubeObject>): void {
  const meta = object.metadata;
  const now = sim.timestamp();
  if (!meta.deletionTimestamp && (meta.generation ?? 0) > 0) meta.generation = (meta.generation ?? 0) + 1;
  if (!meta.deletionTimestamp || Date.parse(meta.deletionTimestamp) > Date.parse(now))
    meta.deletionTimestamp = now;
  meta.deletionGracePeriodSeconds = 0;
}
