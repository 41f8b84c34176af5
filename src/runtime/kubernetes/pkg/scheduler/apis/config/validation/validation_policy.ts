import { newAggregate } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import { invalid } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { quote } from '../../../../../../go/strconv.ts';
import type { Policy, PriorityPolicy } from '../legacy_types.ts';
import { validateExtenders } from './validation.ts';

/**
 * A weight has to be less.
 *
 * Mirrors: pkg/scheduler/apis/config/types.go#MaxWeight
 */
export const maxWeight = Math.floor(2 ** 63 / 10);

/**
 * All that is wrong at once.
 *
 * Mirrors: pkg/scheduler/apis/config/validation/validation.go#ValidatePolicy
 */
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

/**
 * Priorities of one's own of the same kind become one plugin: so there is one of RequestedToCapacityRatio, and the others
 * of a kind have the same weight.
 *
 * Mirrors: pkg/scheduler/apis/config/validation/validation.go#validateCustomPriorities
 */
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
