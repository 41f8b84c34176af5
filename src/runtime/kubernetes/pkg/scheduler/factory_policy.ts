import type { Result } from '../../../go/result.ts';
import type { KubeSchedulerProfile, PluginsConfig } from './apis/config/types.ts';
import type { Policy } from './apis/config/legacy_types.ts';
import { validatePolicy } from './apis/config/validation/validation.ts';
import { type Gate, shippedGate } from './apis/config/v1beta1/defaults.ts';
import { type Configurator, create } from './factory.ts';
import { name as defaultBinder } from './framework/plugins/defaultbinder/default_binder.ts';
import { name as defaultPreemption } from './framework/plugins/defaultpreemption/default_preemption.ts';
import {
  type ConfigProducerArgs,
  type Produced,
  appendPredicateConfigs,
  appendPriorityConfigs,
  defaultPredicates,
  defaultPriorities,
  equalPriority,
  processPredicatePolicy,
  processPriorityPolicy,
} from './framework/plugins/legacy_registry.ts';
import { name as prioritySort } from './framework/plugins/queuesort/priority_sort.ts';
import type { Scheduler } from './scheduler.ts';

/** Makes a scheduler whose profiles have the plugins that came in the place of what a policy names. */
// Mirrors: pkg/scheduler/factory.go#Configurator.createFromConfig
export function createFromConfig(c: Configurator, policy: Policy): Result<Scheduler> {
  const [produced, err] = profileOf(policy, c.featureGate);
  if (err) return [undefined, err];
  const profiles = c.profiles.map((prof) => ({ ...prof, ...produced }));
  const { extenders = [], alwaysCheckAllPredicates = c.alwaysCheckAllPredicates } = policy;
  return create({ ...c, profiles, extenders, alwaysCheckAllPredicates });
}

/** The plugins of a policy, and their arguments. */
// Part of: pkg/scheduler/factory.go#Configurator.createFromConfig
export function profileOf(
  policy: Policy,
  gate: Gate = shippedGate,
): Result<Pick<KubeSchedulerProfile, 'plugins' | 'pluginConfig'>> {
  const wrong = validatePolicy(policy);
  if (wrong) return [undefined, wrong];
  const args: ConfigProducerArgs = {};
  const [predicateKeys, noPredicate] = predicateKeysOf(policy, args);
  if (noPredicate) return [undefined, noPredicate];
  const [priorityKeys, noPriority] = priorityKeysOf(policy, args, gate);
  if (noPriority) return [undefined, noPriority];
  const { hardPodAffinitySymmetricWeight: hardPodAffinityWeight = 0 } = policy;
  if (hardPodAffinityWeight !== 0) args.interPodAffinityArgs = { hardPodAffinityWeight };

  // What was neither a predicate nor a priority before.
  const produced: Produced = {
    plugins: {
      queueSort: { enabled: [{ name: prioritySort }] },
      postFilter: { enabled: [{ name: defaultPreemption }] },
      bind: { enabled: [{ name: defaultBinder }] },
    },
    pluginConfig: [],
  };
  const err =
    appendPredicateConfigs(predicateKeys, args, produced) ??
    appendPriorityConfigs(priorityKeys, args, produced, gate);
  if (err) return [undefined, err];
  return [{ plugins: produced.plugins as PluginsConfig, pluginConfig: produced.pluginConfig }, undefined];
}

function predicateKeysOf({ predicates }: Policy, args: ConfigProducerArgs): Result<ReadonlySet<string>> {
  if (!predicates) return [new Set(defaultPredicates), undefined];
  const keys = new Set<string>();
  for (const predicate of predicates) {
    const [key, err] = processPredicatePolicy(predicate, args);
    if (err) return [undefined, err];
    keys.add(key);
  }
  return [keys, undefined];
}

function priorityKeysOf(
  { priorities }: Policy,
  args: ConfigProducerArgs,
  gate: Gate,
): Result<ReadonlyMap<string, number>> {
  if (!priorities) return [defaultPriorities, undefined];
  const keys = new Map<string, number>();
  for (const priority of priorities) {
    if (priority.name === equalPriority) continue;
    const [key, err] = processPriorityPolicy(priority, args, gate);
    if (err) return [undefined, err];
    keys.set(key, priority.weight ?? 0);
  }
  return [keys, undefined];
}
