import { type PMap, emptyMap } from '../../sim/pmap.ts';
import type { Domains } from './domains.ts';
import type { Spread } from './spread.ts';
import type { LabelTable } from './labels.ts';

/** What one scheduler holds and has done, as `world.schedulers` has it by the name of its program. */
export interface SchedulerState {
  /** By the name of the profile. */
  readonly profiles: PMap<ProfileState>;
  readonly queue: SchedulingQueueState;
  /** By name, as the cache has them: with pods that are on their way. */
  readonly nodes: PMap<CachedNode>;
  /** Pods that are counted on a node of which the API server has not said so yet: the node, by the pod's key. */
  readonly assumed: PMap<string>;
  readonly snapshot: SnapshotState;
  /** All attempts to schedule a pod, the oldest first, by its key `namespace/name`. */
  readonly attempts: PMap<readonly Attempt[]>;
  /** Key of the pod that is being scheduled, or was last; empty before the first. */
  readonly pod: string;
}

/** Names of the plugins of a profile at each extension point, in the order in which they are called. */
export interface ProfileState {
  readonly preFilter: readonly string[];
  readonly filter: readonly string[];
  readonly postFilter: readonly string[];
  readonly preScore: readonly string[];
  readonly score: readonly { readonly name: string; readonly weight: number }[];
  readonly reserve: readonly string[];
  readonly permit: readonly string[];
  readonly preBind: readonly string[];
  readonly bind: readonly string[];
  readonly postBind: readonly string[];
}

export type QueuePlace = 'active' | 'backoff' | 'unschedulable';

export interface SchedulingQueueState {
  /** By key. */
  readonly pods: PMap<QueuedPod>;
  /** How many pods are in each part. */
  readonly active: number;
  readonly backoff: number;
  readonly unschedulable: number;
  /** How many pods were taken out. */
  readonly cycle: number;
  /** The node that a pod is to get once its victims are gone, by the pod's key. */
  readonly nominated: PMap<string>;
}

export const emptyQueue: SchedulingQueueState = {
  pods: emptyMap(),
  active: 0,
  backoff: 0,
  unschedulable: 0,
  cycle: 0,
  nominated: emptyMap(),
};

export interface QueuedPod {
  readonly pod: string;
  readonly place: QueuePlace;
  /** Why it came there, as upstream calls it: PodAdd, ScheduleAttemptFailure, NodeAdd, … */
  readonly why: string;
  readonly priority: number;
  /** How often it was tried. */
  readonly attempts: number;
  /** When it came there, in virtual ms. */
  readonly since: number;
  /** Its place among pods of the same priority: the least first. */
  readonly timestamp: number;
  /** When its back-off ends, in virtual ms; only in the back-off part. */
  readonly until?: number;
}

/** Processor in thousandths, memory and storage in bytes, pods and extended resources in whole ones; by name. */
export type Amounts = Readonly<Record<string, number>>;

export interface CachedNode {
  readonly name: string;
  /** False while only pods of it are known. */
  readonly known: boolean;
  /** Grows with each change of any node. What the snapshot has is older if its own is less. */
  readonly generation: number;
  /** Empty where it has no such label. */
  readonly zone: string;
  readonly region: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Such as `dedicated=db:NoSchedule`. */
  readonly taints: readonly string[];
  readonly unschedulable: boolean;
  readonly allocatable: Amounts;
  /** Summed over its pods, assumed ones included; `pods` is how many there are. */
  readonly requested: Amounts;
  readonly pods: readonly PodOnNode[];
}

export interface PodOnNode {
  readonly pod: string;
  readonly priority: number;
  readonly milliCPU: number;
  readonly memory: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** What the last update of the snapshot copied from the cache. */
interface SnapshotState {
  /** The greatest generation that it has. */
  readonly generation: number;
  /** How many nodes it has. */
  readonly nodes: number;
  /** How many were copied in the last update. */
  readonly copied: number;
}

/** How far an attempt has come. */
export type Phase =
  | 'preFilter'
  | 'filter'
  | 'postFilter'
  | 'score'
  | 'choose'
  | 'reserve'
  | 'permit'
  | 'preBind'
  | 'bind'
  | 'done';

/** One time through all that is done for a pod. Replaced, never changed, as it goes on. */
export interface Attempt {
  readonly pod: string;
  readonly uid: string;
  /** From 1; a pod that comes under the name of one that went starts at 1 again. */
  readonly number: number;
  readonly profile: string;
  readonly priority: number;
  /** What the pod requests. */
  readonly asks: Amounts;
  /** What had brought it into the active part of the queue, as upstream calls it; empty without a queue. */
  readonly why: string;
  /** When it began, in virtual ms, and the index of the first entry that tells of it. */
  readonly at: number;
  readonly entry: number;
  readonly phase: Phase;
  readonly result: 'running' | 'bound' | 'unschedulable' | 'error';
  /** Why it came to nothing, as the pod's event says it; empty otherwise. */
  readonly message: string;
  /** A refusal for all nodes at once. */
  readonly preFilter?: Refusal;
  /** Where pods near others, or away from them, have to do with it. */
  readonly domains?: Domains;
  /** What each constraint of spreading counts, that may refuse nodes. */
  readonly spread?: readonly Spread[];
  readonly filters?: FilterTable;
  /** How nodes answer what the pod asks of their labels; left out where it asks nothing, or there are many nodes. */
  readonly labels?: LabelTable;
  readonly scores?: ScoreTable;
  readonly choice?: Choice;
  readonly preemption?: Preemption;
  /** The node that was found; empty before, and where none was. */
  readonly node: string;
  /** Index of the last entry that tells of each phase. */
  readonly entries: Readonly<Partial<Record<Phase, number>>>;
}

export interface Refusal {
  readonly plugin: string;
  /** `Unschedulable`, `UnschedulableAndUnresolvable` or `Error`. */
  readonly code: string;
  readonly reasons: readonly string[];
  /** True where it is so only with the pods that are nominated to the node. */
  readonly nominated?: true;
}

/** Whole numbers in a row; one number where all of them are the same. */
export type Numbers = number | Uint8Array | Uint16Array | Float64Array;

/** Stands for all extenders among the filters: they are asked after these, about all nodes that passed. */
export const extenderColumn = 'extender';

/** What all filters said of each node that was looked at. */
export interface FilterTable {
  /** Names of the filters, in the order in which each node meets them, until one refuses it; then `extenderColumn`, if any was asked. */
  readonly plugins: readonly string[];
  /** Names of all nodes, in the order of the snapshot. */
  readonly order: readonly string[];
  /** Where in `order` the search began; it went on from there, round the end. */
  readonly start: number;
  /** How many nodes were looked at. */
  readonly count: number;
  /** How many feasible nodes are enough; with fewer, all are looked at. */
  readonly enough: number;
  /** Of each node looked at, a place in `verdicts`; see `verdictOf`. */
  readonly verdict: Numbers;
  /** What was said, each once; the first is that nothing was said against the node. */
  readonly verdicts: readonly (readonly Refusal[])[];
  /** How many passed, and were kept: the last that passes is more than enough, and is not. */
  readonly feasible: number;
  /** Places of nodes that were looked at twice: with the pods that are nominated to them, and without. */
  readonly twice: readonly number[];
  /** True where every filter was asked about each node, also behind one that refused it. */
  readonly all?: true;
  /** Where lines of plugins were recorded: the entry of the last line that ran for a node, by `node * plugins + plugin`. */
  readonly lines?: Readonly<Record<number, number>>;
}

/** What all plugins gave to each node that passed. */
export interface ScoreTable {
  readonly nodes: readonly string[];
  readonly columns: readonly ScoreColumn[];
  /** Sums of what is weighted, and of what extenders added. */
  readonly total: Numbers;
  /** As in `FilterTable`, by `node * columns + column`. */
  readonly lines?: Readonly<Record<number, number>>;
}

/** What is weighted is `normalized` times `weight`. */
export interface ScoreColumn {
  readonly plugin: string;
  readonly weight: number;
  /** What the plugin said of each node by itself. */
  readonly raw: Numbers;
  /** The same, brought into the range from 0 to 100 by the plugin that has seen all nodes. */
  readonly normalized: Numbers;
}

/** How one node came out of those that passed. */
export interface Choice {
  readonly node: string;
  /** `only` one passed, one has the `best` score, or one was `drawn` among several that have it. */
  readonly how: 'only' | 'best' | 'drawn';
  /** The nodes with the highest score, in the order in which they came; at most a hundred. */
  readonly best: readonly string[];
  readonly score: number;
  /** Each time that a node as good as the best came: it took the place if `drawn`, of `of` numbers, was 0. */
  readonly draws: readonly { readonly node: string; readonly of: number; readonly drawn: number }[];
}

export interface Preemption {
  /** Nodes for which the going of pods might help, and how many there are in all. */
  readonly potential: number;
  readonly all: number;
  readonly candidates: readonly PreemptionCandidate[];
  /** The node that is to be the pod's; empty where there is none. */
  readonly node: string;
}

/** A node, the pods that would have to go, and the five measures of the choice, in their order: less is better. */
export interface PreemptionCandidate {
  readonly node: string;
  readonly victims: readonly { readonly pod: string; readonly priority: number }[];
  readonly violations: number;
  readonly highest: number;
  /** With 2^31 added to each priority, as upstream compares it. */
  readonly sum: number;
  readonly count: number;
  /** When the earliest of the most important victims was started, in ms since 1970: more is better. */
  readonly earliestStart: number;
}

/** The number at a place. */
export function numberAt(numbers: Numbers, place: number): number {
  return typeof numbers === 'number' ? numbers : (numbers[place] ?? 0);
}

/** What extenders added to the sum of the node at a place; 0 without any. */
export function addedByExtenders({ columns, total }: ScoreTable, place: number): number {
  return columns.reduce(
    (left, { normalized, weight }) => left - numberAt(normalized, place) * weight,
    numberAt(total, place),
  );
}

/** The name of the node that was looked at as the nth, from 0. */
export function nodeAt({ order, start }: FilterTable, place: number): string {
  return order[(start + place) % order.length] ?? '';
}

/** When a node was looked at, from 0; -1 for one that was not. */
export function placeOf({ order, start, count }: FilterTable, node: string): number {
  const at = order.indexOf(node);
  if (at < 0) return -1;
  const place = (at - start + order.length) % order.length;
  return place < count ? place : -1;
}

/** What was said against the node that was looked at as the nth: nothing, if it passed. */
export function verdictOf(table: FilterTable, place: number): readonly Refusal[] {
  return table.verdicts[numberAt(table.verdict, place)] ?? [];
}

declare module '../../stage/world.ts' {
  interface Slices {
    /** By the name of the program. */
    readonly schedulers: PMap<SchedulerState>;
  }
}
