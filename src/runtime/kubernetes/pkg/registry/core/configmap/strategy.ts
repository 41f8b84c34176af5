import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { ConfigMap } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  forbidden,
  invalid,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { isConfigMapKey } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject, texts } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { truth } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

// Mirrors: pkg/apis/core/validation/validation.go#ValidateConfigMap
function validateConfigMap(configMap: ConfigMap): ErrorList {
  const allErrs = validateObjectMeta(configMap.metadata, true, nameIsDNSSubdomain, newPath('metadata'));
  for (const bag of ['data', 'binaryData'] as const) {
    for (const key in configMap[bag]) {
      const path = newPath(bag).key(key);
      allErrs.push(...isConfigMapKey(key).map((message) => invalid(path, key, message)));
      if (bag === 'data' && Object.hasOwn(configMap.binaryData ?? {}, key)) {
        allErrs.push(invalid(path, key, 'duplicate of key present in binaryData'));
      }
    }
  }
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateConfigMapUpdate
function validateConfigMapUpdate(next: ConfigMap, old: ConfigMap): ErrorList {
  const allErrs = validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata'));
  if (old.immutable) {
    const message = 'field is immutable when `immutable` is set';
    if (!next.immutable) allErrs.push(forbidden(newPath('immutable'), message));
    if (!semanticDeepEqual(next.data, old.data)) allErrs.push(forbidden(newPath('data'), message));
    if (!semanticDeepEqual(next.binaryData, old.binaryData))
      allErrs.push(forbidden(newPath('binaryData'), message));
  }
  return [...allErrs, ...validateConfigMap(next)];
}

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
