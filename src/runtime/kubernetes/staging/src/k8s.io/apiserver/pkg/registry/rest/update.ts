import {
  type StatusError,
  newBadRequest,
  newInvalid,
} from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { validatePathSegmentName } from '../../../../apimachinery/pkg/api/validation/path/name.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../apimachinery/pkg/api/validation/objectmeta.ts';
import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { GroupVersionKind } from '../../../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { ErrorList } from '../../../../apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../apimachinery/pkg/util/validation/field/path.ts';
import type { RequestContext } from '../../storage/interfaces.ts';
import { namespaceMismatch } from './create.ts';
import { validNamespace } from './meta.ts';

/** How objects of a kind are changed. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/update.go#RESTUpdateStrategy
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

// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/update.go#validateCommonFields
function validateCommonFields(object: KubeObject, old: KubeObject, namespaceScoped: boolean): ErrorList {
  const fldPath = newPath('metadata');
  return [
    ...validateObjectMeta(object.metadata, namespaceScoped, validatePathSegmentName, fldPath),
    ...validateObjectMetaUpdate(object.metadata, old.metadata, fldPath),
  ];
}

/** Makes a changed object ready to be stored, or says why it cannot be. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/update.go#BeforeUpdate
export function beforeUpdate<T extends KubeObject>(
  strategy: RESTUpdateStrategy<T>,
  ctx: RequestContext,
  object: Draft<KubeObject>,
  old: KubeObject,
): StatusError | undefined {
  const meta = object.metadata;
  if (!strategy.namespaceScoped) delete meta.namespace;
  else if (!validNamespace(ctx, object)) return newBadRequest(namespaceMismatch);

  set(object, old, 'generation');
  delete meta.managedFields;
  strategy.prepareForUpdate(object as Draft<T>, old as T);
  if (!meta.uid) set(object, old, 'uid');
  if (old.metadata.creationTimestamp) set(object, old, 'creationTimestamp');
  if (old.metadata.deletionTimestamp) set(object, old, 'deletionTimestamp');
  if (meta.deletionGracePeriodSeconds === undefined) set(object, old, 'deletionGracePeriodSeconds');

  const errs = [
    ...validateCommonFields(object, old, strategy.namespaceScoped),
    ...strategy.validateUpdate(object as T, old as T),
  ];
  return errs.length > 0 ? newInvalid(strategy.gvk, meta.name ?? '', errs) : undefined;
}

/** Copies one field of the metadata, or takes it away where the old object has none. */
function set(object: Draft<KubeObject>, old: KubeObject, field: keyof KubeObject['metadata']): void {
  if (old.metadata[field] === undefined) delete object.metadata[field];
  else Object.assign(object.metadata, { [field]: old.metadata[field] });
}
