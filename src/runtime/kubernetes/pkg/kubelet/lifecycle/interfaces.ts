import type { Pod } from '../../api/objects.ts';

/** A pod that wants to be on a node, and those that are there. */
// Mirrors: pkg/kubelet/lifecycle/interfaces.go#PodAdmitAttributes
export interface PodAdmitAttributes {
  readonly pod: Pod;
  readonly otherPods: readonly Pod[];
}

// Mirrors: pkg/kubelet/lifecycle/interfaces.go#PodAdmitResult
export interface PodAdmitResult {
  readonly admit: boolean;
  /** One word. */
  readonly reason: string;
  readonly message: string;
}

/** Decides whether a node takes a pod that was given to it. */
// Mirrors: pkg/kubelet/lifecycle/interfaces.go#PodAdmitHandler
export interface PodAdmitHandler {
  admit(attrs: PodAdmitAttributes): PodAdmitResult;
}
