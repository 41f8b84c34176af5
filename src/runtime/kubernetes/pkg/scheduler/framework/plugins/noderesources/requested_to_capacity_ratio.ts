import { mulDiv } from '../../../../../../go/int64.ts';
import { maxCustomPriorityScore } from '../../../apis/config/types.ts';
import type { RequestedToCapacityRatioArgs } from '../../../apis/config/types_pluginargs.ts';
import { validateRequestedToCapacityRatioArgs } from '../../../apis/config/validation/validation_pluginargs.ts';
import { maxNodeScore } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import { ResourceAllocationScorer, type ResourceToWeightMap, type Scorer } from './resource_allocation.ts';

// Mirrors: pkg/scheduler/framework/plugins/noderesources/requested_to_capacity_ratio.go#RequestedToCapacityRatioName
export const requestedToCapacityRatioName = 'RequestedToCapacityRatio';

// Mirrors: pkg/scheduler/framework/plugins/noderesources/requested_to_capacity_ratio.go#maxUtilization
const maxUtilization = 100;

/** A point at which two straight lines meet. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/requested_to_capacity_ratio.go#functionShapePoint
export interface FunctionShapePoint {
  readonly utilization: number;
  readonly score: number;
}

/**
 * Scores nodes by how much of their resources would be requested, along a line that the profile draws: so pods can be
 * packed as well as spread.
 */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/requested_to_capacity_ratio.go#NewRequestedToCapacityRatio
export const newRequestedToCapacityRatio: PluginFactory = (plArgs, handle) => {
  const args = plArgs as RequestedToCapacityRatioArgs;
  const err = validateRequestedToCapacityRatioArgs(args);
  if (err) return [undefined, err];
  // A profile gives scores up to 10, the framework counts to 100.
  const shape = args.shape.map(({ utilization, score }) => ({
    utilization,
    score: score * (maxNodeScore / maxCustomPriorityScore),
  }));
  const weights = new Map((args.resources ?? []).map(({ name, weight }) => [name, weight]));
  const scorer = buildRequestedToCapacityRatioScorerFunction(shape, weights);
  return [new ResourceAllocationScorer(requestedToCapacityRatioName, handle, scorer, weights), undefined];
};

/** A resource that scores 0 does not count at all, so it does not lower the score of the others. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/requested_to_capacity_ratio.go#buildRequestedToCapacityRatioScorerFunction
function buildRequestedToCapacityRatioScorerFunction(
  scoringFunctionShape: readonly FunctionShapePoint[],
  resourceToWeightMap: ResourceToWeightMap,
): Scorer {
  const rawScoringFunction = buildBrokenLinearFunction(scoringFunctionShape);
  const resourceScoringFunction = (requested: number, capacity: number): number => {
    if (capacity === 0 || requested > capacity) return rawScoringFunction(maxUtilization);
    const left = mulDiv(capacity - requested, maxUtilization, capacity);
    return rawScoringFunction(maxUtilization - left);
  };
  return (requested, allocable) => {
    let nodeScore = 0;
    let weightSum = 0;
    for (const [resource, weight] of resourceToWeightMap) {
      const resourceScore = resourceScoringFunction(requested.get(resource), allocable.get(resource));
      if (resourceScore <= 0) continue;
      nodeScore += resourceScore * weight;
      weightSum += weight;
    }
    return weightSum === 0 ? 0 : Math.round(nodeScore / weightSum);
  };
}

/** A line through the points: level before the first and after the last, whole numbers in between. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/requested_to_capacity_ratio.go#buildBrokenLinearFunction
export function buildBrokenLinearFunction(shape: readonly FunctionShapePoint[]): (p: number) => number {
  return (p) => {
    let before: FunctionShapePoint | undefined;
    for (const point of shape) {
      if (p > point.utilization) {
        before = point;
        continue;
      }
      if (!before) return point.score;
      const rise = (point.score - before.score) * (p - before.utilization);
      return before.score + Math.trunc(rise / (point.utilization - before.utilization));
    }
    return before?.score ?? 0;
  };
}
