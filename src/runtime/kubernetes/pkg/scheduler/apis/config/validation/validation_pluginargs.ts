import type { NodeSelector, NodeSelectorTerm, TopologySpreadConstraint } from 'kubernetes-types/core/v1';
import { quote } from '../../../../../../go/strconv.ts';
import { validateLabelName } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import {
  duplicate,
  type ErrorList,
  type FieldError,
  forbidden,
  GoSyntax,
  invalid,
  notSupported,
  required,
  toAggregate,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  newNodeSelector,
  newPreferredSchedulingTerms,
} from '../../../../../staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.ts';
import { maxCustomPriorityScore } from '../types.ts';
import type {
  DefaultPreemptionArgs,
  InterPodAffinityArgs,
  NodeAffinityArgs,
  NodeLabelArgs,
  NodeResourcesLeastAllocatedArgs,
  NodeResourcesMostAllocatedArgs,
  PodTopologySpreadArgs,
  RequestedToCapacityRatioArgs,
  ResourceSpec,
  UtilizationShapePoint,
} from '../types_pluginargs.ts';

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidateDefaultPreemptionArgs
export function validateDefaultPreemptionArgs(args: DefaultPreemptionArgs): Error | undefined {
  const { minCandidateNodesPercentage: percentage, minCandidateNodesAbsolute: absolute } = args;
  if (percentage < 0 || percentage > 100)
    return new Error('minCandidateNodesPercentage is not in the range [0, 100]');
  if (absolute < 0) return new Error('minCandidateNodesAbsolute is not in the range [0, inf)');
  if (percentage === 0 && absolute === 0)
    return new Error('both minCandidateNodesPercentage and minCandidateNodesAbsolute cannot be zero');
  return undefined;
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidateInterPodAffinityArgs
export function validateInterPodAffinityArgs(args: InterPodAffinityArgs): Error | undefined {
  return validateHardPodAffinityWeight(newPath('hardPodAffinityWeight'), args.hardPodAffinityWeight);
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidateHardPodAffinityWeight
export function validateHardPodAffinityWeight(path: Path, w: number): Error | undefined {
  return w < 0 || w > 100 ? invalid(path, w, 'not in valid range [0-100]') : undefined;
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidateNodeLabelArgs
export function validateNodeLabelArgs(args: NodeLabelArgs): Error | undefined {
  return (
    validateNoConflict(args.presentLabels, args.absentLabels) ??
    validateNoConflict(args.presentLabelsPreference, args.absentLabelsPreference)
  );
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#validateNoConflict
function validateNoConflict(
  presentLabels: readonly string[] = [],
  absentLabels: readonly string[] = [],
): Error | undefined {
  const present = new Set(presentLabels);
  const both = absentLabels.find((label) => present.has(label));
  if (both === undefined) return undefined;
  const lists = `present([${presentLabels.join(' ')}]) and absent([${absentLabels.join(' ')}]) label list`;
  return new Error(`detecting at least one label (e.g., ${quote(both)}) that exist in both the ${lists}`);
}

/** The constraints must hold for pods too, but for their selector, which each pod gets by what it belongs to. */
// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidatePodTopologySpreadArgs
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

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidateRequestedToCapacityRatioArgs
export function validateRequestedToCapacityRatioArgs(args: RequestedToCapacityRatioArgs): Error | undefined {
  return validateFunctionShape(args.shape ?? []) ?? validateResourcesNoMax(args.resources ?? []);
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#validateFunctionShape
function validateFunctionShape(shape: readonly UtilizationShapePoint[]): Error | undefined {
  if (shape.length === 0) return new Error('at least one point must be specified');
  for (const [i, { utilization }] of shape.entries()) {
    const before = shape[i - 1];
    if (!before || before.utilization < utilization) continue;
    const order = `Utilization[${i - 1}]==${before.utilization} >= Utilization[${i}]==${utilization}`;
    return new Error(`utilization values must be sorted. ${order}`);
  }
  const wrong = (what: string, than: string, at: string): Error =>
    new Error(`${what} values must not be ${than}. ${at}`);
  for (const [i, { utilization, score }] of shape.entries()) {
    const at = `Utilization[${i}]==${utilization}`;
    if (utilization < 0) return wrong('utilization', 'less than 0', at);
    if (utilization > 100) return wrong('utilization', 'greater than 100', at);
    if (score < 0) return wrong('score', 'less than 0', `Score[${i}]==${score}`);
    if (score > maxCustomPriorityScore)
      return wrong('score', `greater than ${maxCustomPriorityScore}`, `Score[${i}]==${score}`);
  }
  return undefined;
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#validateResourcesNoMax
function validateResourcesNoMax(resources: readonly ResourceSpec[]): Error | undefined {
  const r = resources.find(({ weight }) => weight < 1);
  return r && new Error(`resource ${r.name} weight ${r.weight} must not be less than 1`);
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidateNodeResourcesLeastAllocatedArgs
export function validateNodeResourcesLeastAllocatedArgs(
  args: NodeResourcesLeastAllocatedArgs,
): Error | undefined {
  return validateResources(args.resources);
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidateNodeResourcesMostAllocatedArgs
export function validateNodeResourcesMostAllocatedArgs(
  args: NodeResourcesMostAllocatedArgs,
): Error | undefined {
  return validateResources(args.resources);
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#validateResources
function validateResources(resources: readonly ResourceSpec[]): Error | undefined {
  for (const { name, weight } of resources) {
    if (weight <= 0) return new Error(`resource Weight of ${name} should be a positive value, got ${weight}`);
    if (weight > 100) return new Error(`resource Weight of ${name} should be less than 100, got ${weight}`);
  }
  return undefined;
}

// Mirrors: pkg/scheduler/apis/config/validation/validation_pluginargs.go#ValidateNodeAffinityArgs
export function validateNodeAffinityArgs({ addedAffinity }: NodeAffinityArgs): Error | undefined {
  if (!addedAffinity) return undefined;
  const f = newPath('addedAffinity');
  const allErrs: ErrorList = [];
  const ns = addedAffinity.requiredDuringSchedulingIgnoredDuringExecution;
  const [, err] = ns ? newNodeSelector(ns) : [];
  if (ns && err) {
    const path = f.child('requiredDuringSchedulingIgnoredDuringExecution');
    allErrs.push(invalid(path, new GoSyntax(goNodeSelector(ns)), err.message));
  }
  const terms = addedAffinity.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const [, wrong] = newPreferredSchedulingTerms(terms);
  if (wrong) {
    const path = f.child('preferredDuringSchedulingIgnoredDuringExecution');
    const printed = terms.map(
      ({ weight, preference }) =>
        `v1.PreferredSchedulingTerm{Weight:${weight}, Preference:${goTerm(preference)}}`,
    );
    const list = new GoSyntax(`[]v1.PreferredSchedulingTerm{${printed.join(', ')}}`);
    allErrs.push(invalid(path, list, wrong.message));
  }
  return toAggregate(allErrs);
}

/** How Go's `%#v` prints a node selector. */
function goNodeSelector({ nodeSelectorTerms }: NodeSelector): string {
  return `v1.NodeSelector{NodeSelectorTerms:${goList('v1.NodeSelectorTerm', nodeSelectorTerms, goTerm)}}`;
}

function goTerm({ matchExpressions, matchFields }: NodeSelectorTerm): string {
  const requirements = (list: NodeSelectorTerm['matchFields']): string =>
    goList('v1.NodeSelectorRequirement', list, ({ key, operator, values }) => {
      const printed = goList('string', values, quote);
      return `v1.NodeSelectorRequirement{Key:${quote(key)}, Operator:${quote(operator)}, Values:${printed}}`;
    });
  const expressions = requirements(matchExpressions);
  return `v1.NodeSelectorTerm{MatchExpressions:${expressions}, MatchFields:${requirements(matchFields)}}`;
}

function goList<T>(type: string, list: readonly T[] | undefined, print: (item: T) => string): string {
  return list === undefined ? `[]${type}(nil)` : `[]${type}{${list.map(print).join(', ')}}`;
}
