import { effect } from '@preact/signals';
import { lightSnippets } from '../code/light-snippets.ts';
import { lightDiagrams } from './light-diagrams.ts';
import type { Player } from './player/player.ts';
import { decodeMoment } from './link/share-link.ts';

/** A paragraph of the page that is bound to an event, and the link at its head. */
interface Passage {
  readonly element: HTMLElement;
  readonly link: HTMLAnchorElement;
  readonly scenario: string;
  readonly seed: number;
  readonly entry: number;
}

/**
 * Lights the paragraph of the page that tells of what the player shows: the last one whose event has happened. Only paragraphs about
 * the run that is shown count, and none while it is the reader's own. Gives what ends it.
 */
export function lightSteps(player: Player): () => void {
  const passages = [...document.querySelectorAll<HTMLElement>('.step')].flatMap((element): Passage[] => {
    const link = element.querySelector('a');
    const [moment] = decodeMoment(link?.hash ?? '');
    return link && moment ? [{ element, link, ...moment }] : [];
  });
  let lit: Passage | undefined;
  const light = (passage: Passage | undefined): void => {
    if (passage === lit) return;
    lit?.element.removeAttribute('aria-current');
    passage?.element.setAttribute('aria-current', 'step');
    lit = passage;
    player.passage.value = passage && (() => leadTo(passage));
  };
  const end = effect(() => {
    const { scenario, seed } = player.recording.value;
    const at = player.cursor.value;
    const own = player.branch.value === 'fork' || player.recording.value.acts.length > 0;
    const told = passages.findLast(
      (passage) => passage.scenario === scenario && passage.seed === seed && passage.entry <= at,
    );
    light(own ? undefined : told);
  });
  const unlight = [lightSnippets(player), lightDiagrams(player)];
  return () => {
    end();
    for (const each of unlight) each();
    light(undefined);
  };
}

function leadTo({ element, link }: Passage): void {
  const hidden = element.closest('details');
  if (hidden) hidden.open = true;
  element.scrollIntoView({ block: 'center' });
  link.focus({ preventScroll: true });
}
