import type {
  Draft,
  PersistentVolumeClaim,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  validatePersistentVolumeClaim,
  validatePersistentVolumeClaimStatusUpdate,
  validatePersistentVolumeClaimUpdate,
} from '../../../apis/core/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import {
  anyObject,
  conditions,
  labelSelector,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { resourceList, resources } from '../../../apis/core/v1/shapes.ts';
import { setDefaultsPersistentVolumeClaim } from '../../../apis/core/v1/defaults.ts';

/** How claims are made and changed. A new one is pending, whatever its status says. */
// Mirrors: pkg/registry/core/persistentvolumeclaim/strategy.go#persistentvolumeclaimStrategy
export const strategy: Strategy<PersistentVolumeClaim> = {
  gvk: { group: '', version: 'v1', kind: 'PersistentVolumeClaim' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults: setDefaultsPersistentVolumeClaim,
  // Mirrors: pkg/registry/core/persistentvolumeclaim/strategy.go#persistentvolumeclaimStrategy.PrepareForCreate
  prepareForCreate(pvc) {
    pvc.status = { phase: 'Pending' };
  },
  validate: validatePersistentVolumeClaim,
  // Mirrors: pkg/registry/core/persistentvolumeclaim/strategy.go#persistentvolumeclaimStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.status = old.status as Draft<PersistentVolumeClaim>['status'];
  },
  // Mirrors: pkg/registry/core/persistentvolumeclaim/strategy.go#persistentvolumeclaimStrategy.ValidateUpdate
  validateUpdate: (next, old) => [
    ...validatePersistentVolumeClaim(next),
    ...validatePersistentVolumeClaimUpdate(next, old),
  ],
};

// Mirrors: pkg/registry/core/persistentvolumeclaim/strategy.go#persistentvolumeclaimStatusStrategy
export const statusStrategy: RESTUpdateStrategy<PersistentVolumeClaim> = {
  ...strategy,
  // Mirrors: pkg/registry/core/persistentvolumeclaim/strategy.go#persistentvolumeclaimStatusStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.spec = old.spec as Draft<PersistentVolumeClaim>['spec'];
  },
  validateUpdate: validatePersistentVolumeClaimStatusUpdate,
};

// Mirrors: pkg/registry/core/persistentvolumeclaim/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const name = object.metadata.name ?? '';
  return [object.metadata.labels, { ...objectMetaFieldsSet(object, true), name }];
};

/** PersistentVolumeClaims, as the API server serves them. */
export const persistentVolumeClaims: Kind<PersistentVolumeClaim> = {
  resource: { group: '', resource: 'persistentvolumeclaims' },
  shortNames: ['pvc'],
  shape: {
    ...anyObject,
    spec: {
      accessModes: [text],
      selector: labelSelector,
      resources,
      volumeName: text,
      storageClassName: text,
    },
    status: { accessModes: [text], capacity: resourceList, conditions },
  },
  strategy,
  statusStrategy,
  getAttrs,
  convertFieldLabel: fieldLabels('metadata.namespace', 'metadata.name', 'name'),
};
