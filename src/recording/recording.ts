import type { ActAt } from '../runtime/stage/acts.ts';
import type { EditPlace, Edits } from '../instrument/edit-place.ts';
import type { Draws } from '../runtime/stage/program.ts';
import type { ChangedNumbers, NumberOfRun } from './numbers.ts';
import type { Entry } from '../runtime/stage/world.ts';

/** A process that lived at some time of a run. Its index in `Recording.processes` is its `id`. */
export interface RecordedProcess {
  readonly id: number;
  readonly name: string;
  /** The program that it belongs to. */
  readonly group: string;
}

/** How a run came to its end. `message` says more where it is `limit` or `failed`. */
export interface Outcome {
  readonly ended: 'story' | 'time' | 'limit' | 'failed';
  readonly message?: string;
  /** Where in an edited file it failed, if it did there. */
  readonly place?: EditPlace;
}

/**
 * A run as a value: all that happened, and all that was true after each thing. Plain data, shared and never
 * changed, so it survives a structured clone to and from a worker. The frame at k is `entries[k].world`.
 */
export interface Recording {
  /** Id of the scenario. */
  readonly scenario: string;
  readonly seed: number;
  /** What the run is about: the subjects of its plane, by name. */
  readonly subjects: readonly string[];
  /** What pictures have to know of its plane. */
  readonly draws: Draws;
  /** The programs that only stand in for others, by name. */
  readonly standIns: readonly string[];
  /** What the reader did, on top of the story. */
  readonly acts: readonly ActAt[];
  /** Files that ran in place of ours. */
  readonly edits?: Edits;
  /** The numbers that a reader may change, and those that were changed. */
  readonly numbers?: readonly NumberOfRun[];
  readonly changed?: ChangedNumbers;
  readonly entries: readonly Entry[];
  /** All that ever lived, by id. */
  readonly processes: readonly RecordedProcess[];
  readonly outcome: Outcome;
}

/**
 * The entry at an index.
 * Throws a RangeError when there is none: indices come from the recording itself.
 */
export function entryAt(recording: Recording, index: number): Entry {
  const entry = recording.entries[index];
  if (!entry) {
    const last = recording.entries.length - 1;
    throw new RangeError(`entry ${index}: expected an index from 0 to ${last}; this recording ends there`);
  }
  return entry;
}

/** The process that did an entry; undefined where a timer or somebody outside did. */
export function processOf(recording: Recording, entry: Entry): RecordedProcess | undefined {
  return entry.process < 0 ? undefined : recording.processes[entry.process];
}
