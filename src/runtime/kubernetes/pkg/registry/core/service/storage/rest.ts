import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import {
  type StatusError,
  isNotFound,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { everything as everyField } from '../../../../../staging/src/k8s.io/apimachinery/pkg/fields/selector.ts';
import { everything as everyLabel } from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type {
  Draft,
  KubeObject,
  Service,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Store } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.ts';
import type { RequestContext } from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/interfaces.ts';
import { SelectionPredicate } from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Sim } from '../../../../../../sim/sim.ts';
import { endpoints } from '../../endpoint/strategy.ts';
import { allocate, allocateNext } from '../ipallocator/allocator.ts';

/**
 * Stores a Service with an address of its own, unless it is headless or stands for a name outside. Kubernetes keeps a
 * map of the addresses in use; Loopscope looks at the stored Services, so that nothing has to be given back.
 */
// Mirrors: pkg/registry/core/service/storage/rest.go#REST.Create
export function createService(
  sim: Sim,
  store: Store<Service>,
  ctx: RequestContext,
  object: Draft<KubeObject>,
): Result<KubeObject, StatusError> {
  const spec = ((object as Draft<Service>).spec ??= {});
  const { clusterIP = '', clusterIPs = [] } = spec;
  const headless = clusterIP === 'None' || clusterIPs[0] === 'None';
  if (spec.type === 'ExternalName' || headless) return store.create(ctx, object);
  const [used, err] = addressesInUse(store, ctx);
  if (err) return [undefined, err];
  if (clusterIP === '' && clusterIPs.length > 0) return store.create(ctx, object);
  const [address, refused] =
    clusterIP === '' ? allocateNext(sim, used) : allocate(clusterIP, used, object.metadata.name ?? '');
  if (refused) return [undefined, refused];
  spec.clusterIP = address;
  if (clusterIPs.length === 0) spec.clusterIPs = [address];
  return store.create(ctx, object);
}

function addressesInUse(
  store: Store<Service>,
  ctx: RequestContext,
): Result<ReadonlySet<string>, StatusError> {
  const predicate = new SelectionPredicate(
    everyLabel(),
    everyField(),
    ({ metadata }) => [metadata.labels, {}],
    {},
  );
  const [list, err] = store.list({ ...ctx, namespace: '' }, { predicate });
  if (err) return [undefined, err];
  return [new Set(list.items.map(({ spec }) => spec?.clusterIP ?? '')), undefined];
}

/** Deletes a Service, and its Endpoints with it. */
// Mirrors: pkg/registry/core/service/storage/rest.go#REST.Delete
export function deleteService(
  sim: Sim,
  store: Store<Service>,
  ctx: RequestContext,
  name: string,
  options: DeleteOptions,
): Result<KubeObject, StatusError> {
  const [deleted, err] = store.delete(ctx, name, options);
  if (err) return [undefined, err];
  const [, endpointsErr] = new Store(sim, store.storage, endpoints).delete(ctx, name, {});
  if (endpointsErr && !isNotFound(endpointsErr)) return [undefined, endpointsErr];
  const { uid } = (deleted as Service).metadata;
  const details = { name, uid, kind: 'services' };
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
  return [status as KubeObject, undefined];
}
