import type { Blocking } from '../../../../sim/process.ts';
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
  /** May wait, since it may make room by ending others. */
  admit(attrs: PodAdmitAttributes): Blocking<PodAdmitResult>;
}

/** Says that a pod is to be looked at now, whatever its worker thinks. */
// Mirrors: pkg/kubelet/lifecycle/interfaces.go#PodSyncLoopHandler
export interface PodSyncLoopHandler {
  shouldSync(pod: Pod): boolean;
}

// Mirrors: pkg/kubelet/lifecycle/interfaces.go#ShouldEvictResponse
export interface ShouldEvictResponse {
  readonly evict: boolean;
  /** One word. */
  readonly reason: string;
  readonly message: string;
}

/** Says whether a pod that runs may go on. */
// Mirrors: pkg/kubelet/lifecycle/interfaces.go#PodSyncHandler
export interface PodSyncHandler {
  shouldEvict(pod: Pod): ShouldEvictResponse;
}
