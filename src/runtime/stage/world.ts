import { type PMap, emptyMap } from '../sim/pmap.ts';
import type { Entry as TraceEntry, Trace as SimTrace, WorldBase } from '../sim/trace.ts';
import type { Event } from './events.ts';
import type { Subject } from './subject.ts';

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
  /** The pane that has more of what the rows name, by its id: its sections of these names stand beside the tables. */
  readonly shows?: string;
}

/** What a world holds besides, by the subjects that a run has: each adds its own, and reads only what its runs have. */
export interface Slices {}

/** The whole machine at one moment. Every value is immutable and shared with the moments before. */
export interface World extends WorldBase, Slices {
  readonly programs: PMap<ProgramState>;
  /** By `<program>/<table>`. */
  readonly tables: PMap<TableState>;
  /** What the reader or the story broke and has not mended, in words. */
  readonly faults: PMap<string>;
}

export type Entry = TraceEntry<Event, World>;
export type Trace = SimTrace<Event, World>;

/** The world of a run of these subjects before anything has happened. */
export function initialWorld(subjects: readonly Pick<Subject, 'slices'>[]): World {
  const base = { processes: emptyMap(), programs: emptyMap(), tables: emptyMap(), faults: emptyMap() };
  // A subject begins each of its slices, and only its runs look at them.
  return Object.assign({}, base, ...subjects.map(({ slices }) => slices)) as World;
}
