import { type ReadonlySignal, type Signal, computed, effect, signal, untracked } from '@preact/signals';
import { t } from '../../../i18n/t.ts';
import { keepNotes, readNotes } from '../../base/kept-notes.ts';
import { encodeMoment } from '../link/share-link.ts';
import type { Player } from '../player/player.ts';
import type { Desk } from '../desk/desk.ts';
import { Leader, openWire } from './channel.ts';
import { type OnStage, Presentation } from './presentation.ts';
import { type AskedQuestion, questionsOf } from './questions.ts';
import { Stopwatch } from './stopwatch.ts';

/** What is told to the presenter, with the address to open by hand if there is one. */
export interface Notice {
  readonly says: string;
  readonly address?: string;
}

const storage = (): Storage => localStorage;

const hostLater = (action: () => void, ms: number): (() => void) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

/** A page as it is presented: where the room is in it, and what the presenter has beside. It outlasts the view of it. */
export class Talk {
  readonly desk: Desk;
  readonly presentation: Presentation<AskedQuestion>;
  readonly onStage: ReadonlySignal<OnStage>;
  readonly stopwatch = new Stopwatch(() => Date.now());
  /** True while projectors show the stage, and this window is the presenter's own. */
  readonly apart: Signal<boolean> = signal(false);
  readonly notice: Signal<Notice | undefined> = signal(undefined);
  /** True while what is shown is not sent: code that was edited stays in this window. */
  readonly withheld: Signal<boolean> = signal(false);
  /** Tells the projectors; undefined where windows cannot hear each other. */
  readonly leader: Leader | undefined;
  readonly #player: Player;
  readonly #ends: (() => void)[] = [];

  constructor(player: Player, desk: Desk) {
    this.#player = player;
    this.desk = desk;
    const { story, questions } = desk;
    this.presentation = new Presentation(story, questionsOf(questions, story.moments));
    const { question, revealed, hands } = this.presentation;
    this.onStage = computed(() => ({
      passage: story.lit.value,
      question: question.value,
      revealed: revealed.value,
      hands: hands.value,
    }));
    const wire = openWire();
    if (!wire) return;
    const leader = new Leader({
      wire,
      page: location.pathname,
      now: () => performance.now(),
      later: hostLater,
      turn: (by) => this.turn(by),
    });
    this.leader = leader;
    const followed = computed(() => leader.followers.value > 0);
    this.#ends = [
      effect(() => this.#tell(leader)),
      effect(() => this.#part(followed.value)),
      () => leader.end(),
    ];
  }

  /** One on, or one back. */
  turn(by: 1 | -1): void {
    this.#player.pause();
    if (by === 1) this.presentation.on();
    else this.presentation.back();
  }

  /** Opens the stage in a window of its own; where that cannot be, the notice says what to do. */
  openProjector(): void {
    if (!this.leader) {
      const says = t`This browser lets no window follow another. Put this one on the projector: it shows all that the room needs.`;
      this.notice.value = { says };
      return;
    }
    const address = `${location.pathname}?projector`;
    const opened = window.open(address, 'loopscope-projector', 'popup,width=1280,height=720');
    if (opened) {
      this.notice.value = undefined;
      this.apart.value = true;
    } else {
      const says = t`The browser opened no window. Let this site open windows, or open the projector by hand:`;
      this.notice.value = { says, address };
    }
  }

  get notes(): string {
    return readNotes(storage, location.pathname);
  }

  keepNotes(text: string): void {
    if (keepNotes(storage, location.pathname, text)) return;
    this.notice.value = { says: t`The notes are not kept here: they are gone when this page is closed.` };
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  /** Tells the projectors what is shown: of two moments the one that is gone to, and not what lies between. */
  #tell(leader: Leader): void {
    const { recording, cursor } = this.#player;
    const { scenario, seed, acts, edits, changed } = recording.value;
    const goal = this.desk.story.goal.value;
    this.withheld.value = edits !== undefined && !goal;
    if (this.withheld.peek()) return;
    const moment = goal ? { ...goal, acts: [] } : { scenario, seed, acts, changed, entry: cursor.value };
    leader.show({ moment: encodeMoment(moment), ...this.onStage.value });
  }

  /** A projector that comes takes the stage over; the clock begins with it. */
  #part(followed: boolean): void {
    if (!followed) return;
    untracked(() => {
      this.apart.value = true;
      if (this.stopwatch.ms === 0) this.stopwatch.start();
    });
  }
}

let last: Talk | undefined;

/** The talk of a page: the same one each time that it is presented. */
export function talkOf(player: Player, desk: Desk): Talk {
  if (last?.desk === desk) return last;
  last?.end();
  last = new Talk(player, desk);
  return last;
}
