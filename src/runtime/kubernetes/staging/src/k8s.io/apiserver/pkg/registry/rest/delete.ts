import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import { mulDiv } from '../../../../../../../../go/int64.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';
import { type StatusError, newConflict, newInvalid } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { validateDeleteOptions } from '../../../../apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { GroupVersionKind } from '../../../../apimachinery/pkg/runtime/schema/group_version.ts';

/** How objects of a kind are deleted. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go#RESTDeleteStrategy
export interface RESTDeleteStrategy<T extends KubeObject> {
  readonly gvk: GroupVersionKind;
  readonly defaultGarbageCollectionPolicy?: GarbageCollectionPolicy;
  /** True if the object goes gracefully; then the options have a grace period. */
  checkGracefulDelete?(object: T, options: DeleteOptions): boolean;
}

/** What the garbage collector does with the dependents of an object that is deleted without a wish. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go#GarbageCollectionPolicy
export type GarbageCollectionPolicy = 'DeleteDependents' | 'OrphanDependents' | 'Unsupported';

/** How a deletion goes on. `pending`: it was asked for before, and nothing changes. */
export type Grace = 'graceful' | 'pending' | 'none';

/** Some seconds in ms. Go counts them in nanoseconds of 64 bits: what is more than 292 years wraps round. */
const inMs = (seconds: number): number => mulDiv(seconds, 1e9, 1e6);

/** A time as Kubernetes writes it, some seconds after another. */
const shifted = (time: string, seconds: number): string =>
  new Date(Date.parse(time) + inMs(seconds)).toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * Marks an object that can go gracefully as being deleted, and sets the grace period of the options.
 * `object` is a copy whose metadata may be changed, as the options may.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go#BeforeDelete
export function beforeDelete<T extends KubeObject>(
  sim: Sim,
  strategy: RESTDeleteStrategy<T>,
  object: Draft<KubeObject>,
  options: DeleteOptions,
): Result<Grace, StatusError> {
  const meta = object.metadata;
  const errs = validateDeleteOptions(options);
  if (errs.length > 0)
    return [undefined, newInvalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errs)];
  const conflict = preconditionConflict(strategy, object, options);
  if (conflict) return [undefined, conflict];
  if (!strategy.checkGracefulDelete) return ['none', undefined];

  if (meta.deletionTimestamp) {
    // An object that was left with a grace period of 0 was not removed for some reason: remove it now.
    const periodSeconds = meta.deletionGracePeriodSeconds ?? 0;
    if (periodSeconds === 0) return ['none', undefined];
    // Only a shorter grace period changes anything.
    if (options.gracePeriodSeconds !== undefined) {
      if (options.gracePeriodSeconds >= periodSeconds) return ['pending', undefined];
      meta.deletionTimestamp = shifted(
        shifted(meta.deletionTimestamp, -periodSeconds),
        options.gracePeriodSeconds,
      );
      meta.deletionGracePeriodSeconds = options.gracePeriodSeconds;
      return ['graceful', undefined];
    }
    options.gracePeriodSeconds = periodSeconds;
    return ['pending', undefined];
  }

  if (!strategy.checkGracefulDelete(object as T, options)) return ['none', undefined];
  const periodSeconds = options.gracePeriodSeconds ?? 0;
  meta.deletionTimestamp = sim.timestamp(sim.now + inMs(periodSeconds));
  meta.deletionGracePeriodSeconds = periodSeconds;
  if ((meta.generation ?? 0) > 0) meta.generation = (meta.generation ?? 0) + 1;
  return ['graceful', undefined];
}

function preconditionConflict<T extends KubeObject>(
  strategy: RESTDeleteStrategy<T>,
  { metadata }: KubeObject,
  { preconditions }: DeleteOptions,
): StatusError | undefined {
  const { name = '', uid = '', resourceVersion = '' } = metadata;
  const resource = { group: strategy.gvk.group, resource: strategy.gvk.kind };
  if (preconditions?.uid !== undefined && preconditions.uid !== uid) {
    const found = `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid})`;
    return newConflict(
      resource,
      name,
      new Error(`${found}. The object might have been deleted and then recreated`),
    );
  }
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    const found =
      `the ResourceVersion in the precondition (${preconditions.resourceVersion}) ` +
      `does not match the ResourceVersion in record (${resourceVersion})`;
    return newConflict(resource, name, new Error(`${found}. The object might have been modified`));
  }
  return undefined;
}
