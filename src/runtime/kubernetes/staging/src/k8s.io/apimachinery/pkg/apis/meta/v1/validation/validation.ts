import type { DeleteOptions, LabelSelector, LabelSelectorRequirement } from 'kubernetes-types/meta/v1';
import { isQualifiedName, isValidLabelValue } from '../../../../util/validation/validation.ts';
import {
  type ErrorList,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../util/validation/field/errors.ts';
import { type Path, newPath } from '../../../../util/validation/field/path.ts';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go#ValidateLabelSelector
export function validateLabelSelector(ps: LabelSelector | undefined, fldPath: Path): ErrorList {
  const expressions = ps?.matchExpressions ?? [];
  return [
    ...validateLabels(ps?.matchLabels, fldPath.child('matchLabels')),
    ...expressions.flatMap((expression, i) =>
      validateLabelSelectorRequirement(expression, fldPath.child('matchExpressions').index(i)),
    ),
  ];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go#ValidateLabelSelectorRequirement
export function validateLabelSelectorRequirement(sr: LabelSelectorRequirement, fldPath: Path): ErrorList {
  const allErrs: ErrorList = [];
  const count = sr.values?.length ?? 0;
  switch (sr.operator) {
    case 'In':
    case 'NotIn':
      if (count === 0) {
        allErrs.push(
          required(fldPath.child('values'), "must be specified when `operator` is 'In' or 'NotIn'"),
        );
      }
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (count > 0) {
        const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
        allErrs.push(forbidden(fldPath.child('values'), detail));
      }
      break;
    default:
      allErrs.push(invalid(fldPath.child('operator'), sr.operator ?? '', 'not a valid selector operator'));
  }
  return [...allErrs, ...validateLabelName(sr.key ?? '', fldPath.child('key'))];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go#ValidateLabelName
export function validateLabelName(labelName: string, fldPath: Path): ErrorList {
  return isQualifiedName(labelName).map((message) => invalid(fldPath, labelName, message));
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go#ValidateLabels
export function validateLabels(
  labels: Readonly<Record<string, string>> | undefined,
  fldPath: Path,
): ErrorList {
  const allErrs: ErrorList = [];
  for (const key in labels) {
    const value = String(labels[key]);
    allErrs.push(...validateLabelName(key, fldPath));
    allErrs.push(...isValidLabelValue(value).map((message) => invalid(fldPath, value, message)));
  }
  return allErrs;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go#ValidateDeleteOptions
export function validateDeleteOptions(options: DeleteOptions): ErrorList {
  const { orphanDependents, propagationPolicy: policy } = options;
  if (policy === undefined) return [];
  const allErrs: ErrorList = [];
  const fldPath = newPath('propagationPolicy');
  if (orphanDependents !== undefined) {
    allErrs.push(invalid(fldPath, policy, 'orphanDependents and deletionPropagation cannot be both set'));
  }
  const known = ['Foreground', 'Background', 'Orphan'];
  if (!known.includes(policy)) allErrs.push(notSupported(fldPath, policy, [...known, 'nil']));
  return allErrs;
}
