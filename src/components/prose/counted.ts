import type { Recording } from '../../recording/recording.ts';
import type { Event } from '../../runtime/stage/events.ts';
import type { World } from '../../runtime/stage/world.ts';

/** What can be counted of a run: events, or what there is in the end. */
export type Counted = {
  readonly what: string;
  /** True where it is shown even if both runs have as many. */
  readonly always?: true;
} & ({ readonly counts: (event: Event) => boolean } | { readonly atEnd: (world: World) => number });

const files = import.meta.glob<() => readonly Counted[]>('../../subjects/*/counts.ts', {
  eager: true,
  import: 'counts',
});

/** What can be counted of runs of these subjects. */
const countedOf = (subjects: readonly string[]): readonly Counted[] =>
  subjects.flatMap((subject) => files[`../../subjects/${subject}/counts.ts`]?.() ?? []);

const countIn = ({ entries }: Recording, counted: Counted): number =>
  'counts' in counted
    ? entries.filter(({ event }) => counted.counts(event)).length
    : counted.atEnd(entries.at(-1)!.world);

/** What was counted in two runs: of the story, and of what was changed. */
export interface CountedRow {
  readonly what: string;
  readonly story: string;
  readonly changed: string;
}

/** What can be counted of two runs, where they differ or it is told always. */
export const countedRows = (story: Recording, changed: Recording): CountedRow[] =>
  countedOf(story.subjects).flatMap((counted) => {
    const [one, other] = [countIn(story, counted), countIn(changed, counted)];
    return counted.always || one !== other
      ? [{ what: counted.what, story: String(one), changed: String(other) }]
      : [];
  });
