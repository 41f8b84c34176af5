import { type PMap, emptyMap } from '../../sim/pmap.ts';
import type { Slices } from '../../stage/world.ts';
import type { StoredObject } from '../api/world.ts';
import type { DeltaType } from './events.ts';

/** A reflector, its DeltaFIFO and its listeners. Its key in the world is `<program>/<resource>`. */
export interface InformerState {
  readonly reflector: 'idle' | 'listing' | 'watching' | 'backing off';
  /** What the reflector would resume a watch from. */
  readonly resourceVersion: string;
  /** Places in the order in which they will be popped: a key, or in a RealFIFO a later place of one. */
  readonly queue: readonly string[];
  readonly deltas: PMap<readonly DeltaType[]>;
  /** In a RealFIFO, the key of each place that is not the first of its key. */
  readonly laterPlaces?: PMap<string>;
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
  /** When they were set, in virtual ms. */
  readonly since: number;
  /** When they are too old to hold any more, in virtual ms. */
  readonly until: number;
}

declare module '../../stage/world.ts' {
  interface Slices {
    /** By `<program>/<resource>`, as `indexers`. */
    readonly informers: PMap<InformerState>;
    readonly indexers: PMap<IndexerState>;
    readonly queues: PMap<QueueState>;
    /** By `<controller> <key>`. */
    readonly expectations: PMap<ExpectationState>;
  }
}

export const controlLoopSlices: Pick<Slices, 'informers' | 'indexers' | 'queues' | 'expectations'> = {
  informers: emptyMap(),
  indexers: emptyMap(),
  queues: emptyMap(),
  expectations: emptyMap(),
};
