import { base64 } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';
import type { Draft, Secret } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { validateSecret, validateSecretUpdate } from '../../../apis/core/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject, texts } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text, truth } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

/** What was given as text goes to the data. */
// Mirrors: pkg/apis/core/v1/conversion.go#Convert_v1_Secret_To_core_Secret
function convertSecret(secret: Draft<Secret>): void {
  for (const [key, text] of Object.entries(secret.stringData ?? {})) {
    secret.data = { ...secret.data, [key]: base64(text) };
  }
  delete secret.stringData;
}

// Mirrors: pkg/registry/core/secret/strategy.go#strategy
export const strategy: Strategy<Secret> = {
  gvk: { group: '', version: 'v1', kind: 'Secret' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  // Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_Secret
  setDefaults(secret) {
    secret.type ||= 'Opaque';
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
