import { ownMoment } from '../link/own-link.ts';
import type { ToldMoment } from './story.ts';

/** What the page tells of a moment, and the link in it. */
export interface Passage extends ToldMoment {
  /** The paragraph that is bound to the moment, or the link in another one. */
  readonly element: HTMLElement;
  readonly link: HTMLAnchorElement;
  /** All that is read of it: the element, or what stands round the link. */
  readonly around: HTMLElement;
}

/** In these a link shows an answer, or does something; they are no part of the story. */
const apart = '.symptom, .prediction, .experiment, .exercise, .group, table, loop-scope';

/** What a page tells of its runs, in the order of the text. */
export function passagesOf(page: ParentNode): readonly Passage[] {
  // Nodes of a diagram lead to moments, too, and are no prose.
  const links = page.querySelectorAll<HTMLAnchorElement>('main a[href^="#scope="]:not(svg a)');
  return [...links].flatMap((link): Passage[] => {
    const moment = link.closest(apart) ? undefined : ownMoment(link.hash);
    if (!moment) return [];
    const { scenario, seed, entry } = moment;
    const step = link.closest<HTMLElement>('.step');
    const isStep = step?.querySelector('a') === link;
    const element = isStep ? step : link;
    const around = step ?? link.closest<HTMLElement>('p, li') ?? link;
    return [{ scenario, seed, entry, isStep, words: wordsOf(around), element, link, around }];
  });
}

/** The words of a passage, without its time and what its terms mean. */
function wordsOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const aside of copy.querySelectorAll('.margin-note, .step > a')) aside.remove();
  if (copy.matches('.step')) copy.querySelector(':scope > a')?.remove();
  return copy.textContent.replaceAll(/\s+/g, ' ').trim();
}

/** Opens the text round an element, where a prediction holds it back. */
export function openRound(element: Element): void {
  const asked = element.closest('.goes-on')?.previousElementSibling;
  if (asked instanceof HTMLElement) asked.dataset.answered = '';
}

/** Puts a passage to the reading line, and the focus on its link. True where the page is on its way there. */
export function leadTo(
  { element, link }: Passage,
  line: number,
  behavior: 'instant' | 'smooth' = 'instant',
): boolean {
  const hidden = element.closest('details');
  if (hidden) hidden.open = true;
  openRound(element);
  const most = document.documentElement.scrollHeight - innerHeight;
  const top = Math.max(0, Math.min(most, scrollY + element.getBoundingClientRect().top - line + 1));
  const far = Math.abs(top - scrollY) >= 1;
  scrollTo({ top, behavior });
  link.focus({ preventScroll: true });
  return far && behavior === 'smooth';
}
