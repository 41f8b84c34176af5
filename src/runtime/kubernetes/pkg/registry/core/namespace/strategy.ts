import { nameIsDNSLabel } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  finalizerDeleteDependents,
  finalizerOrphanDependents,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { Draft, Namespace } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  invalid,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { isQualifiedName } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { deleteNamespace, finalizeREST } from './storage/storage.ts';
import {
  anyObject,
  conditions,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNamespace
function validateNamespace(namespace: Namespace): ErrorList {
  return validateObjectMeta(namespace.metadata, false, nameIsDNSLabel, newPath('metadata'));
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNamespaceStatusUpdate
function validateNamespaceStatusUpdate(next: Namespace, old: Namespace): ErrorList {
  const allErrs = validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata'));
  const phase = next.status?.phase ?? '';
  const path = newPath('status', 'Phase');
  if (!next.metadata.deletionTimestamp && phase !== 'Active') {
    allErrs.push(invalid(path, phase, "may only be 'Active' if `deletionTimestamp` is empty"));
  }
  if (next.metadata.deletionTimestamp && phase !== 'Terminating') {
    allErrs.push(invalid(path, phase, "may only be 'Terminating' if `deletionTimestamp` is not empty"));
  }
  return allErrs;
}

/** How namespaces are made and changed. Each is held by a finalizer in its spec, until it is empty. */
// Mirrors: pkg/registry/core/namespace/strategy.go#namespaceStrategy
export const strategy: Strategy<Namespace> = {
  gvk: { group: '', version: 'v1', kind: 'Namespace' },
  namespaceScoped: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults() {},
  // Mirrors: pkg/registry/core/namespace/strategy.go#namespaceStrategy.PrepareForCreate
  prepareForCreate(namespace) {
    namespace.status = { phase: 'Active' };
    const finalizers = namespace.spec?.finalizers ?? [];
    if (!finalizers.includes('kubernetes')) finalizers.push('kubernetes');
    namespace.spec = { ...namespace.spec, finalizers };
  },
  validate: validateNamespace,
  // Mirrors: pkg/registry/core/namespace/strategy.go#namespaceStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.spec = { ...next.spec, finalizers: old.spec?.finalizers as string[] };
    next.status = old.status as Draft<Namespace>['status'];
  },
  // Mirrors: pkg/registry/core/namespace/strategy.go#namespaceStrategy.ValidateUpdate
  validateUpdate: (next, old) => [
    ...validateNamespace(next),
    ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
  ],
};

// Mirrors: pkg/registry/core/namespace/strategy.go#namespaceStatusStrategy
export const statusStrategy: RESTUpdateStrategy<Namespace> = {
  ...strategy,
  // Mirrors: pkg/registry/core/namespace/strategy.go#namespaceStatusStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.spec = old.spec as Draft<Namespace>['spec'];
  },
  validateUpdate: validateNamespaceStatusUpdate,
};

// Mirrors: pkg/registry/core/namespace/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const { metadata, status } = object as Namespace;
  const fields = { 'status.phase': status?.phase ?? '', name: metadata.name ?? '' };
  return [metadata.labels, { ...objectMetaFieldsSet(object, false), ...fields }];
};

// Mirrors: pkg/apis/core/helper/helpers.go#standardFinalizers
const standardFinalizers = ['kubernetes', finalizerOrphanDependents, finalizerDeleteDependents];

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNamespaceFinalizeUpdate
function validateNamespaceFinalizeUpdate(next: Namespace, old: Namespace): ErrorList {
  const allErrs = validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata'));
  next.spec?.finalizers?.forEach((finalizer, i) => {
    const path = newPath('spec', 'finalizers').index(i);
    allErrs.push(...isQualifiedName(finalizer).map((message) => invalid(path, finalizer, message)));
    if (finalizer.includes('/') || standardFinalizers.includes(finalizer)) return;
    const message = 'name is neither a standard finalizer name nor is it fully qualified';
    allErrs.push(invalid(path, finalizer, message));
  });
  return allErrs;
}

/** How the finalizers in the spec of a namespace are changed, and nothing but them. */
// Mirrors: pkg/registry/core/namespace/strategy.go#namespaceFinalizeStrategy
const finalizeStrategy: RESTUpdateStrategy<Namespace> = {
  ...strategy,
  // Mirrors: pkg/registry/core/namespace/strategy.go#namespaceFinalizeStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.status = old.status as Draft<Namespace>['status'];
  },
  validateUpdate: validateNamespaceFinalizeUpdate,
};

/** Namespaces, as the API server serves them. */
export const namespaces: Kind<Namespace> = {
  resource: { group: '', resource: 'namespaces' },
  shortNames: ['ns'],
  shape: { ...anyObject, spec: { finalizers: [text] }, status: { phase: text, conditions } },
  strategy,
  statusStrategy,
  getAttrs,
  convertFieldLabel: fieldLabels('status.phase', 'metadata.name'),
  returnDeletedObject: true,
  // Mirrors: pkg/registry/core/namespace/storage/storage.go#ShouldDeleteNamespaceDuringUpdate
  shouldDeleteDuringUpdate: (namespace) => (namespace.spec?.finalizers?.length ?? 0) === 0,
  delete: deleteNamespace,
  bootstrap: [{ metadata: { name: 'default' } }, { metadata: { name: 'kube-system' } }],
  subresources: { finalize: finalizeREST(finalizeStrategy) },
};
