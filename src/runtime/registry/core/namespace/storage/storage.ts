import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import { type StatusError, newConflict } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject, Namespace } from '../../../../apimachinery/pkg/runtime/object.ts';
import { deletionFinalizersForGarbageCollection } from '../../../../apiserver/pkg/registry/generic/registry/finalizers.ts';
import type { Store } from '../../../../apiserver/pkg/registry/generic/registry/store.ts';
import { interpretUpdateError } from '../../../../apiserver/pkg/storage/errors/storage.ts';
import type { Preconditions, RequestContext } from '../../../../apiserver/pkg/storage/interfaces.ts';
import type { Sim } from '../../../../sim/sim.ts';

type Result<T> = [T, undefined] | [undefined, StatusError];

/**
 * Begins the end of a namespace: its phase becomes Terminating, and it stays until its finalizers are gone.
 *
 * Mirrors: pkg/registry/core/namespace/storage/storage.go#REST.Delete
 */
export function deleteNamespace(
  sim: Sim,
  store: Store<Namespace>,
  ctx: RequestContext,
  name: string,
  options: DeleteOptions,
): Result<KubeObject> {
  const [namespace, err] = store.get(ctx, name);
  if (err) return [undefined, err];
  const { uid = '', resourceVersion = '' } = namespace.metadata;
  const expected = { uid, ...options.preconditions };
  options.preconditions = expected;
  const differs = (field: string, wanted: string, found: string): Result<KubeObject> => {
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
      const metadata = { ...existing.metadata, deletionTimestamp: sim.timestamp() };
      const finalizers = deletionFinalizersForGarbageCollection(store.options.strategy, metadata, options);
      const status = { ...existing.status, phase: 'Terminating' };
      return [
        { ...existing, metadata: finalizers ? { ...metadata, finalizers } : metadata, status },
        undefined,
      ];
    },
  );
  return updateErr ? [undefined, interpretUpdateError(updateErr, store.resource, name)] : [out, undefined];
}
