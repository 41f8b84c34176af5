import { describe, expect, test } from 'vitest';
import {
  defaultConfig,
  listAlgorithmProviders,
  newRegistry,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';

const scoresOf = (registry: ReturnType<typeof newRegistry>, provider: string) =>
  (registry[provider]?.score?.enabled ?? []).map(({ name, weight }) => `${name} ${weight}`);

// Upstream's TestClusterAutoscalerProvider, TestApplyFeatureGates and TestDefaultConfigExists.
describe('providers', () => {
  test('their names', () => {
    expect(listAlgorithmProviders()).toBe('ClusterAutoscalerProvider | DefaultProvider');
    expect(Object.keys(newRegistry())).toEqual(['DefaultProvider', 'ClusterAutoscalerProvider']);
  });

  test('as v1.20.2 ships them', () => {
    expect(newRegistry().DefaultProvider).toBe(defaultConfig);
    expect(scoresOf(newRegistry(), 'ClusterAutoscalerProvider')).toEqual([
      'NodeResourcesBalancedAllocation 1',
      'ImageLocality 1',
      'InterPodAffinity 1',
      'NodeResourcesMostAllocated 1',
      'NodeAffinity 1',
      'NodePreferAvoidPods 10000',
      'PodTopologySpread 2',
      'TaintToleration 1',
    ]);
  });

  test('without the feature DefaultPodTopologySpread', () => {
    const registry = newRegistry({ enabled: (feature) => feature !== 'DefaultPodTopologySpread' });
    for (const provider of ['DefaultProvider', 'ClusterAutoscalerProvider']) {
      expect(scoresOf(registry, provider).at(-1)).toBe('SelectorSpread 1');
      expect(registry[provider]?.preScore?.enabled.at(-1)).toEqual({ name: 'SelectorSpread' });
      expect(registry[provider]?.filter?.enabled).toEqual(defaultConfig.filter?.enabled);
    }
  });
});
