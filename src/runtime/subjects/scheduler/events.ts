import type { QueuePlace } from './world.ts';

/** `pod` is its key, `namespace/name`. */
interface OfPod {
  readonly pod: string;
}

/** What a step of the framework came to: `Success`, or another code with reasons. */
interface Answered extends OfPod {
  readonly node: string;
  readonly code: string;
  readonly reasons: readonly string[];
}

/** Events that are alike but for their kind, each as one of its own. */
type Each<K extends string, Fields> = { readonly [Kind in K]: Fields & { readonly kind: Kind } }[K];

/** What schedulers do. What was found on each node stands in the world, in the attempt of the pod. */
export type SchedulerEvent =
  /** A pod comes into the queue, moves to another part of it, or leaves it untried. Empty: not in the queue. */
  | (OfPod & {
      readonly kind: 'sched.queue';
      readonly from: QueuePlace | '';
      readonly to: QueuePlace | '';
      /** The event of upstream that did it, or PodUpdate, PodDelete. */
      readonly why: string;
      readonly attempts: number;
    })
  /** Something happened that may help pods which no node took: these may be tried again, now or after their back-off. */
  | {
      readonly kind: 'sched.move';
      readonly why: string;
      readonly active: readonly string[];
      readonly backoff: readonly string[];
    }
  /** A pod is taken out of the queue to be scheduled, for the nth time. */
  | (OfPod & { readonly kind: 'sched.pop'; readonly attempt: number })
  /** A node is promised to a pod, or, where it is empty, no longer is. */
  | (OfPod & { readonly kind: 'sched.nominate'; readonly node: string })
  /** What changed in the cache is copied to the snapshot: so many of its nodes. */
  | {
      readonly kind: 'sched.snapshot';
      readonly copied: number;
      readonly nodes: number;
      readonly generation: number;
    }
  /** All PreFilter plugins have prepared a pod, or one refused it for every node. */
  | (OfPod & {
      readonly kind: 'sched.prefilter';
      readonly plugin: string;
      readonly code: string;
      readonly reasons: readonly string[];
      /** How many pods on nodes were compared with terms of affinity; left out where affinity has nothing to do with it. */
      readonly compared?: number;
    })
  /** `looked` of `all` nodes were looked at, the node `from` first. Each reason stands behind the number of nodes that gave it. */
  | (OfPod & {
      readonly kind: 'sched.filter';
      readonly feasible: number;
      readonly looked: number;
      readonly all: number;
      readonly from: string;
      readonly reasons: readonly string[];
    })
  /** So many nodes were given scores; the highest sum, and the nodes that have it: at most three are named. */
  | (OfPod & {
      readonly kind: 'sched.score';
      readonly nodes: number;
      readonly score: number;
      readonly best: readonly string[];
    })
  /** A node is found: the only one, the best, or one drawn among so many. */
  | (OfPod & {
      readonly kind: 'sched.choose';
      readonly node: string;
      readonly how: 'only' | 'best' | 'drawn';
      readonly among: number;
    })
  /** No node was found. `message` is what the pod's event will say. */
  | (OfPod & { readonly kind: 'sched.fail'; readonly message: string })
  /** Preemption has tried what would have to go from nodes, and chosen one of the candidates, or none. */
  | (OfPod & {
      readonly kind: 'sched.preempt';
      readonly node: string;
      readonly victims: readonly string[];
      readonly violations: number;
      readonly candidates: number;
      readonly potential: number;
    })
  /** What the PostFilter plugins came to. */
  | (Answered & { readonly kind: 'sched.postfilter' })
  /** A pod is counted on its node, no longer is, is confirmed by the API server, or was not in time. */
  | Each<
      'sched.assume' | 'sched.forget' | 'sched.confirm' | 'sched.expire',
      OfPod & { readonly node: string }
    >
  /** An extension point between the choice of a node and the end. `sched.wait` ends what a Permit plugin held back. */
  | Each<
      | 'sched.reserve'
      | 'sched.unreserve'
      | 'sched.permit'
      | 'sched.wait'
      | 'sched.prebind'
      | 'sched.bind'
      | 'sched.postbind',
      Answered
    >;

declare module '../../stage/events.ts' {
  interface EventMap {
    readonly scheduler: SchedulerEvent;
  }
}
