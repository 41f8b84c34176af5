import { quote } from '../../../../../../go/strconv.ts';
import { newAggregate } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import {
  type ErrorList,
  type FieldError,
  GoSyntax,
  duplicate,
  invalid,
  required,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  isQualifiedName,
  isValidSocketAddr,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import {
  validateClientConnectionConfiguration,
  validateLeaderElectionConfiguration,
} from '../../../../../staging/src/k8s.io/component-base/config/validation/validation.ts';
import { isExtendedResourceName } from '../../../../apis/core/v1/helper/helpers.ts';
import type { Policy, PriorityPolicy } from '../legacy_types.ts';
import {
  type ExtenderConfig,
  type KubeSchedulerConfiguration,
  type KubeSchedulerProfile,
  type PluginRef,
  type PluginSet,
  maxWeight,
} from '../types.ts';

// Mirrors: pkg/scheduler/apis/config/validation/validation.go#ValidateKubeSchedulerConfiguration
export function validateKubeSchedulerConfiguration(cc: KubeSchedulerConfiguration): ErrorList {
  const allErrs: ErrorList = [
    ...validateClientConnectionConfiguration(cc.clientConnection, newPath('clientConnection')),
    ...validateLeaderElectionConfiguration(cc.leaderElection, newPath('leaderElection')),
  ];
  const wrong = (field: string, value: number, detail: string): void => {
    allErrs.push(invalid(newPath(field), value, detail));
  };
  if (cc.parallelism <= 0)
    wrong('parallelism', cc.parallelism, 'should be an integer value greater than zero');
  allErrs.push(...validateProfiles(newPath('profiles'), cc.profiles));
  for (const field of ['healthzBindAddress', 'metricsBindAddress'] as const)
    for (const message of isValidSocketAddr(cc[field]))
      allErrs.push(invalid(newPath(field), cc[field], message));
  if (cc.percentageOfNodesToScore < 0 || cc.percentageOfNodesToScore > 100)
    wrong('percentageOfNodesToScore', cc.percentageOfNodesToScore, 'not in valid range [0-100]');
  if (cc.podInitialBackoffSeconds <= 0)
    wrong('podInitialBackoffSeconds', cc.podInitialBackoffSeconds, 'must be greater than 0');
  if (cc.podMaxBackoffSeconds < cc.podInitialBackoffSeconds) {
    const detail = 'must be greater than or equal to PodInitialBackoffSeconds';
    wrong('podMaxBackoffSeconds', cc.podMaxBackoffSeconds, detail);
  }
  return [...allErrs, ...validateExtenders(newPath('extenders'), cc.extenders)];
}

/**
 * Where a name is there twice, Kubernetes prints the path of the first as Go keeps it, with an address of memory in it;
 * here the path is printed as text.
 */
// Part of: pkg/scheduler/apis/config/validation/validation.go#ValidateKubeSchedulerConfiguration
function validateProfiles(path: Path, profiles: readonly KubeSchedulerProfile[]): ErrorList {
  if (profiles.length === 0) return [required(path, '')];
  const allErrs: ErrorList = [];
  const existingProfiles = new Map<string, number>();
  for (const [i, profile] of profiles.entries()) {
    const field = path.index(i).child('schedulerName');
    allErrs.push(...validateKubeSchedulerProfile(path.index(i), profile));
    const first = existingProfiles.get(profile.schedulerName);
    if (first !== undefined)
      allErrs.push(duplicate(field, path.index(first).child('schedulerName').toString()));
    existingProfiles.set(profile.schedulerName, i);
  }
  return [...allErrs, ...validateCommonQueueSort(path, profiles)];
}

// Mirrors: pkg/scheduler/apis/config/validation/validation.go#validateKubeSchedulerProfile
function validateKubeSchedulerProfile(path: Path, { schedulerName }: KubeSchedulerProfile): ErrorList {
  return schedulerName === '' ? [required(path.child('schedulerName'), '')] : [];
}

/** There is one queue for all profiles. */
// Mirrors: pkg/scheduler/apis/config/validation/validation.go#validateCommonQueueSort
function validateCommonQueueSort(path: Path, profiles: readonly KubeSchedulerProfile[]): ErrorList {
  const canon = goPluginSet(profiles[0]?.plugins?.queueSort);
  return profiles.slice(1).flatMap(({ plugins }, i): FieldError[] => {
    const curr = goPluginSet(plugins?.queueSort);
    if (curr === canon) return [];
    const field = path.index(i + 1).child('plugins', 'queueSort');
    return [invalid(field, new GoSyntax(curr), 'has to match for all profiles')];
  });
}

/** How Go's `%#v` prints the plugins of an extension point. */
function goPluginSet(set: PluginSet | undefined): string {
  if (!set) return 'null';
  const list = (refs: readonly PluginRef[] = []): string => {
    const printed = refs.map(
      ({ name, weight = 0 }) => `config.Plugin{Name:${quote(name)}, Weight:${weight}}`,
    );
    return refs.length === 0 ? '[]config.Plugin(nil)' : `[]config.Plugin{${printed.join(', ')}}`;
  };
  return `config.PluginSet{Enabled:${list(set.enabled)}, Disabled:${list(set.disabled)}}`;
}

/** All that is wrong at once. */
// Mirrors: pkg/scheduler/apis/config/validation/validation.go#ValidatePolicy
export function validatePolicy(policy: Policy): Error | undefined {
  const { priorities = [], extenders = [], hardPodAffinitySymmetricWeight: hard = 0 } = policy;
  const validationErrors: (Error | undefined)[] = [];
  const declared = new Map<string, PriorityPolicy>();
  for (const priority of priorities) {
    const { name, weight = 0 } = priority;
    if (weight <= 0 || weight >= maxWeight) {
      const what = `priority ${name} should have a positive weight applied to it or it has overflown`;
      validationErrors.push(new Error(what));
    }
    validationErrors.push(validateCustomPriorities(declared, priority));
  }
  validationErrors.push(...validateExtenders(newPath('extenders'), extenders));
  if (hard < 0 || hard > 100)
    validationErrors.push(
      invalid(newPath('hardPodAffinitySymmetricWeight'), hard, 'not in valid range [0-100]'),
    );
  return newAggregate(validationErrors);
}

// Mirrors: pkg/scheduler/apis/config/validation/validation.go#validateExtenders
function validateExtenders(fldPath: Path, extenders: readonly ExtenderConfig[]): ErrorList {
  const allErrs: ErrorList = [];
  const extenderManagedResources = new Set<string>();
  let binders = 0;
  for (const [i, { prioritizeVerb, weight = 0, bindVerb, managedResources = [] }] of extenders.entries()) {
    const path = fldPath.index(i);
    if (prioritizeVerb && weight <= 0)
      allErrs.push(invalid(path.child('weight'), weight, 'must have a positive weight applied to it'));
    if (bindVerb) binders++;
    for (const [j, { name }] of managedResources.entries()) {
      const field = path.child('managedResources').index(j).child('name');
      for (const message of validateExtendedResourceName(name)) allErrs.push(invalid(field, name, message));
      if (extenderManagedResources.has(name))
        allErrs.push(invalid(field, name, 'duplicate extender managed resource name'));
      extenderManagedResources.add(name);
    }
  }
  if (binders > 1) {
    const found = `found ${binders} extenders implementing bind`;
    allErrs.push(invalid(fldPath, found, 'only one extender can implement bind'));
  }
  return allErrs;
}

/**
 * Priorities of one's own of the same kind become one plugin: so there is one of RequestedToCapacityRatio, and the others
 * of a kind have the same weight.
 */
// Mirrors: pkg/scheduler/apis/config/validation/validation.go#validateCustomPriorities
function validateCustomPriorities(
  priorities: Map<string, PriorityPolicy>,
  priority: PriorityPolicy,
): Error | undefined {
  const { name, argument } = priority;
  if (!argument) return undefined;
  if (argument.labelPreference || argument.serviceAntiAffinity) {
    const type = argument.labelPreference ? 'LabelPreference' : 'ServiceAntiAffinity';
    const existing = priorities.get(type);
    if (existing && existing.weight !== priority.weight)
      return new Error(
        `${type}  priority ${quote(name)} has a different weight with ${quote(existing.name)}`,
      );
    priorities.set(type, priority);
    return undefined;
  }
  if (!argument.requestedToCapacityRatioArguments)
    return new Error(`no priority arguments set for priority ${name}`);
  const type = 'RequestedToCapacityRatio';
  const existing = priorities.get(type);
  if (existing) {
    const redeclared = `priority ${quote(name)} redeclares custom priority ${quote(type)}`;
    return new Error(`${redeclared}, from: ${quote(existing.name)}`);
  }
  priorities.set(type, priority);
  return undefined;
}

// Mirrors: pkg/scheduler/apis/config/validation/validation.go#validateExtendedResourceName
function validateExtendedResourceName(name: string): string[] {
  const wrong = isQualifiedName(name);
  if (wrong.length > 0 || isExtendedResourceName(name)) return wrong;
  return [`${name} is an invalid extended resource name`];
}
