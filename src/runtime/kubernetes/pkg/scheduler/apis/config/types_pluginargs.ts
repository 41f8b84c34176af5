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

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#NodeLabelArgs
export interface NodeLabelArgs {
  /** Names of labels that a node must have. */
  readonly presentLabels?: readonly string[];
  /** Names of labels that it must not have. */
  readonly absentLabels?: readonly string[];
  readonly presentLabelsPreference?: readonly string[];
  readonly absentLabelsPreference?: readonly string[];
}

/** A point of the line along which RequestedToCapacityRatio scores. */
// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#UtilizationShapePoint
export interface UtilizationShapePoint {
  /** In hundredths of what a node has. */
  readonly utilization: number;
  /** From 0 to 10. */
  readonly score: number;
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#RequestedToCapacityRatioArgs
export interface RequestedToCapacityRatioArgs {
  /** By increasing utilization. */
  readonly shape: readonly UtilizationShapePoint[];
  readonly resources?: readonly ResourceSpec[];
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#ServiceAffinityArgs
export interface ServiceAffinityArgs {
  /** Names of labels whose values are the same for all pods of a Service. */
  readonly affinityLabels?: readonly string[];
  /** Names of labels over whose values the pods of a Service are spread. */
  readonly antiAffinityLabelsPreference?: readonly string[];
}

// Mirrors: pkg/scheduler/apis/config/types_pluginargs.go#VolumeBindingArgs
export interface VolumeBindingArgs {
  /** How long the volumes of a pod may take to be bound. */
  readonly bindTimeoutSeconds: number;
}
