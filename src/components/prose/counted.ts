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
export const countedOf = (subjects: readonly string[]): readonly Counted[] =>
  subjects.flatMap((subject) => files[`../../subjects/${subject}/counts.ts`]?.() ?? []);

export const countIn = ({ entries }: Recording, counted: Counted): number =>
  'counts' in counted
    ? entries.filter(({ event }) => counted.counts(event)).length
    : counted.atEnd(entries.at(-1)!.world);
