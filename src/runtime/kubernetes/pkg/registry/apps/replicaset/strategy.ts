import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import type { Draft, ReplicaSet } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import {
  validateReplicaSet,
  validateReplicaSetStatusUpdate,
  validateReplicaSetUpdate,
} from '../../../apis/apps/validation/validation.ts';
import { scaleREST } from './storage/storage.ts';
import { replicaSet } from '../../../apis/apps/v1/shapes.ts';
import { setDefaultsReplicaSet } from '../../../apis/apps/v1/defaults.ts';

/** How ReplicaSets are made and changed. Every change of the spec makes a new generation. */
// Mirrors: pkg/registry/apps/replicaset/strategy.go#rsStrategy
export const strategy: Strategy<ReplicaSet> = {
  gvk: { group: 'apps', version: 'v1', kind: 'ReplicaSet' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  defaultGarbageCollectionPolicy: 'DeleteDependents',

  setDefaults: setDefaultsReplicaSet,

  // Mirrors: pkg/registry/apps/replicaset/strategy.go#rsStrategy.PrepareForCreate
  prepareForCreate(rs) {
    rs.status = { replicas: 0 };
    rs.metadata.generation = 1;
  },
  validate: validateReplicaSet,

  // Mirrors: pkg/registry/apps/replicaset/strategy.go#rsStrategy.PrepareForUpdate
  prepareForUpdate(newRS, oldRS) {
    newRS.status = oldRS.status as Draft<ReplicaSet>['status'];
    if (!semanticDeepEqual(oldRS.spec, newRS.spec))
      newRS.metadata.generation = (oldRS.metadata.generation ?? 0) + 1;
  },
  validateUpdate: validateReplicaSetUpdate,
};

/** How the status of a ReplicaSet is changed: its spec is not. */
// Mirrors: pkg/registry/apps/replicaset/strategy.go#rsStatusStrategy
export const statusStrategy: RESTUpdateStrategy<ReplicaSet> = {
  ...strategy,
  // Mirrors: pkg/registry/apps/replicaset/strategy.go#rsStatusStrategy.PrepareForUpdate
  prepareForUpdate(newRS, oldRS) {
    newRS.spec = oldRS.spec as Draft<ReplicaSet>['spec'];
  },
  validateUpdate: validateReplicaSetStatusUpdate,
};

// Mirrors: pkg/registry/apps/replicaset/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const rs = object as ReplicaSet;
  const replicas = String(rs.status?.replicas ?? 0);
  return [rs.metadata.labels, { ...objectMetaFieldsSet(rs, true), 'status.replicas': replicas }];
};

/** ReplicaSets, as the API server serves them. */
export const replicaSets: Kind<ReplicaSet> = {
  resource: { group: 'apps', resource: 'replicasets' },
  shortNames: ['rs'],
  shape: replicaSet,
  strategy,
  statusStrategy,
  getAttrs,
  convertFieldLabel: defaultFieldLabels,
  subresources: { scale: scaleREST },
};
