import { mulDiv } from '../../../../../../go/int64.ts';
import type { NodeResourcesMostAllocatedArgs } from '../../../apis/config/types_pluginargs.ts';
import { validateNodeResourcesMostAllocatedArgs } from '../../../apis/config/validation/validation_pluginargs.ts';
import { maxNodeScore } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import { ResourceAllocationScorer, type ResourceToWeightMap, type Scorer } from './resource_allocation.ts';

// Mirrors: pkg/scheduler/framework/plugins/noderesources/most_allocated.go#MostAllocatedName
export const mostAllocatedName = 'NodeResourcesMostAllocated';

/** Favors nodes of which more is requested, so that others stay empty. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/most_allocated.go#NewMostAllocated
export const newMostAllocated: PluginFactory = (plArgs, handle) => {
  const args = plArgs as NodeResourcesMostAllocatedArgs;
  const err = validateNodeResourcesMostAllocatedArgs(args);
  if (err) return [undefined, err];
  const weights = new Map(args.resources.map(({ name, weight }) => [name, weight]));
  const scorer = mostResourceScorer(weights);
  return [new ResourceAllocationScorer(mostAllocatedName, handle, scorer, weights), undefined];
};

// Mirrors: pkg/scheduler/framework/plugins/noderesources/most_allocated.go#mostResourceScorer
function mostResourceScorer(resToWeightMap: ResourceToWeightMap): Scorer {
  return (requested, allocable) => {
    let nodeScore = 0;
    let weightSum = 0;
    for (const [resource, weight] of resToWeightMap) {
      nodeScore += mostRequestedScore(requested.get(resource), allocable.get(resource)) * weight;
      weightSum += weight;
    }
    return Math.trunc(nodeScore / weightSum);
  };
}

/** From 0, nothing requested, to 100, nothing left. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/most_allocated.go#mostRequestedScore
function mostRequestedScore(requested: number, capacity: number): number {
  if (capacity === 0 || requested > capacity) return 0;
  return mulDiv(requested, maxNodeScore, capacity);
}
