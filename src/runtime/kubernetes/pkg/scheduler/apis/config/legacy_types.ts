import type { ExtenderConfig } from './types.ts';
import type { ResourceSpec, UtilizationShapePoint } from './types_pluginargs.ts';

/** What a scheduler does, in the words of the time before profiles: predicates filter, priorities score. */
// Mirrors: pkg/scheduler/apis/config/legacy_types.go#Policy
export interface Policy {
  /** The default ones, if left out. Some are there in any case. */
  readonly predicates?: readonly PredicatePolicy[];
  /** The default ones, if left out. */
  readonly priorities?: readonly PriorityPolicy[];
  readonly extenders?: readonly ExtenderConfig[];
  /** What a required term of a pod that runs counts in the score of another that it matches; 1 to 100, 0 is the default. */
  readonly hardPodAffinitySymmetricWeight?: number;
  /** To learn of every predicate that refuses a node, not of the first only. */
  readonly alwaysCheckAllPredicates?: boolean;
}

/** With an argument, the name is for people only. */
// Mirrors: pkg/scheduler/apis/config/legacy_types.go#PredicatePolicy
export interface PredicatePolicy {
  readonly name: string;
  readonly argument?: PredicateArgument;
}

// Mirrors: pkg/scheduler/apis/config/legacy_types.go#PriorityPolicy
export interface PriorityPolicy {
  readonly name: string;
  /** Above 0. */
  readonly weight?: number;
  readonly argument?: PriorityArgument;
}

/** One of them. */
// Mirrors: pkg/scheduler/apis/config/legacy_types.go#PredicateArgument
export interface PredicateArgument {
  readonly serviceAffinity?: { readonly labels?: readonly string[] };
  readonly labelsPresence?: { readonly labels?: readonly string[]; readonly presence?: boolean };
}

/** One of them. */
// Mirrors: pkg/scheduler/apis/config/legacy_types.go#PriorityArgument
export interface PriorityArgument {
  readonly serviceAntiAffinity?: { readonly label: string };
  readonly labelPreference?: { readonly label: string; readonly presence?: boolean };
  readonly requestedToCapacityRatioArguments?: {
    readonly shape: readonly UtilizationShapePoint[];
    readonly resources?: readonly ResourceSpec[];
  };
}
