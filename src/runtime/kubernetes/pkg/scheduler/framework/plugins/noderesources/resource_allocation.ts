import { mustParse } from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Pod } from '../../../../api/objects.ts';
import { getNonzeroRequestForResource } from '../../../util/non_zero.ts';
import { isScalarResourceName } from '../../../util/utils.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type Handle, type ScorePlugin, newStatus } from '../../interface.ts';
import type { NodeInfo } from '../../types.ts';
import { nodeInfoOf } from '../helper/read.ts';

/** What each resource counts, by its name. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go#resourceToWeightMap
export type ResourceToWeightMap = ReadonlyMap<string, number>;

// Mirrors: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go#defaultRequestedRatioResources
export const defaultRequestedRatioResources: ResourceToWeightMap = new Map([
  ['memory', 1],
  ['cpu', 1],
]);

/**
 * Amounts by the name of the resource. The two that nearly every profile has are kept apart: they are asked for
 * thousands of times for a pod.
 */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go#resourceToValueMap
export class ResourceToValueMap {
  #cpu = 0;
  #memory = 0;
  readonly #others = new Map<string, number>();

  get(resource: string): number {
    if (resource === 'cpu') return this.#cpu;
    if (resource === 'memory') return this.#memory;
    return this.#others.get(resource) ?? 0;
  }

  set(resource: string, amount: number): void {
    if (resource === 'cpu') this.#cpu = amount;
    else if (resource === 'memory') this.#memory = amount;
    else this.#others.set(resource, amount);
  }
}

interface PodRequest {
  readonly resource: string;
  readonly podRequest: number;
}

/** From what would be requested with the pod on the node, and what the node has, to a score from 0 to 100. */
export type Scorer = (requested: ResourceToValueMap, allocable: ResourceToValueMap) => number;

/**
 * A score plugin that looks at how much of a node's resources is requested. The count of volumes, which upstream hands
 * to the scorer, is left out: it is used with the feature BalanceAttachedNodeVolumes only, which is off in v1.20.
 */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go#resourceAllocationScorer
export class ResourceAllocationScorer implements ScorePlugin {
  readonly #name: string;
  readonly #handle: Handle;
  readonly #scorer: Scorer;
  readonly #resourceToWeightMap: ResourceToWeightMap;
  /** What the pod that was scored last counts as: the same for each node. */
  #request: { readonly pod: Pod; readonly byResource: readonly PodRequest[] } | undefined;
  /** Filled again for each node: a map for each would be thousands for a pod. */
  readonly #requested = new ResourceToValueMap();
  readonly #allocatable = new ResourceToValueMap();

  constructor(name: string, handle: Handle, scorer: Scorer, resourceToWeightMap: ResourceToWeightMap) {
    this.#name = name;
    this.#handle = handle;
    this.#scorer = scorer;
    this.#resourceToWeightMap = resourceToWeightMap;
  }

  name(): string {
    return this.#name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go#resourceAllocationScorer.score
  score(_state: CycleState, pod: Pod, nodeName: string): [number, Answer] {
    const [nodeInfo, err] = nodeInfoOf(this.#handle.snapshotSharedLister(), nodeName);
    if (err) return [0, err];
    if (!nodeInfo.node()) return [0, newStatus('Error', 'node not found')];
    const podRequests = this.#requestOf(pod);
    for (const { resource, podRequest } of podRequests) {
      const [alloc, req] = calculateResourceAllocatableRequest(nodeInfo, podRequest, resource);
      this.#allocatable.set(resource, alloc);
      this.#requested.set(resource, req);
    }
    return [this.#scorer(this.#requested, this.#allocatable), undefined];
  }

  #requestOf(pod: Pod): readonly PodRequest[] {
    if (this.#request?.pod !== pod) {
      const resources = [...this.#resourceToWeightMap.keys()];
      const byResource = resources.map((resource) => ({
        resource,
        podRequest: calculatePodResourceRequest(pod, resource),
      }));
      this.#request = { pod, byResource };
    }
    return this.#request.byResource;
  }

  scoreExtensions(): undefined {
    return undefined;
  }
}

/** `[what the node has, what is requested with the pod on it]`. */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go#calculateResourceAllocatableRequest
function calculateResourceAllocatableRequest(
  { allocatable, requested, nonZeroRequested }: NodeInfo,
  podRequest: number,
  resource: string,
): [number, number] {
  switch (resource) {
    case 'cpu':
      return [allocatable.milliCPU, nonZeroRequested.milliCPU + podRequest];
    case 'memory':
      return [allocatable.memory, nonZeroRequested.memory + podRequest];
    case 'ephemeral-storage':
      return [allocatable.ephemeralStorage, requested.ephemeralStorage + podRequest];
    default:
      if (!isScalarResourceName(resource)) return [0, 0];
      return [allocatable.scalar(resource), requested.scalar(resource) + podRequest];
  }
}

/**
 * What the pod counts as. The overhead of a pod is taken in whole units even of the processor, which is otherwise
 * counted in thousandths: upstream does so in v1.20.
 */
// Mirrors: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go#calculatePodResourceRequest
function calculatePodResourceRequest({ spec }: Pod, resource: string): number {
  let podRequest = 0;
  for (const { resources } of spec.containers)
    podRequest += getNonzeroRequestForResource(resource, resources?.requests);
  for (const { resources } of spec.initContainers ?? [])
    podRequest = Math.max(podRequest, getNonzeroRequestForResource(resource, resources?.requests));
  const overhead = spec.overhead?.[resource];
  if (overhead !== undefined) podRequest += mustParse(overhead).value();
  return podRequest;
}
