import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type {
  Draft,
  ServiceAccount,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { objectReference } from '../../../apis/core/v1/shapes.ts';
import {
  validateServiceAccount,
  validateServiceAccountUpdate,
} from '../../../apis/core/validation/validation.ts';

// Mirrors: pkg/registry/core/serviceaccount/strategy.go#cleanSecretReferences
function cleanSecretReferences(account: Draft<ServiceAccount>): void {
  if (account.secrets) account.secrets = account.secrets.map(({ name }) => (name ? { name } : {}));
}

/** How ServiceAccounts are made and changed. Of a reference to a Secret only the name is kept: it is in the same namespace. */
// Mirrors: pkg/registry/core/serviceaccount/strategy.go#strategy
export const strategy: Strategy<ServiceAccount> = {
  gvk: { group: '', version: 'v1', kind: 'ServiceAccount' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults() {},
  prepareForCreate: cleanSecretReferences,
  validate: validateServiceAccount,
  prepareForUpdate: cleanSecretReferences,
  validateUpdate: validateServiceAccountUpdate,
};

/** Kubernetes selects ServiceAccounts by the fields that all objects have. */
export const getAttrs: AttrFunc = (object) => [object.metadata.labels, objectMetaFieldsSet(object, true)];

/** ServiceAccounts, as the API server serves them. */
export const serviceAccounts: Kind<ServiceAccount> = {
  resource: { group: '', resource: 'serviceaccounts' },
  shortNames: ['sa'],
  shape: { ...anyObject, secrets: [objectReference], imagePullSecrets: [{ name: text }] },
  strategy,
  getAttrs,
  convertFieldLabel: defaultFieldLabels,
  returnDeletedObject: true,
};
