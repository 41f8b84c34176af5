import { maxNodeScore } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import {
  ResourceAllocationScorer,
  type ResourceToValueMap,
  defaultRequestedRatioResources,
} from './resource_allocation.ts';

// Mirrors: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go#BalancedAllocationName
export const balancedAllocationName = 'NodeResourcesBalancedAllocation';

/** Favors nodes of whose processor and memory the same share would be requested. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go#NewBalancedAllocation
export const newBalancedAllocation: PluginFactory = (_args, handle) => {
  const weights = defaultRequestedRatioResources;
  const plugin = new ResourceAllocationScorer(
    balancedAllocationName,
    handle,
    balancedResourceScorer,
    weights,
  );
  return [plugin, undefined];
};

/** 100 less the difference of the two shares, in hundredths; 0 where one of them is full. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go#balancedResourceScorer
function balancedResourceScorer(requested: ResourceToValueMap, allocable: ResourceToValueMap): number {
  const cpuFraction = fractionOfCapacity(requested.get('cpu'), allocable.get('cpu'));
  const memoryFraction = fractionOfCapacity(requested.get('memory'), allocable.get('memory'));
  if (cpuFraction >= 1 || memoryFraction >= 1) return 0;
  const diff = Math.abs(cpuFraction - memoryFraction);
  return Math.trunc((1 - diff) * maxNodeScore);
}

// Mirrors: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go#fractionOfCapacity
function fractionOfCapacity(requested: number, capacity: number): number {
  return capacity === 0 ? 1 : requested / capacity;
}
