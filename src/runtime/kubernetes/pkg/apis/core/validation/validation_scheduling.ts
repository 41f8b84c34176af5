import type {
  Affinity,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinityTerm,
  Taint,
  Toleration,
  TopologySpreadConstraint,
} from 'kubernetes-types/core/v1';
import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateLabelName,
  validateLabelSelector,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import {
  type ErrorList,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import type { Path } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  isDNS1123Label,
  isValidLabelValue,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';

// Mirrors: pkg/apis/core/validation/validation.go#ValidateTolerations
export function validateTolerations(tolerations: readonly Toleration[], fldPath: Path): ErrorList {
  return tolerations.flatMap((toleration, i) => {
    const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration;
    const idxPath = fldPath.index(i);
    const allErrors: ErrorList = key === '' ? [] : validateLabelName(key, idxPath.child('key'));
    if (key === '' && operator !== 'Exists') {
      const must = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      allErrors.push(invalid(idxPath.child('operator'), operator, must));
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const must = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      allErrors.push(invalid(idxPath.child('effect'), effect, must));
    }
    if (operator === '' || operator === 'Equal') {
      const errs = isValidLabelValue(value);
      if (errs.length > 0) allErrors.push(invalid(idxPath.child('operator'), value, errs.join(';')));
    } else if (operator !== 'Exists') {
      allErrors.push(notSupported(idxPath.child('operator'), operator, ['Equal', 'Exists']));
    } else if (value !== '') {
      // Upstream shows the whole toleration.
      allErrors.push(
        invalid(idxPath.child('operator'), value, "value must be empty when `operator` is 'Exists'"),
      );
    }
    if (effect !== '') allErrors.push(...validateTaintEffect(effect, idxPath.child('effect')));
    return allErrors;
  });
}

// Mirrors: pkg/apis/core/validation/validation.go#validateTaintEffect
function validateTaintEffect(effect: string, fldPath: Path): ErrorList {
  if (effect === '') return [required(fldPath, '')];
  const validValues = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
  return validValues.includes(effect) ? [] : [notSupported(fldPath, effect, validValues)];
}

/** A node may have a taint of one key and effect only once. */
// Mirrors: pkg/apis/core/validation/validation.go#validateNodeTaints
export function validateNodeTaints(taints: readonly Taint[], fldPath: Path): ErrorList {
  const uniqueTaints = new Set<string>();
  return taints.flatMap(({ key = '', value = '', effect = '' }, i) => {
    const idxPath = fldPath.index(i);
    const allErrors = validateLabelName(key, idxPath.child('key'));
    const errs = isValidLabelValue(value);
    if (errs.length > 0) allErrors.push(invalid(idxPath.child('value'), value, errs.join(';')));
    allErrors.push(...validateTaintEffect(effect, idxPath.child('effect')));
    const unique = `${key}:${effect}`;
    if (uniqueTaints.has(unique)) allErrors.push(duplicate(idxPath, unique));
    uniqueTaints.add(unique);
    return allErrors;
  });
}

const mustBeWeight = 'must be in the range 1-100';
const isWeight = (weight: number): boolean => weight >= 1 && weight <= 100;

// Mirrors: pkg/apis/core/validation/validation.go#validateAffinity
export function validateAffinity(affinity: Affinity, fldPath: Path): ErrorList {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const allErrs: ErrorList = [];
  const { nodeAffinity } = affinity;
  // Mirrors: pkg/apis/core/validation/validation.go#validateNodeAffinity
  const selector = nodeAffinity?.[required];
  if (selector) {
    const path = fldPath.child('nodeAffinity').child(required);
    allErrs.push(...validateNodeSelector(selector.nodeSelectorTerms, path));
  }
  // Mirrors: pkg/apis/core/validation/validation.go#ValidatePreferredSchedulingTerms
  nodeAffinity?.[preferred]?.forEach(({ weight = 0, preference }, i) => {
    const path = fldPath.child('nodeAffinity').child(preferred).index(i);
    if (!isWeight(weight)) allErrs.push(invalid(path.child('weight'), weight, mustBeWeight));
    allErrs.push(...validateNodeSelectorTerm(preference ?? {}, path.child('preference')));
  });
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const path = fldPath.child(kind);
    affinity[kind]?.[required]?.forEach((term, i) =>
      allErrs.push(...validatePodAffinityTerm(term, path.child(required).index(i))),
    );
    // Mirrors: pkg/apis/core/validation/validation.go#validateWeightedPodAffinityTerms
    affinity[kind]?.[preferred]?.forEach(({ weight = 0, podAffinityTerm }, i) => {
      const idxPath = path.child(preferred).index(i);
      if (!isWeight(weight)) allErrs.push(invalid(idxPath.child('weight'), weight, mustBeWeight));
      allErrs.push(...validatePodAffinityTerm(podAffinityTerm ?? {}, idxPath.child('podAffinityTerm')));
    });
  }
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeSelector
function validateNodeSelector(terms: readonly NodeSelectorTerm[] | undefined, fldPath: Path): ErrorList {
  const termFldPath = fldPath.child('nodeSelectorTerms');
  if (!terms?.length) return [required(termFldPath, 'must have at least one node selector term')];
  return terms.flatMap((term, i) => validateNodeSelectorTerm(term, termFldPath.index(i)));
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeSelectorTerm
function validateNodeSelectorTerm(term: NodeSelectorTerm, fldPath: Path): ErrorList {
  const { matchExpressions = [], matchFields = [] } = term;
  return [
    ...matchExpressions.flatMap((req, j) =>
      validateNodeSelectorRequirement(req, fldPath.child('matchExpressions').index(j)),
    ),
    ...matchFields.flatMap((req, j) =>
      validateNodeFieldSelectorRequirement(req, fldPath.child('matchFields').index(j)),
    ),
  ];
}

const noOperator = 'not a valid selector operator';

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeSelectorRequirement
function validateNodeSelectorRequirement(rq: NodeSelectorRequirement, fldPath: Path): ErrorList {
  const { key = '', operator, values = [] } = rq;
  const path = fldPath.child('values');
  const allErrs: ErrorList = [];
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0)
      allErrs.push(required(path, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0)
      allErrs.push(forbidden(path, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  } else if (operator === 'Gt' || operator === 'Lt') {
    if (values.length !== 1)
      allErrs.push(required(path, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
  } else allErrs.push(invalid(fldPath.child('operator'), operator, noOperator));
  return [...allErrs, ...validateLabelName(key, fldPath.child('key'))];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeFieldSelectorRequirement
function validateNodeFieldSelectorRequirement(req: NodeSelectorRequirement, fldPath: Path): ErrorList {
  const { key, operator, values = [] } = req;
  const allErrs: ErrorList = [];
  const path = fldPath.child('values');
  if (operator !== 'In' && operator !== 'NotIn')
    allErrs.push(invalid(fldPath.child('operator'), operator, noOperator));
  else if (values.length !== 1) {
    const one = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    allErrs.push(required(path, one));
  }
  if (key !== 'metadata.name')
    return [...allErrs, invalid(fldPath.child('key'), key, 'not a valid field selector key')];
  values.forEach((v, i) =>
    allErrs.push(...nameIsDNSSubdomain(v, false).map((msg) => invalid(path.index(i), v, msg))),
  );
  return allErrs;
}

/** Any label may make the domains, but one has to be named. */
// Mirrors: pkg/apis/core/validation/validation.go#validatePodAffinityTerm
function validatePodAffinityTerm(term: Partial<PodAffinityTerm>, fldPath: Path): ErrorList {
  const { labelSelector, namespaces = [], topologyKey = '' } = term;
  const path = fldPath.child('topologyKey');
  return [
    ...validateLabelSelector(labelSelector, fldPath.child('matchExpressions')),
    ...namespaces.flatMap((name) =>
      isDNS1123Label(name).map((msg) => invalid(fldPath.child('namespace'), name, msg)),
    ),
    ...(topologyKey === '' ? [required(path, 'can not be empty')] : []),
    ...validateLabelName(topologyKey, path),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#validateTopologySpreadConstraints
export function validateTopologySpreadConstraints(
  constraints: readonly TopologySpreadConstraint[],
  fldPath: Path,
): ErrorList {
  return constraints.flatMap((constraint, i) => {
    const {
      maxSkew = 0,
      topologyKey = '',
      whenUnsatisfiable = '',
    } = constraint as Partial<typeof constraint>;
    const subFldPath = fldPath.index(i);
    const allErrs: ErrorList = [];
    if (maxSkew <= 0)
      allErrs.push(invalid(subFldPath.child('maxSkew'), maxSkew, 'must be greater than zero'));
    if (topologyKey === '') allErrs.push(required(subFldPath.child('topologyKey'), 'can not be empty'));
    if (!supportedScheduleActions.includes(whenUnsatisfiable))
      allErrs.push(
        notSupported(subFldPath.child('whenUnsatisfiable'), whenUnsatisfiable, supportedScheduleActions),
      );
    // One of both makes one kind of constraint, which a pod may have once. The first of two is the one that is told.
    if (repeats(constraint, constraints.slice(i + 1))) {
      const path = subFldPath.child('{topologyKey, whenUnsatisfiable}');
      allErrs.push(duplicate(path, `{${topologyKey}, ${whenUnsatisfiable}}`));
    }
    return allErrs;
  });
}

// Mirrors: pkg/apis/core/validation/validation.go#supportedScheduleActions
const supportedScheduleActions: readonly string[] = ['DoNotSchedule', 'ScheduleAnyway'];

// Mirrors: pkg/apis/core/validation/validation.go#ValidateSpreadConstraintNotRepeat
const repeats = (
  constraint: TopologySpreadConstraint,
  restingConstraints: readonly TopologySpreadConstraint[],
): boolean =>
  restingConstraints.some(
    ({ topologyKey, whenUnsatisfiable }) =>
      constraint.topologyKey === topologyKey && constraint.whenUnsatisfiable === whenUnsatisfiable,
  );
