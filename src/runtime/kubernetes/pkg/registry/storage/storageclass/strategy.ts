import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type { StorageClass } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  validateStorageClass,
  validateStorageClassUpdate,
} from '../../../apis/storage/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject, texts } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { setDefaultsStorageClass } from '../../../apis/storage/v1/defaults.ts';

/** How StorageClasses are made and changed. */
// Mirrors: pkg/registry/storage/storageclass/strategy.go#storageClassStrategy
export const strategy: Strategy<StorageClass> = {
  gvk: { group: 'storage.k8s.io', version: 'v1', kind: 'StorageClass' },
  namespaceScoped: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults: setDefaultsStorageClass,
  // Mirrors: pkg/registry/storage/storageclass/strategy.go#storageClassStrategy.PrepareForCreate
  prepareForCreate() {},
  validate: validateStorageClass,
  // Mirrors: pkg/registry/storage/storageclass/strategy.go#storageClassStrategy.PrepareForUpdate
  prepareForUpdate() {},
  // Mirrors: pkg/registry/storage/storageclass/strategy.go#storageClassStrategy.ValidateUpdate
  validateUpdate: (next, old) => [...validateStorageClass(next), ...validateStorageClassUpdate(next, old)],
};

/** StorageClasses, as the API server serves them. */
export const storageClasses: Kind<StorageClass> = {
  resource: { group: 'storage.k8s.io', resource: 'storageclasses' },
  shortNames: ['sc'],
  shape: {
    ...anyObject,
    provisioner: text,
    parameters: texts,
    mountOptions: [text],
    allowedTopologies: [{ matchLabelExpressions: [{ key: text, values: [text] }] }],
  },
  strategy,
  getAttrs: (object) => [object.metadata.labels, objectMetaFieldsSet(object, false)],
  convertFieldLabel: defaultFieldLabels,
};
