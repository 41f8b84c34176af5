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
import { isNotMoreThan100Percent, validatePositiveIntOrPercent } from '../../apps/validation/validation.ts';

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

// Part of: pkg/apis/policy/validation/validation.go#ValidatePodDisruptionBudgetSpec
const validateShare = (value: IntOrString, fldPath: Path): ErrorList => [
  ...validatePositiveIntOrPercent(value, fldPath),
  ...isNotMoreThan100Percent(value, fldPath),
];
