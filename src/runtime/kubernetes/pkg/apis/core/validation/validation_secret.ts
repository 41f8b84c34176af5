import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateImmutableField,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { Secret } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  forbidden,
  invalid,
  required,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { isConfigMapKey } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';

const nameAnnotation = 'kubernetes.io/service-account.name';

/** What is wrong with a Secret. Of the types whose data has to have a certain shape, that of tokens is here. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidateSecret
export function validateSecret(secret: Secret): ErrorList {
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
export function validateSecretUpdate(next: Secret, old: Secret): ErrorList {
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
