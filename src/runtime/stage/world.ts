import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import { type PMap, emptyMap } from '../sim/pmap.ts';
import type { Entry as TraceEntry, Trace as SimTrace, WorldBase } from '../sim/trace.ts';
import type { DeltaType } from '../subjects/control-loop/events.ts';
import type { Event } from './events.ts';
import type { SchedulerState } from '../subjects/scheduler/world.ts';

/** An API object as the store keeps it: frozen, never changed in place. */
export interface StoredObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: ObjectMeta;
}

export interface StoreState {
  readonly revision: number;
  /** History before this revision is gone; a watch from there gets 410. */
  readonly compacted: number;
  /** By `resource/namespace/name`, or `resource/name`. */
  readonly objects: PMap<StoredObject>;
}

/** One watch connection. Its key in the world is `<program>/<resource>`. */
export interface WatchState {
  readonly program: string;
  readonly resource: string;
  readonly state: 'open' | 'cut' | 'closed';
  /** Extra delay that a reader put on it, in ms. */
  readonly delayMs: number;
  /** Sent by the server, not yet at the client, oldest first. */
  readonly inFlight: readonly { readonly type: string; readonly key: string; readonly revision: number }[];
  /** Revision of the last event that arrived. */
  readonly revision: number;
}

/** A reflector, its DeltaFIFO and its listeners. Its key in the world is `<program>/<resource>`. */
export interface InformerState {
  readonly reflector: 'idle' | 'listing' | 'watching' | 'backing off';
  /** What the reflector would resume a watch from. */
  readonly resourceVersion: string;
  /** Keys in the order in which they will be popped. */
  readonly queue: readonly string[];
  readonly deltas: PMap<readonly DeltaType[]>;
  readonly synced: boolean;
}

/** A cached object of an indexer. */
export type IndexerState = PMap<StoredObject>;

export interface QueueState {
  /** Keys in the order in which they will be taken. */
  readonly queue: readonly string[];
  /** Keys that need work, queued or being worked on. */
  readonly dirty: readonly string[];
  /** Key to the worker that has it. */
  readonly processing: PMap<string>;
  /** Keys that come back later, and when, in virtual ms. */
  readonly waiting: PMap<number>;
  readonly failures: PMap<number>;
}

/** What a controller still waits to see for one of its keys. */
export interface ExpectationState {
  readonly add: number;
  readonly del: number;
  /** Keys of the pods whose deletion is awaited. */
  readonly deleting: readonly string[];
  /** When they were set, in virtual ms: older than five minutes, they no longer hold. */
  readonly since: number;
}

/** A program of the cluster, whether it runs or not. */
export interface ProgramState {
  /** `idle`: it has not been started yet. `ended`: it crashed, or ended by itself. */
  readonly state: 'idle' | 'running' | 'paused' | 'ended';
  /** Its command line, that of its last start if it does not run. */
  readonly args: readonly string[];
  /** Where it listens, in the order in which it began to. */
  readonly ports: readonly number[];
}

/** A row of a table. A cell is a value as the component has it; `note` says in English why it stands out. */
export interface TableRow {
  /** Unique in its table. */
  readonly name: string;
  readonly cells: readonly string[];
  readonly note?: string;
}

/**
 * What a component holds, for readers: options, the fields of a context, a registry. Title and columns are in English;
 * the first column heads the names, each of the others a cell of every row.
 */
export interface TableState {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** Set where the rows are controllers, and the work queues that are called as they are stand beside the tables. */
  readonly shows?: 'queues';
}

/** The whole machine at one moment. Every value is immutable and shared with the moments before. */
export interface World extends WorldBase {
  readonly programs: PMap<ProgramState>;
  readonly store: StoreState;
  readonly watches: PMap<WatchState>;
  /** By `<program>/<resource>`, as `indexers`. */
  readonly informers: PMap<InformerState>;
  readonly indexers: PMap<IndexerState>;
  readonly queues: PMap<QueueState>;
  /** By `<controller> <key>`. */
  readonly expectations: PMap<ExpectationState>;
  /** By `<program>/<table>`. */
  readonly tables: PMap<TableState>;
  /** By the name of the program. */
  readonly schedulers: PMap<SchedulerState>;
  /** What the reader or the story broke and has not mended, in words. */
  readonly faults: PMap<string>;
}

export type Entry = TraceEntry<Event, World>;
export type Trace = SimTrace<Event, World>;

export function initialWorld(): World {
  return {
    processes: emptyMap(),
    programs: emptyMap(),
    store: { revision: 0, compacted: 0, objects: emptyMap() },
    watches: emptyMap(),
    informers: emptyMap(),
    indexers: emptyMap(),
    queues: emptyMap(),
    expectations: emptyMap(),
    tables: emptyMap(),
    schedulers: emptyMap(),
    faults: emptyMap(),
  };
}
