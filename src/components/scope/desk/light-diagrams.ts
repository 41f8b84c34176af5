import { effect } from '@preact/signals';
import type { Player } from '../player/player.ts';
import { decodeMoment } from '../link/share-link.ts';

/** What a diagram of the page binds to a moment: its words, and the line that belongs to them. */
interface Bound {
  readonly drawing: Element;
  readonly link: Element;
  readonly parts: readonly Element[];
  readonly scenario: string;
  readonly seed: number;
  readonly entry: number;
}

/**
 * Lights in the diagrams of the page what has happened up to the moment that the player shows, and marks the last of it. Only those of
 * the run that is shown are lit, and none while it is the reader's own. Gives what ends it.
 */
export function lightDiagrams(player: Player): () => void {
  const bound = [...document.querySelectorAll('.diagram a[data-moment]')].flatMap(boundTo);
  const light = (happened: readonly Bound[]): void => {
    for (const one of bound) {
      for (const part of one.parts) part.toggleAttribute('data-happened', happened.includes(one));
      const last = happened
        .filter(({ drawing }) => drawing === one.drawing)
        .reduce<Bound | undefined>(
          (best, each) => (best && best.entry > each.entry ? best : each),
          undefined,
        );
      if (one === last) one.link.setAttribute('aria-current', 'step');
      else one.link.removeAttribute('aria-current');
    }
  };
  const end = effect(() => {
    const { scenario, seed, acts } = player.recording.value;
    const at = player.cursor.value;
    const own = player.branch.value === 'fork' || acts.length > 0;
    light(
      own ? [] : bound.filter((one) => one.scenario === scenario && one.seed === seed && one.entry <= at),
    );
  });
  return () => {
    end();
    light([]);
  };
}

function boundTo(link: Element): Bound[] {
  const drawing = link.closest('svg');
  const [moment] = decodeMoment(link.getAttribute('href') ?? '');
  if (!drawing || !moment) return [];
  const parts = [...drawing.querySelectorAll(`[data-moment="${link.getAttribute('data-moment')}"]`)];
  const { scenario, seed, entry } = moment;
  return [{ drawing, link, parts, scenario, seed, entry }];
}
