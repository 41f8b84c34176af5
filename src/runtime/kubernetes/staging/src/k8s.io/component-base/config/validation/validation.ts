import { type ErrorList, GoSyntax, invalid } from '../../../apimachinery/pkg/util/validation/field/errors.ts';
import type { Path } from '../../../apimachinery/pkg/util/validation/field/path.ts';
import type { ClientConnectionConfiguration, LeaderElectionConfiguration } from '../types.ts';

// Mirrors: staging/src/k8s.io/component-base/config/validation/validation.go#ValidateClientConnectionConfiguration
export function validateClientConnectionConfiguration(
  { burst }: ClientConnectionConfiguration,
  fldPath: Path,
): ErrorList {
  return burst < 0 ? [invalid(fldPath.child('burst'), burst, 'must be non-negative')] : [];
}

// Mirrors: staging/src/k8s.io/component-base/config/validation/validation.go#ValidateLeaderElectionConfiguration
export function validateLeaderElectionConfiguration(
  cc: LeaderElectionConfiguration,
  fldPath: Path,
): ErrorList {
  const allErrs: ErrorList = [];
  if (!cc.leaderElect) return allErrs;
  for (const field of ['leaseDuration', 'renewDeadline', 'retryPeriod'] as const)
    if (cc[field] <= 0)
      allErrs.push(invalid(fldPath.child(field), goDuration(cc[field]), 'must be greater than zero'));
  if (cc.leaseDuration < cc.renewDeadline) {
    const detail = 'LeaseDuration must be greater than RenewDeadline';
    allErrs.push(invalid(fldPath.child('leaseDuration'), goDuration(cc.renewDeadline), detail));
  }
  for (const field of ['resourceLock', 'resourceNamespace', 'resourceName'] as const)
    if (cc[field] === '') allErrs.push(invalid(fldPath.child(field), '', `${field} is required`));
  return allErrs;
}

/** How Go's `%#v` prints a duration: in nanoseconds. */
const goDuration = (ms: number): GoSyntax => new GoSyntax(`v1.Duration{Duration:${ms * 1e6}}`);
