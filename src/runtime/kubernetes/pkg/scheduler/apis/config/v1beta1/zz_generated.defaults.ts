import {
  type Gate,
  asTheyAre,
  setDefaultsDefaultPreemptionArgs,
  setDefaultsInterPodAffinityArgs,
  setDefaultsPodTopologySpreadArgs,
  setDefaultsResources,
  setDefaultsVolumeBindingArgs,
  shippedGate,
} from './defaults.ts';

/**
 * How the arguments that a profile gives are completed, by the name of the plugin: all plugins of the scheduler that take
 * any.
 */
// Mirrors: pkg/scheduler/apis/config/v1beta1/zz_generated.defaults.go#RegisterDefaults
const pluginArgsDefaults: Readonly<Record<string, (obj: object, gate: Gate) => object>> = {
  DefaultPreemption: setDefaultsDefaultPreemptionArgs,
  InterPodAffinity: setDefaultsInterPodAffinityArgs,
  NodeAffinity: asTheyAre,
  NodeLabel: asTheyAre,
  NodeResourcesFit: asTheyAre,
  NodeResourcesLeastAllocated: setDefaultsResources,
  NodeResourcesMostAllocated: setDefaultsResources,
  PodTopologySpread: setDefaultsPodTopologySpreadArgs,
  RequestedToCapacityRatio: setDefaultsResources,
  ServiceAffinity: asTheyAre,
  VolumeBinding: setDefaultsVolumeBindingArgs,
};

/** The arguments completed; undefined for a plugin that takes none, or that is not one of the scheduler's own. */
// Part of: pkg/scheduler/apis/config/v1beta1/zz_generated.defaults.go#RegisterDefaults
export function pluginArgsWithDefaults(
  name: string,
  given: object = {},
  gate: Gate = shippedGate,
): object | undefined {
  return Object.hasOwn(pluginArgsDefaults, name) ? pluginArgsDefaults[name]?.(given, gate) : undefined;
}
