import type { Secret } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { validateSecret, validateSecretUpdate } from '../../../apis/core/validation/validation.ts';
import { convertSecret } from '../../../apis/core/v1/conversion.ts';
import { setDefaultsSecret } from '../../../apis/core/v1/defaults.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject, texts } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text, truth } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

// Mirrors: pkg/registry/core/secret/strategy.go#strategy
export const strategy: Strategy<Secret> = {
  gvk: { group: '', version: 'v1', kind: 'Secret' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults(secret) {
    setDefaultsSecret(secret);
    convertSecret(secret);
  },
  // Mirrors: pkg/registry/core/secret/strategy.go#strategy.PrepareForCreate
  prepareForCreate() {},
  validate: validateSecret,
  // Mirrors: pkg/registry/core/secret/strategy.go#strategy.PrepareForUpdate
  prepareForUpdate() {},
  validateUpdate: validateSecretUpdate,
};

// Mirrors: pkg/registry/core/secret/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const { metadata, type } = object as Secret;
  return [metadata.labels, { ...objectMetaFieldsSet(object, true), type: type ?? '' }];
};

/** Secrets, as the API server serves them. */
export const secrets: Kind<Secret> = {
  resource: { group: '', resource: 'secrets' },
  shape: { ...anyObject, data: texts, stringData: texts, type: text, immutable: truth },
  strategy,
  getAttrs,
  convertFieldLabel: fieldLabels('type', 'metadata.namespace', 'metadata.name'),
  // Mirrors: pkg/registry/core/secret/strategy.go#NameTriggerFunc
  trigger: { field: 'metadata.name', value: (secret) => secret.metadata.name ?? '' },
};
