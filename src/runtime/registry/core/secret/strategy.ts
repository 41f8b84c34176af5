import { semanticDeepEqual } from '../../../apimachinery/pkg/api/equality/semantic.ts';
import { nameIsDNSSubdomain } from '../../../apimachinery/pkg/api/validation/generic.ts';
import {
  validateImmutableField,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../apimachinery/pkg/api/validation/objectmeta.ts';
import { base64 } from '../../../apimachinery/pkg/runtime/base64.ts';
import type { Draft, Secret } from '../../../apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  forbidden,
  invalid,
  required,
} from '../../../apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../apimachinery/pkg/util/validation/field/path.ts';
import { isConfigMapKey } from '../../../apimachinery/pkg/util/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../kind.ts';

const nameAnnotation = 'kubernetes.io/service-account.name';

/**
 * What is wrong with a Secret. Of the types whose data has to have a certain shape, that of tokens is here.
 *
 * Mirrors: pkg/apis/core/validation/validation.go#ValidateSecret
 */
function validateSecret(secret: Secret): ErrorList {
  const allErrs = validateObjectMeta(secret.metadata, true, nameIsDNSSubdomain, newPath('metadata'));
  for (const key in secret.data) {
    const path = newPath('data').key(key);
    allErrs.push(...isConfigMapKey(key).map((message) => invalid(path, key, message)));
  }
  // The uid of the account and the token may come later, from a controller.
  const isToken = secret.type === 'kubernetes.io/service-account-token';
  if (isToken && !secret.metadata.annotations?.[nameAnnotation]) {
    allErrs.push(required(newPath('metadata', 'annotations').key(nameAnnotation), ''));
  }
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateSecretUpdate
function validateSecretUpdate(next: Secret, old: Secret): ErrorList {
  const allErrs = [
    ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
    ...validateImmutableField(next.type, old.type, newPath('type')),
  ];
  if (old.immutable) {
    const message = 'field is immutable when `immutable` is set';
    if (!next.immutable) allErrs.push(forbidden(newPath('immutable'), message));
    if (!semanticDeepEqual(next.data, old.data)) allErrs.push(forbidden(newPath('data'), message));
  }
  return [...allErrs, ...validateSecret(next)];
}

/**
 * What was given as text goes to the data.
 *
 * Mirrors: pkg/apis/core/v1/conversion.go#Convert_v1_Secret_To_core_Secret
 */
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
  prepareForCreate() {},
  validate: validateSecret,
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
  strategy,
  getAttrs,
  convertFieldLabel: fieldLabels('type', 'metadata.namespace', 'metadata.name'),
  // Mirrors: pkg/registry/core/secret/strategy.go#NameTriggerFunc
  trigger: { field: 'metadata.name', value: (secret) => secret.metadata.name ?? '' },
};
