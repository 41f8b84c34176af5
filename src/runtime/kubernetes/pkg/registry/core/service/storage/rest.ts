import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import {
  type StatusError,
  isNotFound,
  newInternalError,
  newInvalid,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { everything as everyField } from '../../../../../staging/src/k8s.io/apimachinery/pkg/fields/selector.ts';
import { everything as everyLabel } from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type {
  Draft,
  KubeObject,
  Service,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  goStringSlice,
  invalid,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { Store } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.ts';
import type { RequestContext } from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/interfaces.ts';
import { SelectionPredicate } from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Sim } from '../../../../../../sim/sim.ts';
import { endpoints } from '../../endpoint/strategy.ts';

/** The addresses of Services: 10.96.0.0/12, as kubeadm sets it, without the first and the last. */
const base = 10 * 2 ** 24 + 96 * 2 ** 16 + 1;
const size = 2 ** 20 - 2;

const textOf = (address: number): string =>
  [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
const numberOf = (text: string): number => text.split('.').reduce((n, byte) => n * 256 + Number(byte), 0);

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

/** A free address, from a place that chance chooses. */
// Mirrors: pkg/registry/core/service/ipallocator/allocator.go#Range.AllocateNext
function allocateNext(sim: Sim, used: ReadonlySet<string>): Result<string, StatusError> {
  const start = sim.random.below(size);
  for (let i = 0; i < size; i++) {
    const address = textOf(base + ((start + i) % size));
    if (!used.has(address)) return [address, undefined];
  }
  return [undefined, newInternalError(new Error('failed to allocate a serviceIP: range is full'))];
}

/** The address that was asked for, if it is free. */
// Mirrors: pkg/registry/core/service/ipallocator/allocator.go#Range.Allocate
function allocate(address: string, used: ReadonlySet<string>, name: string): Result<string, StatusError> {
  const offset = numberOf(address) - base;
  // What is no address at all is told by validation.
  if (Number.isNaN(offset)) return [address, undefined];
  const inRange = offset >= 0 && offset < size;
  if (inRange && !used.has(address)) return [address, undefined];
  const range = 'provided IP is not in the valid range. The range of valid IPs is 10.96.0.0/12';
  const why = inRange ? 'provided IP is already allocated' : range;
  const message = `failed to allocated ip:${address} with error:${why}`;
  const wrong = invalid(newPath('spec', 'clusterIPs'), goStringSlice([address]), message);
  return [undefined, newInvalid({ group: '', kind: 'Service' }, name, [wrong])];
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
