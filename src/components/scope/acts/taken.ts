import type { ActAt } from '../../../runtime/stage/acts.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import type { Runs } from '../player/runs.ts';

/** An act of the reader in this branch, and where it shows in the recording. */
export interface Taken {
  /** Its place in `recording.acts`. */
  readonly place: number;
  readonly act: ActAt['act'];
  /** Index of the entry that records it; undefined when the run ended before. */
  readonly entry?: number;
  readonly at?: number;
  /** Why the API server refused it. */
  readonly error?: string;
}

/** The reader's acts in the order in which they come, each with the entry that records it. */
export const takenActs = memoize((recording: Recording): readonly Taken[] => {
  const taken: Taken[] = [];
  const places = recording.acts.map((_, place) => place);
  places.sort((a, b) => (recording.acts[a]?.step ?? 0) - (recording.acts[b]?.step ?? 0) || a - b);
  const entries = recording.acts.length === 0 ? [] : recording.entries;
  const recorded = entries.filter(({ event }) => event.kind === 'act' && event.by === 'reader');
  places.forEach((place, at) => {
    const entry = recorded[at];
    const error = entry?.event.kind === 'act' ? entry.event.error : undefined;
    taken.push({
      place,
      act: (recording.acts[place] as ActAt).act,
      entry: entry?.index,
      at: entry?.at,
      error,
    });
  });
  return taken;
});

/** Takes back an act of the run that is shown: `place` is its place in `recording.acts`. */
export async function takeBack(runs: Runs, place: number): Promise<void> {
  const { acts: before, edits, changed } = runs.recording.value;
  const acts = before.filter((_act, i) => i !== place);
  if (!edits && !changed && acts.length === runs.original.value.acts.length) runs.discardFork();
  else await runs.change({ acts, edits, changed });
}
