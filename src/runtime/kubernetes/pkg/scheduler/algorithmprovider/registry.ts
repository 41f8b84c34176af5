import {
  type PluginRef,
  type PluginSet,
  type PluginsConfig,
  appendPlugins,
  schedulerDefaultProviderName,
} from '../apis/config/types.ts';
import { type Gate, shippedGate } from '../apis/config/v1beta1/defaults.ts';

// Mirrors: pkg/scheduler/algorithmprovider/registry.go#ClusterAutoscalerProvider
export const clusterAutoscalerProvider = 'ClusterAutoscalerProvider';

const set = (...enabled: readonly (string | PluginRef)[]): PluginSet => ({
  enabled: enabled.map((plugin) => (typeof plugin === 'string' ? { name: plugin } : plugin)),
});

/**
 * The plugins of a profile that says nothing of them. Default spreading is done by PodTopologySpread, because the
 * feature DefaultPodTopologySpread is on in v1.20.
 */
// Mirrors: pkg/scheduler/algorithmprovider/registry.go#getDefaultConfig
export const defaultConfig: PluginsConfig = {
  queueSort: set('PrioritySort'),
  preFilter: set('NodeResourcesFit', 'NodePorts', 'PodTopologySpread', 'InterPodAffinity', 'VolumeBinding'),
  filter: set(
    'NodeUnschedulable',
    'NodeName',
    'TaintToleration',
    'NodeAffinity',
    'NodePorts',
    'NodeResourcesFit',
    'VolumeRestrictions',
    'EBSLimits',
    'GCEPDLimits',
    'NodeVolumeLimits',
    'AzureDiskLimits',
    'VolumeBinding',
    'VolumeZone',
    'PodTopologySpread',
    'InterPodAffinity',
  ),
  postFilter: set('DefaultPreemption'),
  preScore: set('InterPodAffinity', 'PodTopologySpread', 'TaintToleration'),
  score: set(
    { name: 'NodeResourcesBalancedAllocation', weight: 1 },
    { name: 'ImageLocality', weight: 1 },
    { name: 'InterPodAffinity', weight: 1 },
    { name: 'NodeResourcesLeastAllocated', weight: 1 },
    { name: 'NodeAffinity', weight: 1 },
    { name: 'NodePreferAvoidPods', weight: 10_000 },
    // Doubled, because it is what a user asked for, and to count as much as NodeResourcesLeastAllocated.
    { name: 'PodTopologySpread', weight: 2 },
    { name: 'TaintToleration', weight: 1 },
  ),
  reserve: set('VolumeBinding'),
  preBind: set('VolumeBinding'),
  bind: set('DefaultBinder'),
};

/** As the default, but nodes that are full already are taken first, so that others can be switched off. */
// Mirrors: pkg/scheduler/algorithmprovider/registry.go#getClusterAutoscalerConfig
export const clusterAutoscalerConfig: PluginsConfig = {
  ...defaultConfig,
  score: {
    enabled: (defaultConfig.score?.enabled ?? []).map(({ name, ...rest }) => ({
      name: name === 'NodeResourcesLeastAllocated' ? 'NodeResourcesMostAllocated' : name,
      ...rest,
    })),
  },
};

/** The plugins of each provider by its name, for a program with these switches. */
// Mirrors: pkg/scheduler/algorithmprovider/registry.go#NewRegistry
export function newRegistry(gate: Gate = shippedGate): Readonly<Record<string, PluginsConfig>> {
  return {
    [schedulerDefaultProviderName]: applyFeatureGates(defaultConfig, gate),
    [clusterAutoscalerProvider]: applyFeatureGates(clusterAutoscalerConfig, gate),
  };
}

// Mirrors: pkg/scheduler/algorithmprovider/registry.go#ListAlgorithmProviders
export function listAlgorithmProviders(): string {
  return `${clusterAutoscalerProvider} | ${schedulerDefaultProviderName}`;
}

/** While the feature DefaultPodTopologySpread is on, PodTopologySpread does what SelectorSpread did before. */
// Mirrors: pkg/scheduler/algorithmprovider/registry.go#applyFeatureGates
function applyFeatureGates(config: PluginsConfig, gate: Gate): PluginsConfig {
  if (gate.enabled('DefaultPodTopologySpread')) return config;
  return appendPlugins(config, {
    preScore: set('SelectorSpread'),
    score: set({ name: 'SelectorSpread', weight: 1 }),
  });
}
