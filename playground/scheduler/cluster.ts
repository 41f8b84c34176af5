import type {
  CSINode,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  Service,
  StorageClass,
} from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { KubeObject } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

/** Longer texts are refused before they are looked at, in all that is brought. In characters. */
export const mostCharacters = 20_000_000;
/** A text that is longer is kept as a file: a field of a page becomes slow with it. */
export const mostTyped = 300_000;
export const mostNodes = 5_000;
export const mostPods = 50_000;

/** Whom pods are for that name no other. */
export const defaultScheduler = 'default-scheduler';

/** What is brought: a text that is typed, or a file. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** An object that the reader has changed: its new text, or nothing where it was taken away. */
export interface Change {
  readonly kind: 'Node' | 'Pod';
  /** The name of the node, or `namespace/name` of the pod. */
  readonly key: string;
  readonly text: string | null;
}

/** A value of a PriorityClass. */
export interface PriorityClass extends KubeObject {
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

/**
 * What the scheduler reads of a cluster, without defaults. In maps by key, in the order of the text: of two objects with
 * one key the later counts, as it would if they were applied.
 */
export interface Cluster {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly pods: ReadonlyMap<string, Pod>;
  readonly services: ReadonlyMap<string, Service>;
  readonly replicationControllers: ReadonlyMap<string, ReplicationController>;
  readonly replicaSets: ReadonlyMap<string, ReplicaSet>;
  readonly statefulSets: ReadonlyMap<string, KubeObject>;
  readonly budgets: ReadonlyMap<string, PodDisruptionBudget>;
  readonly priorityClasses: ReadonlyMap<string, PriorityClass>;
  readonly volumes: ReadonlyMap<string, PersistentVolume>;
  readonly claims: ReadonlyMap<string, PersistentVolumeClaim>;
  readonly storageClasses: ReadonlyMap<string, StorageClass>;
  readonly csiNodes: ReadonlyMap<string, CSINode>;
}

/** What is wrong, and where. */
export interface Problem {
  /** Which of the sources; undefined for one that no line is to blame for. */
  readonly source?: number;
  /** The change that it is in, by kind and key, in place of a source. */
  readonly change?: string;
  /** From 1. */
  readonly line: number;
  /** What was expected, what was found, what to do. */
  readonly message: string;
}

/** Objects, or fields, that are not taken, and why. */
export interface LeftOut {
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** What was read of the sources. */
export interface Reading {
  readonly cluster: Cluster;
  readonly problems: readonly Problem[];
  /** How many problems there are beyond those. */
  readonly moreProblems: number;
  readonly leftOut: readonly LeftOut[];
  /** True if nothing may be decided on what was read. */
  readonly refused: boolean;
}

/** `namespace/name`, or the name of what has no namespace. */
export function keyOf({ metadata }: KubeObject): string {
  return metadata.namespace ? `${metadata.namespace}/${metadata.name}` : (metadata.name ?? '');
}
