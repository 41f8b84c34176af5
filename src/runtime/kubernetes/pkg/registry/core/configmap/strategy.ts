import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type { ConfigMap } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject, texts } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { truth } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { validateConfigMap, validateConfigMapUpdate } from '../../../apis/core/validation/validation.ts';

// Mirrors: pkg/registry/core/configmap/strategy.go#strategy
export const strategy: Strategy<ConfigMap> = {
  gvk: { group: '', version: 'v1', kind: 'ConfigMap' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults() {},
  // Mirrors: pkg/registry/core/configmap/strategy.go#strategy.PrepareForCreate
  prepareForCreate() {},
  validate: validateConfigMap,
  // Mirrors: pkg/registry/core/configmap/strategy.go#strategy.PrepareForUpdate
  prepareForUpdate() {},
  validateUpdate: validateConfigMapUpdate,
};

// Mirrors: pkg/registry/core/configmap/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => [object.metadata.labels, objectMetaFieldsSet(object, true)];

/** ConfigMaps, as the API server serves them. */
export const configMaps: Kind<ConfigMap> = {
  resource: { group: '', resource: 'configmaps' },
  shortNames: ['cm'],
  shape: { ...anyObject, data: texts, binaryData: texts, immutable: truth },
  strategy,
  getAttrs,
  convertFieldLabel: defaultFieldLabels,
  // Mirrors: pkg/registry/core/configmap/strategy.go#NameTriggerFunc
  trigger: { field: 'metadata.name', value: (configMap) => configMap.metadata.name ?? '' },
};
