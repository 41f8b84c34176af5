import { validateNonnegativeField } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import { validateLabelSelector } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import type { PodDisruptionBudget } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { IntOrString } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.ts';
import {
  type ErrorList,
  GoSyntax,
  invalid,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { regexError } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';

// Mirrors: pkg/apis/policy/validation/validation.go#ValidatePodDisruptionBudget
export function validatePodDisruptionBudget({ spec = {} }: PodDisruptionBudget): ErrorList {
  const { minAvailable, maxUnavailable, selector } = spec;
  const fldPath = newPath('spec');
  const allErrs: ErrorList = [];
  // Mirrors: pkg/apis/policy/validation/validation.go#ValidatePodDisruptionBudgetSpec
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    // Upstream prints a Go value.
    const both = new GoSyntax(JSON.stringify({ minAvailable, maxUnavailable }));
    allErrs.push(invalid(fldPath, both, 'minAvailable and maxUnavailable cannot be both set'));
  }
  if (minAvailable !== undefined) allErrs.push(...validateShare(minAvailable, fldPath.child('minAvailable')));
  if (maxUnavailable !== undefined)
    allErrs.push(...validateShare(maxUnavailable, fldPath.child('maxUnavailable')));
  return [...allErrs, ...validateLabelSelector(selector, fldPath.child('selector'))];
}

const percent = '[0-9]+%';

/** What is wrong with a number, or a share. */
// Part of: pkg/apis/policy/validation/validation.go#ValidatePodDisruptionBudgetSpec
function validateShare(value: IntOrString, fldPath: Path): ErrorList {
  // Mirrors: pkg/apis/apps/validation/validation.go#ValidatePositiveIntOrPercent
  if (typeof value === 'number') return validateNonnegativeField(value, fldPath);
  if (typeof value !== 'string' || !new RegExp(`^${percent}$`).test(value)) {
    const form = "a valid percent string must be a numeric string followed by an ending '%'";
    return [invalid(fldPath, value, regexError(form, percent, '1%', '93%'))];
  }
  // Mirrors: pkg/apis/apps/validation/validation.go#IsNotMoreThan100Percent
  if (Number(value.slice(0, -1)) <= 100) return [];
  return [invalid(fldPath, value, 'must not be greater than 100%')];
}
