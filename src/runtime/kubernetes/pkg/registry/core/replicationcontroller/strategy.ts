import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { validateObjectMetaUpdate } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type {
  Draft,
  ReplicationController,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { setDefaultsReplicationController } from '../../../apis/core/v1/defaults.ts';
import {
  validateReplicationController,
  validateReplicationControllerStatusUpdate,
} from '../../../apis/core/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject, texts } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { replicaSetStatus } from '../../../apis/apps/v1/shapes.ts';
import { podTemplateSpec } from '../../../apis/core/v1/shapes.ts';

/** How ReplicationControllers are made and changed. Without a selector, one takes the labels of its template. */
// Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy
export const strategy: Strategy<ReplicationController> = {
  gvk: { group: '', version: 'v1', kind: 'ReplicationController' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy.DefaultGarbageCollectionPolicy
  defaultGarbageCollectionPolicy: 'OrphanDependents',

  setDefaults: setDefaultsReplicationController,

  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy.PrepareForCreate
  prepareForCreate(rc) {
    rc.status = { replicas: 0 };
    rc.metadata.generation = 1;
  },
  validate: validateReplicationController,

  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.status = old.status as Draft<ReplicationController>['status'];
    if (!semanticDeepEqual(old.spec, next.spec))
      next.metadata.generation = (old.metadata.generation ?? 0) + 1;
  },
  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy.ValidateUpdate
  validateUpdate: (next, old) => [
    ...validateReplicationController(next),
    ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
  ],
};

/** How the status of a ReplicationController is changed: its spec is not. */
// Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStatusStrategy
export const statusStrategy: RESTUpdateStrategy<ReplicationController> = {
  ...strategy,
  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStatusStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.spec = old.spec as Draft<ReplicationController>['spec'];
  },
  validateUpdate: validateReplicationControllerStatusUpdate,
};

// Mirrors: pkg/registry/core/replicationcontroller/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const rc = object as ReplicationController;
  const replicas = String(rc.status?.replicas ?? 0);
  return [rc.metadata.labels, { ...objectMetaFieldsSet(rc, true), 'status.replicas': replicas }];
};

/** ReplicationControllers, as the API server serves them. */
export const replicationControllers: Kind<ReplicationController> = {
  resource: { group: '', resource: 'replicationcontrollers' },
  shortNames: ['rc'],
  shape: {
    ...anyObject,
    spec: { replicas: whole, minReadySeconds: whole, selector: texts, template: podTemplateSpec },
    status: replicaSetStatus,
  },
  strategy,
  statusStrategy,
  getAttrs,
  convertFieldLabel: fieldLabels('metadata.name', 'metadata.namespace', 'status.replicas'),
};
