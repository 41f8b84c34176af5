import type { ReplicaSetSpec } from 'kubernetes-types/apps/v1';
import type { PodTemplateSpec } from 'kubernetes-types/core/v1';
import type { LabelSelector } from 'kubernetes-types/meta/v1';
import { quote } from '../../../../../go/strconv.ts';
import {
  nameIsDNSSubdomain,
  validateNonnegativeField,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateImmutableField,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { labelSelectorAsSelector } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { validateLabelSelector } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import type { Selector } from '../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { ReplicaSet } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  GoSyntax,
  forbidden,
  goStringMap,
  goStringSlice,
  invalid,
  notSupported,
  required,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import type { IntOrString } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.ts';
import { regexError } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import {
  validatePodTemplateSpec,
  validateReplicationControllerStatus,
} from '../../core/validation/validation.ts';

/** How Go's `%#v` prints a LabelSelector. */
function goLabelSelector(selector: LabelSelector | undefined): GoSyntax {
  if (!selector) return new GoSyntax('null');
  const expressions = selector.matchExpressions?.map(({ key, operator, values }) => {
    // Over the wire they may be null, which is Go's empty string.
    const fields = [`Key:${quote(key ?? '')}`, `Operator:${quote(operator ?? '')}`];
    return `v1.LabelSelectorRequirement{${fields.join(', ')}, Values:${goStringSlice(values).text}}`;
  });
  const type = '[]v1.LabelSelectorRequirement';
  const list = expressions ? `${type}{${expressions.join(', ')}}` : `${type}(nil)`;
  const labels = goStringMap(selector.matchLabels).text;
  return new GoSyntax(`v1.LabelSelector{MatchLabels:${labels}, MatchExpressions:${list}}`);
}

/** What is wrong with a ReplicaSet. */
// Mirrors: pkg/apis/apps/validation/validation.go#ValidateReplicaSet
export function validateReplicaSet(rs: ReplicaSet): ErrorList {
  return [
    ...validateObjectMeta(rs.metadata, true, nameIsDNSSubdomain, newPath('metadata')),
    ...validateReplicaSetSpec(rs.spec, newPath('spec')),
  ];
}

/** What is wrong with a changed ReplicaSet: its selector is what it was made with. */
// Mirrors: pkg/apis/apps/validation/validation.go#ValidateReplicaSetUpdate
export function validateReplicaSetUpdate(rs: ReplicaSet, old: ReplicaSet): ErrorList {
  const path = newPath('spec', 'selector');
  return [
    ...validateReplicaSet(rs),
    ...validateObjectMetaUpdate(rs.metadata, old.metadata, newPath('metadata')),
    ...validateImmutableField(
      rs.spec?.selector,
      old.spec?.selector,
      path,
      goLabelSelector(rs.spec?.selector),
    ),
  ];
}

// Mirrors: pkg/apis/apps/validation/validation.go#ValidateReplicaSetStatusUpdate
export function validateReplicaSetStatusUpdate(rs: ReplicaSet, old: ReplicaSet): ErrorList {
  return [
    ...validateObjectMetaUpdate(rs.metadata, old.metadata, newPath('metadata')),
    ...validateReplicaSetStatus(rs.status, newPath('status')),
  ];
}

/** Upstream has the checks of ReplicationControllers once more, for this kind. */
// Mirrors: pkg/apis/apps/validation/validation.go#ValidateReplicaSetStatus
const validateReplicaSetStatus = validateReplicationControllerStatus;

// Mirrors: pkg/apis/apps/validation/validation.go#ValidateReplicaSetSpec
function validateReplicaSetSpec(spec: ReplicaSetSpec | undefined, fldPath: Path): ErrorList {
  const allErrs = [
    ...validateNonnegativeField(spec?.replicas, fldPath.child('replicas')),
    ...validateNonnegativeField(spec?.minReadySeconds, fldPath.child('minReadySeconds')),
  ];
  const path = fldPath.child('selector');
  if (!spec?.selector) {
    allErrs.push(required(path, ''));
  } else {
    allErrs.push(...validateLabelSelector(spec.selector, path));
    const { matchLabels = {}, matchExpressions = [] } = spec.selector;
    if (Object.keys(matchLabels).length + matchExpressions.length === 0) {
      allErrs.push(invalid(path, goLabelSelector(spec.selector), 'empty selector is invalid for deployment'));
    }
  }
  const [selector, err] = labelSelectorAsSelector(spec?.selector);
  if (err) return [...allErrs, invalid(path, goLabelSelector(spec?.selector), 'invalid label selector')];
  return [
    ...allErrs,
    ...validatePodTemplateSpecForReplicaSet(spec?.template, selector, fldPath.child('template')),
  ];
}

/** What is wrong with a template, given the selector that its pods must match. */
// Mirrors: pkg/apis/apps/validation/validation.go#ValidatePodTemplateSpecForReplicaSet
function validatePodTemplateSpecForReplicaSet(
  template: PodTemplateSpec | undefined,
  selector: Selector,
  fldPath: Path,
): ErrorList {
  const allErrs: ErrorList = [];
  const labels = template?.metadata?.labels;
  if (!selector.empty() && !selector.matches(labels)) {
    const message = '`selector` does not match template `labels`';
    allErrs.push(invalid(fldPath.child('metadata', 'labels'), goStringMap(labels), message));
  }
  allErrs.push(...validatePodTemplateSpec(template, fldPath));
  const restartPolicy = template?.spec?.restartPolicy ?? '';
  if (restartPolicy !== 'Always') {
    allErrs.push(notSupported(fldPath.child('spec', 'restartPolicy'), restartPolicy, ['Always']));
  }
  if (template?.spec?.activeDeadlineSeconds !== undefined) {
    const message = 'activeDeadlineSeconds in ReplicaSet is not Supported';
    allErrs.push(forbidden(fldPath.child('spec', 'activeDeadlineSeconds'), message));
  }
  return allErrs;
}

const percent = '[0-9]+%';
const percentRegexp = new RegExp(`^${percent}$`);

/** What is wrong with a number, or a share in percent. */
// Mirrors: pkg/apis/apps/validation/validation.go#ValidatePositiveIntOrPercent
export function validatePositiveIntOrPercent(value: IntOrString, fldPath: Path): ErrorList {
  if (typeof value === 'number') return validateNonnegativeField(value, fldPath);
  if (typeof value === 'string' && percentRegexp.test(value)) return [];
  const form = "a valid percent string must be a numeric string followed by an ending '%'";
  return [invalid(fldPath, value, regexError(form, percent, '1%', '93%'))];
}

// Mirrors: pkg/apis/apps/validation/validation.go#IsNotMoreThan100Percent
export function isNotMoreThan100Percent(value: IntOrString, fldPath: Path): ErrorList {
  if (typeof value !== 'string' || !percentRegexp.test(value) || Number(value.slice(0, -1)) <= 100) return [];
  return [invalid(fldPath, value, 'must not be greater than 100%')];
}
