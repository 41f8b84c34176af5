import type { Node, Pod } from '../../../../../../pkg/api/objects.ts';

/** The most that an extender may give a node. */
// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#MaxExtenderPriority
export const maxExtenderPriority = 10;

/**
 * The pods that would have to go from a node, the most important first among those that a budget protects, and then
 * among the others.
 */
// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#Victims
export interface Victims {
  readonly pods: readonly Pod[];
  /** How many of them go against a disruption budget. */
  readonly numPDBViolations: number;
}

/**
 * What is sent to be filtered, or scored: the nodes, or only their names. Go writes the names of the fields as they are
 * in its code.
 */
// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#ExtenderArgs
export interface ExtenderArgs {
  readonly Pod: Pod;
  readonly Nodes: { readonly metadata: object; readonly items: readonly Node[] } | null;
  readonly NodeNames: readonly string[] | null;
}

// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#ExtenderFilterResult
export interface ExtenderFilterResult {
  readonly Nodes?: { readonly items?: readonly Node[] } | null;
  readonly NodeNames?: readonly string[] | null;
  /** Why, by the name of the node. */
  readonly FailedNodes?: Readonly<Record<string, string>> | null;
  readonly Error?: string;
}

// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#HostPriority
export interface HostPriority {
  readonly Host?: string;
  readonly Score?: number;
}

/** The victims by node: whole, or only their uids. */
// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#ExtenderPreemptionArgs
export interface ExtenderPreemptionArgs {
  readonly Pod: Pod;
  readonly NodeNameToVictims: Readonly<Record<string, object>> | null;
  readonly NodeNameToMetaVictims: Readonly<Record<string, object>> | null;
}

// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#ExtenderPreemptionResult
export interface ExtenderPreemptionResult {
  readonly NodeNameToMetaVictims?: Readonly<Record<string, MetaVictims | null>> | null;
}

// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#MetaVictims
export interface MetaVictims {
  readonly Pods?: readonly { readonly UID?: string }[] | null;
}

// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#ExtenderBindingArgs
export interface ExtenderBindingArgs {
  readonly PodName: string;
  readonly PodNamespace: string;
  readonly PodUID: string;
  readonly Node: string;
}

// Mirrors: staging/src/k8s.io/kube-scheduler/extender/v1/types.go#ExtenderBindingResult
export interface ExtenderBindingResult {
  readonly Error?: string;
}
