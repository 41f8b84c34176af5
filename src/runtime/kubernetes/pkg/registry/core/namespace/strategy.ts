import { validateObjectMetaUpdate } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { Draft, Namespace } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { deleteNamespace, finalizeREST, shouldDeleteNamespaceDuringUpdate } from './storage/storage.ts';
import {
  validateNamespace,
  validateNamespaceFinalizeUpdate,
  validateNamespaceStatusUpdate,
} from '../../../apis/core/validation/validation.ts';
import {
  anyObject,
  conditions,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

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
  shouldDeleteDuringUpdate: shouldDeleteNamespaceDuringUpdate,
  delete: deleteNamespace,
  bootstrap: [{ metadata: { name: 'default' } }, { metadata: { name: 'kube-system' } }],
  subresources: { finalize: finalizeREST(finalizeStrategy) },
};
