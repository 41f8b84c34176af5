import type { PodCondition } from 'kubernetes-types/core/v1';
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
import {
  type ErrorList,
  notSupported,
  required,
  toAggregate,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { objectReference } from '../../../../apis/core/v1/shapes.ts';
import type { Store } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.ts';
import { StorageError } from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/errors.ts';
import {
  asStatus,
  interpretUpdateError,
} from '../../../../../staging/src/k8s.io/apiserver/pkg/storage/errors/storage.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Sim } from '../../../../../../sim/sim.ts';
import type { Subresource } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';

// Mirrors: pkg/apis/core/validation/validation.go#ValidatePodBinding
function validatePodBinding(binding: Binding): ErrorList {
  const { kind = '', name = '' } = binding.target ?? {};
  const allErrs: ErrorList = [];
  if (kind !== '' && kind !== 'Node') {
    allErrs.push(notSupported(newPath('target', 'kind'), kind, ['Node', '<empty>']));
  }
  if (name === '') allErrs.push(required(newPath('target', 'name'), ''));
  return allErrs;
}

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
  const scheduled = { type: 'PodScheduled', status: 'True', lastTransitionTime: sim.timestamp() };
  const conditions = [...(pod.status?.conditions ?? [])];
  updatePodCondition(conditions, scheduled);
  const spec = { ...pod.spec, containers: pod.spec?.containers ?? [], nodeName: binding.target.name };
  return [{ ...pod, metadata, spec, status: { ...pod.status, conditions } }, undefined];
}

// Mirrors: pkg/api/v1/pod/util.go#UpdatePodCondition
function updatePodCondition(conditions: PodCondition[], condition: PodCondition): void {
  const index = conditions.findIndex(({ type }) => type === condition.type);
  if (index < 0) {
    conditions.push(condition);
    return;
  }
  const before = conditions[index] as PodCondition;
  const { lastTransitionTime } = before.status === condition.status ? before : condition;
  conditions[index] = { ...condition, lastTransitionTime };
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
