import type { Entry } from '../runtime/stage/world.ts';
import type { Recording } from './recording.ts';
import { tell } from './tell.ts';
import { doerOf } from './transcript.ts';
import { whyOf } from './why.ts';

/** A step of a run in words. Lines of code are no steps here: the numbers are those of a Scope that steps by every event. */
export interface Step {
  /** Counted from 1. */
  readonly number: number;
  readonly entry: Entry;
  readonly who: string;
  /** A sentence without its full stop. */
  readonly what: string;
  /** A sentence that begins with "Why:". */
  readonly why: string;
  /** Number of the step that led to it; undefined where no step of the run did. */
  readonly cause: number | undefined;
}

/** All steps of a run, in order. */
export function stepsOf(recording: Recording): Step[] {
  const entries = recording.entries.filter(({ event }) => event.kind !== 'line');
  const numbers = new Map(entries.map(({ index }, i) => [index, i + 1]));
  return entries.map((entry, i) => ({
    number: i + 1,
    entry,
    who: doerOf(recording, entry),
    what: tell(entry.event),
    why: whyOf(recording, entry.index),
    cause: numbers.get(entry.cause),
  }));
}

/** How many steps a run has. */
export function countSteps({ entries }: Recording): number {
  return entries.reduce((count, { event }) => (event.kind === 'line' ? count : count + 1), 0);
}
