import type { TopologySpreadConstraint } from 'kubernetes-types/core/v1';
import { validateLabelName } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import {
  type ErrorList,
  type FieldError,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  toAggregate,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import type { PodTopologySpreadArgs } from '../types_pluginargs.ts';

/**
 * The constraints must hold for pods too, but for their selector, which each pod gets by what it belongs to.
 *
 * Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidatePodTopologySpreadArgs
 */
export function validatePodTopologySpreadArgs({
  defaultingType,
  defaultConstraints = [],
}: PodTopologySpreadArgs): Error | undefined {
  const path = newPath('defaultConstraints');
  const wrongType = validateDefaultingType(newPath('defaultingType'), defaultingType, defaultConstraints);
  const allErrs: ErrorList = wrongType ? [wrongType] : [];
  for (const [i, c] of defaultConstraints.entries()) {
    const p = path.index(i);
    const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', labelSelector } = c;
    if (maxSkew <= 0) allErrs.push(invalid(p.child('maxSkew'), maxSkew, 'must be greater than zero'));
    allErrs.push(...validateTopologyKey(p.child('topologyKey'), topologyKey));
    allErrs.push(...validateWhenUnsatisfiable(p.child('whenUnsatisfiable'), whenUnsatisfiable));
    if (labelSelector) {
      const detail = 'constraint must not define a selector, as they deduced for each pod';
      allErrs.push(forbidden(p.child('labelSelector'), detail));
    }
    if (constraintRepeats(defaultConstraints.slice(0, i), c))
      allErrs.push(duplicate(p, `{${topologyKey}, ${whenUnsatisfiable}}`));
  }
  return toAggregate(allErrs);
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#validateDefaultingType
function validateDefaultingType(
  p: Path,
  v: string,
  constraints: readonly TopologySpreadConstraint[],
): FieldError | undefined {
  if (v !== 'System' && v !== 'List') return invalid(p, v, 'must be one of {"System", "List"}');
  if (v === 'System' && constraints.length > 0)
    return invalid(p, v, 'when .defaultConstraints are not empty');
  return undefined;
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#validateTopologyKey
function validateTopologyKey(p: Path, v: string): ErrorList {
  return v === '' ? [required(p, 'can not be empty')] : validateLabelName(v, p);
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#validateWhenUnsatisfiable
function validateWhenUnsatisfiable(p: Path, v: string): ErrorList {
  const supportedScheduleActions = ['DoNotSchedule', 'ScheduleAnyway'];
  if (v === '') return [required(p, 'can not be empty')];
  return supportedScheduleActions.includes(v) ? [] : [notSupported(p, v, supportedScheduleActions)];
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#validateConstraintNotRepeat
function constraintRepeats(
  before: readonly TopologySpreadConstraint[],
  c: TopologySpreadConstraint,
): boolean {
  return before.some(
    (other) => c.topologyKey === other.topologyKey && c.whenUnsatisfiable === other.whenUnsatisfiable,
  );
}
