import type { ReadonlySignal } from '@preact/signals';
import type { Granularity } from '../../../recording/granularity.ts';

/** How far one step goes: by what the run holds, or from one told moment of the page to the next. */
export type StepSize = Granularity | 'told in the text';

/** The size of a step in a run. */
export const inRun = (size: StepSize): Granularity => (size === 'told in the text' ? 'event' : size);

/** The told moments of the page round a player, as far as a player goes through them. */
export interface Told {
  /** Which of them is shown, from 1, or 0 where none is, and how many there are. */
  readonly place: ReadonlySignal<{ readonly at: number; readonly of: number }>;
  /** Index of the entry told before the one that is shown, where both are of the run that is shown, one after the other. */
  readonly before: ReadonlySignal<number | undefined>;
  /** Shows the one that is so many further on in the text. False where there is none. */
  go(by: number): boolean;
  /** How long it takes to read what tells of the one that is shown, in ms. */
  readonly readingMs: number;
}
