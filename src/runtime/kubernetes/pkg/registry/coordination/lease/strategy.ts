import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type { Lease } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { validateLease, validateLeaseUpdate } from '../../../apis/coordination/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text, whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

/**
 * How leases are made and changed. An update must say which version it changes: of two candidates that both saw a
 * lease run out, only one can take it.
 */
// Mirrors: pkg/registry/coordination/lease/strategy.go#leaseStrategy
export const strategy: Strategy<Lease> = {
  gvk: { group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' },
  namespaceScoped: true,
  // Mirrors: pkg/registry/coordination/lease/strategy.go#leaseStrategy.AllowCreateOnUpdate
  allowCreateOnUpdate: true,
  // Mirrors: pkg/registry/coordination/lease/strategy.go#leaseStrategy.AllowUnconditionalUpdate
  allowUnconditionalUpdate: false,
  setDefaults() {},
  // Mirrors: pkg/registry/coordination/lease/strategy.go#leaseStrategy.PrepareForCreate
  prepareForCreate() {},
  validate: validateLease,
  // Mirrors: pkg/registry/coordination/lease/strategy.go#leaseStrategy.PrepareForUpdate
  prepareForUpdate() {},
  validateUpdate: validateLeaseUpdate,
};

/** Leases, as the API server serves them. */
export const leases: Kind<Lease> = {
  resource: { group: 'coordination.k8s.io', resource: 'leases' },
  shape: {
    ...anyObject,
    spec: {
      holderIdentity: text,
      leaseDurationSeconds: whole,
      acquireTime: text,
      renewTime: text,
      leaseTransitions: whole,
    },
  },
  strategy,
  getAttrs: (object) => [object.metadata.labels, objectMetaFieldsSet(object, true)],
  convertFieldLabel: defaultFieldLabels,
};
