import {
  type StatusError,
  newBadRequest,
  newConflict,
  newInvalid,
  newNotFound,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { anyObject } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { labelSelectorAsSelector } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { deepCopy } from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type {
  Draft,
  KubeObject,
  ReplicaSet,
  Scale,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { whole } from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { validateScale } from '../../../../apis/autoscaling/validation/validation.ts';
import type { Store } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.ts';
import type { UpdatedObjectInfo } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/rest.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Sim } from '../../../../../../sim/sim.ts';
import type { Subresource } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';

const scaleResource = { group: 'apps', resource: 'replicasets/scale' };

// Mirrors: pkg/registry/apps/replicaset/storage/storage.go#scaleFromReplicaSet
function scaleFromReplicaSet(rs: ReplicaSet): Result<Scale, StatusError> {
  const [selector, err] = labelSelectorAsSelector(rs.spec?.selector);
  if (err) return [undefined, newBadRequest(err.message)];
  const { name, namespace, uid, resourceVersion, creationTimestamp } = rs.metadata;
  const scale: Scale = {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: rs.spec?.replicas ?? 0 },
    status: { replicas: rs.status?.replicas ?? 0, selector: selector.toString() },
  };
  return [scale, undefined];
}

/** The ReplicaSet that a changed scale makes of the stored one. */
// Mirrors: pkg/registry/apps/replicaset/storage/storage.go#scaleUpdatedObjectInfo.UpdatedObject
function updatedReplicaSet(
  name: string,
  info: UpdatedObjectInfo,
  existing: KubeObject | undefined,
): Result<Draft<KubeObject>, StatusError> {
  if (!existing) return [undefined, newNotFound(scaleResource, name)];
  const replicaSet = deepCopy(existing as ReplicaSet);
  const [oldScale, err] = scaleFromReplicaSet(existing as ReplicaSet);
  if (err) return [undefined, err];
  const [updated, updateErr] = info.updatedObject(oldScale);
  if (updateErr) return [undefined, updateErr];
  const scale = updated as Draft<Scale>;
  const errs = validateScale(scale);
  if (errs.length > 0) return [undefined, newInvalid({ group: 'autoscaling', kind: 'Scale' }, name, errs)];
  const { uid, resourceVersion } = scale.metadata;
  const stored = replicaSet.metadata.uid;
  if (uid && uid !== stored) {
    const message = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored}`;
    return [undefined, newConflict(scaleResource, name, new Error(message))];
  }
  if (replicaSet.spec) replicaSet.spec.replicas = scale.spec?.replicas ?? 0;
  replicaSet.metadata.resourceVersion = resourceVersion;
  return [replicaSet, undefined];
}

/** The number of replicas of a ReplicaSet as an object of its own. */
// Mirrors: pkg/registry/apps/replicaset/storage/storage.go#ScaleREST
export const scaleREST = (_sim: Sim, store: Store<ReplicaSet>): Subresource => ({
  gvk: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  shape: { ...anyObject, spec: { replicas: whole } },
  // Mirrors: pkg/registry/apps/replicaset/storage/storage.go#ScaleREST.Get
  get(ctx, name) {
    const [rs, err] = store.get(ctx, name);
    return err ? [undefined, newNotFound(scaleResource, name)] : scaleFromReplicaSet(rs);
  },
  // Mirrors: pkg/registry/apps/replicaset/storage/storage.go#ScaleREST.Update
  update(ctx, name, info) {
    const [rs, err] = store.update(ctx, name, {
      preconditions: info.preconditions,
      // Mirrors: pkg/registry/apps/replicaset/storage/storage.go#scaleUpdatedObjectInfo.UpdatedObject
      updatedObject: (existing) => updatedReplicaSet(name, info, existing),
    });
    return err ? [undefined, err] : scaleFromReplicaSet(rs);
  },
});
