/** What became of a pod that had no node. */
export interface PodOutcome {
  /** `namespace/name`. */
  readonly key: string;
  readonly priority: number;
  /** As how manieth it was tried first, from 1; 0 if it never was. */
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

/** What is used of a resource, and how much there is. Processor in thousandths, memory in bytes. */
export interface Room {
  readonly used: number;
  readonly all: number;
}

/** A node once all pods are decided. */
export interface NodeOutcome {
  readonly name: string;
  readonly zone: string;
  readonly unschedulable: boolean;
  /** As kubectl writes them: `key=value:Effect`. */
  readonly taints: readonly string[];
  readonly cpu: Room;
  readonly memory: Room;
  readonly pods: Room;
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

/** Why a node is not taken, by one plugin. */
export interface Refusal {
  readonly plugin: string;
  readonly reasons: readonly string[];
  /** True where it is so only with the pods to which room on the node is promised. */
  readonly nominated?: true;
}

/** What one plugin gives a node. */
export interface Score {
  readonly raw: number;
  /** From 0 to 100. */
  readonly normalized: number;
  readonly weighted: number;
}

/** What each plugin says of one node. */
export interface NodeVerdict {
  readonly node: string;
  /** Of every filter, not only of the first. */
  readonly refusals: readonly Refusal[];
  /** Of each score plugin, in the order of the profile. Empty where nothing is scored. */
  readonly scores: readonly Score[];
  readonly total: number;
  /** False for a node that was not looked at, because enough were found. */
  readonly lookedAt: boolean;
  /** True where it was asked twice: with the pods to which room on the node is promised, and without. */
  readonly twice: boolean;
}

/** One time that the scheduler tried a pod. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Ms since the scheduler began. */
  readonly at: number;
  /** What had brought the pod into the active part of the queue, as upstream calls it. */
  readonly why: string;
  readonly node?: string;
  /** What the scheduler says where it found no node. */
  readonly message?: string;
  /** What was otherwise in the attempt before, in sentences. */
  readonly changes: readonly string[];
}

/** Why a pod went where it went, in one attempt. */
export interface Explanation {
  readonly pod: string;
  /** Of which attempt. */
  readonly number: number;
  /** All attempts of the pod, the first one first. */
  readonly attempts: readonly Attempt[];
  readonly taken?: string;
  /** Names of the filters, in the order in which they are asked. */
  readonly filters: readonly string[];
  readonly scorers: readonly { readonly name: string; readonly weight: number }[];
  /** Why no node was looked at. */
  readonly refusedBefore?: readonly string[];
  /** In the order in which they are looked at. */
  readonly nodes: readonly NodeVerdict[];
}
