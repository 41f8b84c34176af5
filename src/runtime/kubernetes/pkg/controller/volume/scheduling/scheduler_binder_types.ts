import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/objects.ts';
import type { Result } from '../../../../../go/result.ts';
import type { Blocking } from '../../../../../sim/process.ts';

/**
 * Why volumes keep a pod off a node, for people.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ConflictReason
 */
export type ConflictReason = string;

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ConflictReasons
export type ConflictReasons = readonly ConflictReason[];

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ErrReasonBindConflict
export const errReasonBindConflict = "node(s) didn't find available persistent volumes to bind";

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ErrReasonNodeConflict
export const errReasonNodeConflict = 'node(s) had volume node affinity conflict';

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ErrReasonNotEnoughSpace
export const errReasonNotEnoughSpace = 'node(s) did not have enough free storage';

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ErrReasonPVNotExist
export const errReasonPVNotExist = 'pvc(s) bound to non-existent pv(s)';

/**
 * A claim, and the volume that it is to have.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#BindingInfo
 */
export interface BindingInfo {
  readonly pvc: PersistentVolumeClaim;
  pv: PersistentVolume;
}

/**
 * What a pod needs of volumes on one node. Lists that are missing were not filled yet: `assumePodVolumes` does that.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#PodVolumes
 */
export interface PodVolumes {
  /** Volumes that are there and are to be bound. */
  staticBindings: BindingInfo[] | undefined;
  /** Claims for which a volume is to be made. */
  dynamicProvisions: PersistentVolumeClaim[] | undefined;
}

/** What is found on a node for claims that have no volume. */
export interface Unbound {
  readonly satisfied: boolean;
  readonly sufficientStorage: boolean;
  readonly staticBindings?: BindingInfo[];
  readonly dynamicProvisions?: PersistentVolumeClaim[];
}

/** The claims of a pod, by what is to be done for them. */
export interface PodClaims {
  readonly boundClaims: readonly PersistentVolumeClaim[];
  /** Those that wait for a pod: the scheduler binds them. */
  readonly unboundClaimsDelayBinding: readonly PersistentVolumeClaim[];
  /** Those that the controller of volumes should have bound already. */
  readonly unboundClaimsImmediate: readonly PersistentVolumeClaim[];
}

/**
 * Finds volumes for a pod while its node is looked for, and binds them before the pod is bound.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#SchedulerVolumeBinder
 */
export interface SchedulerVolumeBinder {
  getPodVolumes(pod: Pod): Result<PodClaims>;
  /** What the pod needs on the node, and why it cannot have it there; reasons are empty if it can. */
  findPodVolumes(
    pod: Pod,
    boundClaims: readonly PersistentVolumeClaim[],
    claimsToBind: readonly PersistentVolumeClaim[],
    node: Node,
  ): [podVolumes: PodVolumes | undefined, reasons: ConflictReasons, err: Error | undefined];
  /** Notes in the caches what is to be written, also in `podVolumes`. True if nothing is to be written. */
  assumePodVolumes(
    assumedPod: Pod,
    nodeName: string,
    podVolumes: PodVolumes,
  ): [allFullyBound: boolean, err: Error | undefined];
  /** Forgets that again. */
  revertAssumedPodVolumes(podVolumes: PodVolumes): void;
  /** Writes it, and waits until the controller of volumes has bound all claims. */
  bindPodVolumes(assumedPod: Pod, podVolumes: PodVolumes): Blocking<Error | undefined>;
}
