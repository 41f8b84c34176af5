import { quote } from '../../../../../../go/strconv.ts';
import {
  StatusError,
  newBadRequest,
  newConflict,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { anyObject } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import type {
  Binding,
  KubeObject,
  Pod,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { toAggregate } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { objectReference } from '../../../../apis/core/v1/shapes.ts';
import { validatePodBinding } from '../../../../apis/core/validation/validation.ts';
import { getPodCondition, updatePodCondition } from '../../../../api/v1/pod/util.ts';
import type { Store } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.ts';
import { StorageError } from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/errors.ts';
import { interpretUpdateError } from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/errors/storage.ts';
import { asStatus } from '../../../../../staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/status.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Sim } from '../../../../../../sim/sim.ts';
import type { Subresource } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';

/** A pod bound to a node, if it was not bound or deleted before. */
// Mirrors: pkg/registry/core/pod/storage/storage.go#BindingREST.setPodHostAndAnnotations
function setPodHostAndAnnotations(sim: Sim, pod: Pod, binding: Binding): Result<Pod> {
  const name = pod.metadata.name ?? '';
  if (pod.metadata.deletionTimestamp) {
    return [undefined, new Error(`pod ${name} is being deleted, cannot be assigned to a host`)];
  }
  if (pod.spec?.nodeName) {
    return [undefined, new Error(`pod ${name} is already assigned to node ${quote(pod.spec.nodeName)}`)];
  }
  const annotations = { ...pod.metadata.annotations, ...binding.metadata.annotations };
  const metadata = Object.keys(annotations).length > 0 ? { ...pod.metadata, annotations } : pod.metadata;
  const condition = { type: 'PodScheduled', status: 'True' };
  const [scheduled] = updatePodCondition(pod.status ?? {}, condition, sim.timestamp());
  const before = pod.status?.conditions ?? [];
  const [index] = getPodCondition(pod.status, scheduled.type);
  const conditions = index < 0 ? [...before, scheduled] : before.with(index, scheduled);
  const spec = { ...pod.spec, containers: pod.spec?.containers ?? [], nodeName: binding.target.name };
  return [{ ...pod, metadata, spec, status: { ...pod.status, conditions } }, undefined];
}

/** Creating a Binding puts a pod on a node. */
// Mirrors: pkg/registry/core/pod/storage/storage.go#BindingREST
export const bindingREST = (sim: Sim, store: Store<Pod>): Subresource => ({
  gvk: { group: '', version: 'v1', kind: 'Binding' },
  shape: { ...anyObject, target: objectReference },

  // Mirrors: pkg/registry/core/pod/storage/storage.go#BindingREST.Create
  create(ctx, name, body) {
    const binding = body as Binding;
    if (binding.kind !== 'Binding') {
      return [undefined, newBadRequest(`not a Binding object: expected kind Binding, found ${binding.kind}`)];
    }
    if (name !== binding.metadata.name) {
      return [undefined, newBadRequest('name in URL does not match name in Binding object')];
    }
    const wrong = toAggregate(validatePodBinding(binding));
    if (wrong) return [undefined, asStatus(wrong)];
    const [, err] = store.storage.guaranteedUpdate(ctx, store.key(ctx, name), false, undefined, (pod) =>
      setPodHostAndAnnotations(sim, pod as Pod, binding),
    );
    if (!err) {
      const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
      return [status as KubeObject, undefined];
    }
    if (err instanceof StorageError || err instanceof StatusError) {
      return [undefined, interpretUpdateError(err, store.resource, name)];
    }
    return [undefined, newConflict({ group: '', resource: 'pods/binding' }, name, err)];
  },
});
