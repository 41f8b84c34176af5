import { mulDiv } from '../../../../../../go/int64.ts';
import type { NodeResourcesLeastAllocatedArgs } from '../../../apis/config/types_pluginargs.ts';
import { validateNodeResourcesLeastAllocatedArgs } from '../../../apis/config/validation/validation_pluginargs.ts';
import { maxNodeScore } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import { ResourceAllocationScorer, type ResourceToWeightMap, type Scorer } from './resource_allocation.ts';

// Mirrors: pkg/scheduler/framework/plugins/noderesources/least_allocated.go#LeastAllocatedName
export const leastAllocatedName = 'NodeResourcesLeastAllocated';

/** Favors nodes of which less is requested: the mean of what would be left of each resource, in hundredths. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/least_allocated.go#NewLeastAllocated
export const newLeastAllocated: PluginFactory = (plArgs, handle) => {
  const args = plArgs as NodeResourcesLeastAllocatedArgs;
  const err = validateNodeResourcesLeastAllocatedArgs(args);
  if (err) return [undefined, err];
  const weights = new Map(args.resources.map(({ name, weight }) => [name, weight]));
  const scorer = leastResourceScorer(weights); // Go: none
  return [new ResourceAllocationScorer(leastAllocatedName, handle, scorer, weights), undefined];
};

// Mirrors: pkg/scheduler/framework/plugins/noderesources/least_allocated.go#leastResourceScorer
function leastResourceScorer(resToWeightMap: ResourceToWeightMap): Scorer {
  return (requested, allocable) => {
    let nodeScore = 0;
    let weightSum = 0;
    for (const [resource, weight] of resToWeightMap) {
      nodeScore += leastRequestedScore(requested.get(resource), allocable.get(resource)) * weight;
      weightSum += weight;
    }
    return Math.trunc(nodeScore / weightSum);
  };
}

/** From 0, nothing left, to 100, nothing requested. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/least_allocated.go#leastRequestedScore
function leastRequestedScore(requested: number, capacity: number): number {
  if (capacity === 0 || requested > capacity) return 0;
  return mulDiv(capacity - requested, maxNodeScore, capacity);
}
