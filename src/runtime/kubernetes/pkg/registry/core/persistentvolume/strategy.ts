import type {
  Draft,
  PersistentVolume,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  validatePersistentVolume,
  validatePersistentVolumeStatusUpdate,
  validatePersistentVolumeUpdate,
} from '../../../apis/core/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { nodeSelector, objectReference, resourceList } from '../../../apis/core/v1/shapes.ts';
import { setDefaultsPersistentVolume } from '../../../apis/core/v1/defaults.ts';

/** How volumes are made and changed. A new one is pending, whatever its status says. */
// Mirrors: pkg/registry/core/persistentvolume/strategy.go#persistentvolumeStrategy
export const strategy: Strategy<PersistentVolume> = {
  gvk: { group: '', version: 'v1', kind: 'PersistentVolume' },
  namespaceScoped: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults: setDefaultsPersistentVolume,
  // Mirrors: pkg/registry/core/persistentvolume/strategy.go#persistentvolumeStrategy.PrepareForCreate
  prepareForCreate(pv) {
    pv.status = { phase: 'Pending' };
  },
  validate: validatePersistentVolume,
  // Mirrors: pkg/registry/core/persistentvolume/strategy.go#persistentvolumeStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.status = old.status as Draft<PersistentVolume>['status'];
  },
  // Mirrors: pkg/registry/core/persistentvolume/strategy.go#persistentvolumeStrategy.ValidateUpdate
  validateUpdate: (next, old) => validatePersistentVolumeUpdate(next, old),
};

// Mirrors: pkg/registry/core/persistentvolume/strategy.go#persistentvolumeStatusStrategy
export const statusStrategy: RESTUpdateStrategy<PersistentVolume> = {
  ...strategy,
  // Mirrors: pkg/registry/core/persistentvolume/strategy.go#persistentvolumeStatusStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.spec = old.spec as Draft<PersistentVolume>['spec'];
  },
  validateUpdate: validatePersistentVolumeStatusUpdate,
};

// Mirrors: pkg/registry/core/persistentvolume/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const name = object.metadata.name ?? '';
  return [object.metadata.labels, { ...objectMetaFieldsSet(object, false), name }];
};

/** PersistentVolumes, as the API server serves them. */
export const persistentVolumes: Kind<PersistentVolume> = {
  resource: { group: '', resource: 'persistentvolumes' },
  shortNames: ['pv'],
  shape: {
    ...anyObject,
    spec: {
      capacity: resourceList,
      accessModes: [text],
      claimRef: objectReference,
      storageClassName: text,
      nodeAffinity: { required: nodeSelector },
      csi: { driver: text, volumeHandle: text },
      gcePersistentDisk: { pdName: text },
      awsElasticBlockStore: { volumeID: text },
      azureDisk: { diskName: text, diskURI: text },
      cinder: { volumeID: text },
    },
    status: { phase: text },
  },
  strategy,
  statusStrategy,
  getAttrs,
  convertFieldLabel: fieldLabels('metadata.name', 'name'),
};
