import { effect } from '@preact/signals';
import { onUse } from '../../base/on-use.ts';
import type { SharedMoment } from '../link/share-link.ts';
import type { Player } from '../player/player.ts';
import { makeAhead } from './ahead.ts';
import { Follow } from './follow.ts';
import { type Passage, leadTo, openRound, passagesOf } from './passages.ts';
import { ReadAddress } from './read-address.ts';
import { ReadingLine } from './reading-line.ts';
import { PageStory, type ToldMoment } from './story.ts';

const lights = onUse(async () => {
  const [{ lightSnippets }, { lightDiagrams }] = await Promise.all([
    import('../../code/light-snippets.ts'),
    import('./light-diagrams.ts'),
  ]);
  return (player: Player) => [lightSnippets(player), lightDiagrams(player)];
});

/** The text and the machine of a page, and what ties them. */
export interface Desk {
  readonly story: PageStory<Passage>;
  /** The questions of the page, in the order of the text. */
  readonly questions: readonly HTMLElement[];
  readonly follow: Follow;
  /** Shows a moment of any run that is asked for elsewhere; who holds the machine holds it. False where that cannot be. */
  bring(moment: SharedMoment, wanted?: () => boolean): Promise<boolean>;
  /** Makes a run of the page that may be brought soon. */
  make(run: ToldMoment): Promise<unknown>;
  /** Does what a press in the text asks for; the machine follows the text from there on. */
  asked(move: () => Promise<boolean>): Promise<boolean>;
  /** Leads the reader on to the next passage, or back to the one before (-1), and the machine with them. */
  lead(by: 1 | -1): void;
  end(): void;
}

/** How much of the window the header and a dock cover from its top, in px. */
function covered(): number {
  const dock = document.querySelector<HTMLElement>('loop-scope');
  if (dock) {
    const { position, top } = getComputedStyle(dock);
    if (position === 'sticky') return Number.parseFloat(top) + dock.offsetHeight;
  }
  return document.querySelector('.header')?.clientHeight ?? 0;
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

function later(action: () => void, ms: number): () => void {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
}

interface DeskOptions {
  /** Shows a moment of any run. False where that cannot be. */
  readonly bring: (moment: SharedMoment, wanted?: () => boolean) => Promise<boolean>;
  /** Makes a run of the page that may be brought soon. */
  readonly make: (run: ToldMoment) => Promise<unknown>;
  /** Index of the entry that stands before anything is read. */
  readonly start: number;
  /** True where the reader came by a link to a moment, which stands until they read on. */
  readonly linked: boolean;
}

let endLast: (() => void) | undefined;

/** Ties a player to the text of the page; undefined where that tells of nothing. */
export function openDesk(player: Player, { bring, make, start, linked }: DeskOptions): Desk | undefined {
  // A Scope that takes the place of another begins when that has let go of the text.
  endLast?.();
  const passages = passagesOf(document);
  if (passages.length === 0) return undefined;
  const story = new PageStory(player, passages, {
    bring: ({ scenario, seed, entry }, wanted) => bring({ scenario, seed, entry, acts: [] }, wanted),
    still: isStill,
    later,
    stepped: () => follow.take(),
  });
  const { scenario, seed } = player.original.peek();
  const questions = [...document.querySelectorAll<HTMLElement>('main .prediction')];
  const elements = inOrder([...passages.map(({ element }) => element), ...questions]);
  // At a question the machine stands where the text before it left it, and at text that a question still holds back, too.
  const readAt = (at: number): number =>
    passages.findLastIndex(({ element }) => elements.indexOf(element) <= at && element.checkVisibility());
  const showRead = async (index: number): Promise<void> => {
    const at = readAt(index);
    const moment = passages[at];
    // A run that the reader made is not dropped for one that scrolled by.
    if (player.fork.peek() && moment && moment.scenario !== player.original.peek().scenario) return;
    if (moment) return story.show(at);
    if (index < 0 && player.original.peek().scenario === scenario) await story.showEntry(start);
  };
  const line: ReadingLine = new ReadingLine({
    elements,
    covered,
    tell: (index) => {
      void follow.along(() => showRead(index));
      // What the reader made of the run is not in the address of a passage.
      if (follow.holder.peek() === 'text') address.set(passages[readAt(index)]?.link.hash ?? '');
    },
  });
  const address = new ReadAddress({ here: () => location.hash, replace: setFragment, later });
  const follow: Follow = new Follow(player, story, () => showRead(line.active));
  if (!linked && line.active >= 0) void follow.along(() => showRead(line.active));
  player.told.value = story;
  player.granularity.value = 'told in the text';
  const unlight = light(player, story, line);
  const unmake = makeAhead(passages, { shown: { scenario, seed }, line: line.y, make });
  // What is at the line stays unsaid until the reader goes on.
  const asked: Desk['asked'] = (move) => follow.asked(move).finally(() => line.rest());
  const lead: Desk['lead'] = (by) => {
    const to = (readBy(passages) ?? (inScope() ? story.index.peek() : readAt(line.active))) + by;
    const passage = passages[to];
    if (!passage) return;
    if (leadTo(passage, line.y, isStill() ? 'instant' : 'smooth')) line.restThere();
    address.set(passage.link.hash);
    void asked(() => story.show(to).then(() => true));
  };
  // A link that is pressed goes before what was being read.
  const gone = (): void => {
    line.rest();
    address.leave();
  };
  addEventListener('hashchange', gone);
  const end = (): void => {
    removeEventListener('hashchange', gone);
    unlight();
    unmake();
    address.leave();
    follow.end();
    line.end();
    story.leave();
  };
  endLast = end;
  return { story, questions, follow, bring, make, asked, lead, end };
}

/** Gives the page another fragment without going anywhere; none if it is empty. */
function setFragment(fragment: string): void {
  history.replaceState(history.state, '', fragment || location.pathname + location.search);
}

/** Elements in the order of the text. */
const inOrder = (elements: readonly HTMLElement[]): readonly HTMLElement[] =>
  elements.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));

const inScope = (): boolean => !!document.activeElement?.closest('.scope');

/** Index of the passage that has the focus and is in the window: who goes on by keys goes on from there. */
function readBy(passages: readonly Passage[]): number | undefined {
  const at = passages.findLastIndex(({ element }) => element.contains(document.activeElement));
  const box = passages[at]?.link.getBoundingClientRect();
  return box && box.bottom > 0 && box.top < innerHeight ? at : undefined;
}

/** Lights the passage that tells of what is shown, what lists its code, and what of it diagrams draw. Gives what ends that. */
function light(player: Player, story: PageStory<Passage>, line: ReadingLine): () => void {
  let lit: Passage | undefined;
  const change = (passage: Passage | undefined): void => {
    if (passage === lit) return;
    lit?.element.removeAttribute('aria-current');
    passage?.element.setAttribute('aria-current', 'step');
    lit = passage;
    player.passage.value = passage && (() => leadTo(passage, line.y));
  };
  const end = effect(() => {
    // Who goes to a moment is told of it, also where a question stands before.
    if (story.goal.value) openRound(story.goal.value.element);
    change(story.moments[story.lit.value]);
  });
  let ended = false;
  let unlit: readonly (() => void)[] = [];
  void lights.load(player).then((light) => {
    if (!ended) unlit = light?.(player) ?? [];
  });
  return () => {
    ended = true;
    end();
    for (const unlight of unlit) unlight();
    change(undefined);
  };
}
