import type { LeaseSpec } from 'kubernetes-types/coordination/v1';
import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { Lease } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  invalid,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';

// Mirrors: pkg/apis/coordination/validation/validation.go#ValidateLease
export function validateLease(lease: Lease): ErrorList {
  return [
    ...validateObjectMeta(lease.metadata, true, nameIsDNSSubdomain, newPath('metadata')),
    ...validateLeaseSpec(lease.spec, newPath('spec')),
  ];
}

// Mirrors: pkg/apis/coordination/validation/validation.go#ValidateLeaseUpdate
export function validateLeaseUpdate(lease: Lease, oldLease: Lease): ErrorList {
  return [
    ...validateObjectMetaUpdate(lease.metadata, oldLease.metadata, newPath('metadata')),
    ...validateLeaseSpec(lease.spec, newPath('spec')),
  ];
}

/** What is wrong with a lease. Nothing is said about who holds it or when it was renewed: those who use it agree on that. */
// Mirrors: pkg/apis/coordination/validation/validation.go#ValidateLeaseSpec
function validateLeaseSpec(spec: LeaseSpec | undefined, fldPath: Path): ErrorList {
  const allErrs: ErrorList = [];
  const { leaseDurationSeconds, leaseTransitions } = spec ?? {};
  if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
    const path = fldPath.child('leaseDurationSeconds');
    allErrs.push(invalid(path, leaseDurationSeconds, 'must be greater than 0'));
  }
  if (leaseTransitions !== undefined && leaseTransitions < 0) {
    const path = fldPath.child('leaseTransitions');
    allErrs.push(invalid(path, leaseTransitions, 'must to greater or equal than 0'));
  }
  return allErrs;
}
