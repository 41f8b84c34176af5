import type { Sim } from '../../../../../../../../sim/sim.ts';
import {
  type StatusError,
  isAlreadyExists,
  newBadRequest,
  newInvalid,
  newServerTimeout,
} from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { validatePathSegmentName } from '../../../../apimachinery/pkg/api/validation/path/name.ts';
import { validateObjectMeta } from '../../../../apimachinery/pkg/api/validation/objectmeta.ts';
import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { GroupVersionKind } from '../../../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { ErrorList } from '../../../../apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../apimachinery/pkg/util/validation/field/path.ts';
import type { RequestContext } from '../../storage/interfaces.ts';
import { generateName } from '../../storage/names/generate.ts';
import { fillObjectMetaSystemFields, validNamespace } from './meta.ts';

/**
 * How objects of a kind are made. Kubernetes has a method that makes an object canonical after validation, which
 * none of these kinds needs.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/create.go#RESTCreateStrategy
export interface RESTCreateStrategy<T extends KubeObject> {
  readonly gvk: GroupVersionKind;
  readonly namespaceScoped: boolean;
  /** Takes away what a client may not set, such as the status. */
  prepareForCreate(object: Draft<T>): void;
  validate(object: T): ErrorList;
}

/** What the API server says of an object that is not in the namespace of its request. */
export const namespaceMismatch =
  'the namespace of the provided object does not match the namespace sent on the request';

/** Makes an object ready to be stored, or says why it cannot be. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/create.go#BeforeCreate
export function beforeCreate<T extends KubeObject>(
  sim: Sim,
  strategy: RESTCreateStrategy<T>,
  ctx: RequestContext,
  object: Draft<KubeObject>,
): StatusError | undefined {
  const meta = object.metadata;
  if (!strategy.namespaceScoped) delete meta.namespace;
  else if (!validNamespace(ctx, object)) return newBadRequest(namespaceMismatch);
  delete meta.deletionTimestamp;
  delete meta.deletionGracePeriodSeconds;
  strategy.prepareForCreate(object as Draft<T>);
  fillObjectMetaSystemFields(sim, object);
  if (meta.generateName && !meta.name) meta.name = generateName(sim, meta.generateName);
  delete meta.managedFields;

  const name = meta.name ?? '';
  const errs = strategy.validate(object as T);
  if (errs.length > 0) return newInvalid(strategy.gvk, name, errs);
  const metaErrs = validateObjectMeta(
    meta,
    strategy.namespaceScoped,
    validatePathSegmentName,
    newPath('metadata'),
  );
  return metaErrs.length > 0 ? newInvalid(strategy.gvk, name, metaErrs) : undefined;
}

/** A generated name that is taken already is the server's fault: the client should try again. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/create.go#CheckGeneratedNameError
export function checkGeneratedNameError<T extends KubeObject>(
  strategy: RESTCreateStrategy<T>,
  err: StatusError,
  object: Draft<KubeObject>,
): StatusError {
  if (!isAlreadyExists(err) || !object.metadata.generateName) return err;
  return newServerTimeout({ group: strategy.gvk.group, resource: strategy.gvk.kind }, 'POST', 0);
}
