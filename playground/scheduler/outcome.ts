import { mapGet } from '../../src/runtime/sim/pmap.ts';
import type { Attempt, CachedNode, SchedulerState } from '../../src/runtime/subjects/scheduler/world.ts';

/** What became of a pod that had no node. */
export interface PodOutcome {
  /** `namespace/name`. */
  readonly key: string;
  readonly priority: number;
  /** Its place in the order of first attempts, from 1; 0 if it was never tried. */
  readonly turn: number;
  readonly attempts: number;
  /** Where it goes. */
  readonly node?: string;
  /** What the scheduler says where it goes nowhere. */
  readonly message?: string;
  /** Pods that had to go for it, from which node. */
  readonly preempted?: { readonly node: string; readonly victims: readonly string[] };
  /** Of its last attempt: nodes that were looked at, that fit, and that have the highest score. */
  readonly evaluated: number;
  readonly feasible: number;
  readonly best: number;
}

/** A node once all pods are decided, without its pods and what only a cache knows. */
export interface NodeOutcome extends Pick<
  CachedNode,
  'name' | 'zone' | 'unschedulable' | 'taints' | 'allocatable' | 'requested'
> {
  /** How many of its pods came now. */
  readonly came: number;
}

/** What became of a cluster. */
export interface Outcome {
  readonly pods: readonly PodOutcome[];
  readonly nodes: readonly NodeOutcome[];
  /** Pods that ask for another scheduler, by its name. */
  readonly others: readonly { readonly scheduler: string; readonly count: number }[];
}

/** Why a pod went where it went. */
export interface Explanation {
  readonly pod: string;
  /** Of which attempt is told, from 1. */
  readonly number: number;
  /** The scheduler in that attempt, with all attempts of the pod. */
  readonly state: SchedulerState;
}

/** The attempt that the explanation is about. */
export function attemptOf({ pod, number, state }: Explanation): Attempt | undefined {
  return mapGet(state.attempts, pod)?.find((one) => one.number === number);
}
