import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import {
  type StatusError,
  newConflict,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  KubeObject,
  Namespace,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  finalizerDeleteDependents,
  finalizerOrphanDependents,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { Store } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.ts';
import { interpretUpdateError } from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/errors/storage.ts';
import type {
  Preconditions,
  RequestContext,
} from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/interfaces.ts';
import type { RESTUpdateStrategy } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Sim } from '../../../../../../sim/sim.ts';
import type { Subresource } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';

/** Begins the end of a namespace: its phase becomes Terminating, and it stays until its finalizers are gone. */
// Mirrors: pkg/registry/core/namespace/storage/storage.go#REST.Delete
export function deleteNamespace(
  sim: Sim,
  store: Store<Namespace>,
  ctx: RequestContext,
  name: string,
  options: DeleteOptions,
): Result<KubeObject, StatusError> {
  const [namespace, err] = store.get(ctx, name);
  if (err) return [undefined, err];
  const { uid = '', resourceVersion = '' } = namespace.metadata;
  const expected = { uid, ...options.preconditions };
  options.preconditions = expected;
  const differs = (field: string, wanted: string, found: string): Result<KubeObject, StatusError> => {
    const message = `Precondition failed: ${field} in precondition: ${wanted}, ${field} in object meta: ${found}`;
    return [undefined, newConflict(store.resource, name, new Error(message))];
  };
  if (expected.uid !== uid) return differs('UID', expected.uid, uid);
  if (expected.resourceVersion !== undefined && expected.resourceVersion !== resourceVersion) {
    return differs('ResourceVersion', expected.resourceVersion, resourceVersion);
  }

  if (namespace.metadata.deletionTimestamp) {
    if ((namespace.spec?.finalizers?.length ?? 0) > 0) return [namespace, undefined];
    return store.delete(ctx, name, options);
  }
  const preconditions = options.preconditions as Preconditions;
  const [out, updateErr] = store.storage.guaranteedUpdate(
    ctx,
    store.key(ctx, name),
    false,
    preconditions,
    (stored) => {
      const existing = stored as Namespace;
      const { finalizers, ...metadata } = existing.metadata;
      const left = finalizersFor(finalizers ?? [], options);
      const next = {
        ...metadata,
        deletionTimestamp: sim.timestamp(),
        ...(left.length > 0 ? { finalizers: left } : {}),
      };
      return [
        { ...existing, metadata: next, status: { ...existing.status, phase: 'Terminating' } },
        undefined,
      ];
    },
  );
  return updateErr ? [undefined, interpretUpdateError(updateErr, store.resource, name)] : [out, undefined];
}

/** The finalizers that a namespace has once it is deleted with these options. It has rules of its own. */
function finalizersFor(current: readonly string[], options: DeleteOptions): string[] {
  const wanted = {
    [finalizerOrphanDependents]: shouldHaveOrphanFinalizer,
    [finalizerDeleteDependents]: shouldHaveDeleteDependentsFinalizer,
  };
  const next = new Set(current);
  for (const [finalizer, shouldHave] of Object.entries(wanted)) {
    if (shouldHave(options, next.has(finalizer))) next.add(finalizer);
    else next.delete(finalizer);
  }
  return [...next];
}

// Mirrors: pkg/registry/core/namespace/storage/storage.go#shouldHaveOrphanFinalizer
function shouldHaveOrphanFinalizer(options: DeleteOptions, has: boolean): boolean {
  if (options.orphanDependents !== undefined) return options.orphanDependents;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === 'Orphan';
  return has;
}

// Mirrors: pkg/registry/core/namespace/storage/storage.go#shouldHaveDeleteDependentsFinalizer
function shouldHaveDeleteDependentsFinalizer(options: DeleteOptions, has: boolean): boolean {
  if (options.orphanDependents !== undefined) return !options.orphanDependents;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === 'Foreground';
  return has;
}

/** A namespace that is being deleted goes with the last finalizer of its spec. */
// Mirrors: pkg/registry/core/namespace/storage/storage.go#ShouldDeleteNamespaceDuringUpdate
export const shouldDeleteNamespaceDuringUpdate = ({ spec }: Namespace): boolean =>
  (spec?.finalizers?.length ?? 0) === 0;

/**
 * Takes finalizers out of the spec of a namespace; the update that takes the last one of a namespace that is being
 * deleted removes it.
 */
// Mirrors: pkg/registry/core/namespace/storage/storage.go#FinalizeREST
export const finalizeREST =
  (updateStrategy: RESTUpdateStrategy<Namespace>) =>
  (sim: Sim, store: Store<Namespace>): Subresource => {
    const finalizeStore = new Store(sim, store.storage, { ...store.options, updateStrategy });
    // Mirrors: pkg/registry/core/namespace/storage/storage.go#FinalizeREST.Update
    return {
      // Mirrors: pkg/registry/core/namespace/storage/storage.go#FinalizeREST.Update
      update: (ctx, name, info) => finalizeStore.update(ctx, name, info),
    };
  };
