import type { NodeAffinity, TopologySpreadConstraint } from 'kubernetes-types/core/v1';

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#DefaultPreemptionArgs
export interface DefaultPreemptionArgs {
  readonly minCandidateNodesPercentage: number;
  readonly minCandidateNodesAbsolute: number;
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#InterPodAffinityArgs
export interface InterPodAffinityArgs {
  /** What a required term of a pod that runs counts in the score of another that it matches; 0 to 100. */
  readonly hardPodAffinityWeight: number;
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#NodeResourcesFitArgs
export interface NodeResourcesFitArgs {
  readonly ignoredResources?: readonly string[];
  /** Names of groups: `example.com` stands for all resources `example.com/…`. */
  readonly ignoredResourceGroups?: readonly string[];
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#PodTopologySpreadArgs
export interface PodTopologySpreadArgs {
  readonly defaultConstraints?: readonly TopologySpreadConstraint[];
  /** Whether pods without constraints of their own get those above, or those of Kubernetes. */
  readonly defaultingType: 'System' | 'List';
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#ResourceSpec
export interface ResourceSpec {
  readonly name: string;
  readonly weight: number;
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#NodeResourcesLeastAllocatedArgs
export interface NodeResourcesLeastAllocatedArgs {
  readonly resources: readonly ResourceSpec[];
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#NodeResourcesMostAllocatedArgs
export interface NodeResourcesMostAllocatedArgs {
  readonly resources: readonly ResourceSpec[];
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#NodeAffinityArgs
export interface NodeAffinityArgs {
  /** Holds for all pods of the profile, beside their own. */
  readonly addedAffinity?: NodeAffinity;
}
