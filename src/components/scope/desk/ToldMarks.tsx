import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { PageStory } from './story.ts';
import type { Player } from '../player/player.ts';
import { type TimelineLayout, timelineWidth } from '../timeline/timeline-layout.ts';

interface ToldProps {
  readonly player: Player;
  readonly story: PageStory;
  readonly layout: TimelineLayout;
}

/** How many numbers have room beside each other. */
const places = 20;

/** The moments of this run that the text tells of, numbered as they come in the text; a press goes there. */
export function ToldMarks({ player, story, layout }: ToldProps): VNode {
  const { scenario, seed } = player.original.value;
  const entryOf = (i: number): number => story.moments[i]?.entry ?? 0;
  const told = [...story.momentsOf(scenario, seed)].sort((a, b) => entryOf(a) - entryOf(b) || a - b);
  const wanted = told.map((i) => ((layout.xs[entryOf(i)] ?? 0) / timelineWidth) * places);
  const at = placesOf(wanted, places);
  const shown = story.lit.value;
  const groups = new Map<number, number[]>();
  told.forEach((i, n) => groups.set(at[n] ?? 0, [...(groups.get(at[n] ?? 0) ?? []), i]));
  return (
    <div class="timeline-told" role="group" aria-label={t`Told in the text`}>
      {[...groups].map(([place, all]) => {
        // Where several share a place, each press leads to the next of them.
        const to = all[(all.indexOf(shown) + 1) % all.length] as number;
        const here = all.includes(shown);
        return (
          <button
            type="button"
            key={`${scenario} ${place}`}
            style={{ gridColumn: place + 1 }}
            aria-current={here ? 'step' : undefined}
            title={story.moments[here ? shown : to]?.words}
            aria-label={t`Told in the text: ${(here ? shown : to) + 1} of ${story.moments.length}`}
            onClick={() => story.pick(to)}
          >
            <span key={here ? shown : to}>{(here ? shown : to) + 1}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Each gets a place of its own as near as can be to the one that it wants, in order; where there are more than places, some share one. */
export function placesOf(wanted: readonly number[], places: number): number[] {
  if (wanted.length > places) return wanted.map((_x, i) => Math.floor((i * places) / wanted.length));
  const taken: number[] = [];
  wanted.forEach((x, i) => taken.push(Math.max(Math.floor(x), (taken[i - 1] ?? -1) + 1)));
  for (let i = taken.length - 1, last = places - 1; i >= 0; i--, last = (taken[i + 1] as number) - 1)
    taken[i] = Math.min(taken[i] as number, last);
  return taken;
}
