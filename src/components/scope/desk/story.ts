import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals';
import { stopsOf } from '../../../recording/granularity.ts';
import type { Player } from '../player/player.ts';
import type { Told } from '../player/told.ts';

/** A moment that the text tells of. */
export interface ToldMoment {
  readonly scenario: string;
  readonly seed: number;
  readonly entry: number;
  /** True if a whole paragraph tells of it, and of what follows; else a link in the text does. */
  readonly isStep: boolean;
  /** What tells of it, in plain words. */
  readonly words: string;
}

/** What lies between two told moments is played in so long, in ms of the reader's time. */
const betweenMs = 600;
/** The most frames of it. */
const mostFrames = 6;
/** A reader of English takes about so long for a word, and looks at the picture besides. */
const wordMs = 280;
const lookMs = 2500;

export interface StoryOptions {
  /** Shows the moment of another run, if it is still wanted when that is there. Resolves when it stands there. */
  readonly bring: (moment: ToldMoment, wanted: () => boolean) => Promise<unknown>;
  /** True where nothing is to move by itself. */
  readonly still: () => boolean;
  readonly later: (action: () => void, ms: number) => () => void;
  /** Called when the reader steps from moment to moment. */
  readonly stepped?: () => void;
}

/** The told moments of a page, in the order of the text, over all its runs, and the one that the player shows. */
export class PageStory<M extends ToldMoment = ToldMoment> implements Told {
  readonly moments: readonly M[];
  readonly #player: Player;
  readonly #options: StoryOptions;
  /** The one that was gone to last. */
  readonly #chosen: Signal<number> = signal(-1);
  /** True until it is shown. */
  readonly #going = signal(false);
  #cancel: (() => void) | undefined;
  #asked = 0;
  /** The entry that it shows on the way; undefined while another run is brought, and where it shows nothing. */
  #passing: number | undefined;

  /** Index of the moment that is shown: the one gone to, else the last of its run that has happened. -1 where there is none. */
  readonly index: ReadonlySignal<number>;
  /** As `index`, but -1 while the run that is shown is the reader's own. */
  readonly lit: ReadonlySignal<number>;
  /** The moment that is gone to, until something else moves the run; undefined where none is. */
  readonly goal: ReadonlySignal<M | undefined>;
  readonly place: Told['place'];
  readonly before: Told['before'];

  constructor(player: Player, moments: readonly M[], options: StoryOptions) {
    this.#player = player;
    this.moments = moments;
    this.#options = options;
    const goal = computed(() =>
      this.#going.value || this.#isShown(this.#chosen.value) ? this.#chosen.value : undefined,
    );
    this.goal = computed(() => this.moments[goal.value ?? -1]);
    this.lit = computed(() => goal.value ?? (this.#isOwn() ? -1 : this.#lastHappened()));
    this.index = computed(() => (this.#isOwn() && !this.#going.value ? this.#chosen.value : this.lit.value));
    this.place = computed(() => ({ at: this.index.value + 1, of: this.moments.length }));
    this.before = computed(() => this.#toldBefore());
  }

  get readingMs(): number {
    const words = this.moments[this.index.value]?.words ?? '';
    // A Chinese sign is read in about the time of half a word.
    const signs = words.match(/\p{Script=Han}/gu)?.length ?? 0;
    const others = words
      .replaceAll(/\p{Script=Han}/gu, ' ')
      .split(/\s+/)
      .filter(Boolean).length;
    return lookMs + (others + signs / 2) * wordMs;
  }

  go(by: number): boolean {
    const at = this.index.value;
    const to = Math.max(0, Math.min(this.moments.length - 1, at + by));
    if (to === at && this.#isShown(at)) return false;
    this.#options.stepped?.();
    // Behind a told moment, a step back leads to it.
    const back = by < 0 && at >= 0 && !this.#going.value && !this.#isShown(at) && !this.#isOwn();
    void this.show(back && by === -1 ? at : to);
    return true;
  }

  /** Shows the moment that the reader chose by its number. */
  pick(to: number): void {
    this.#options.stepped?.();
    void this.show(to);
  }

  /** Shows a moment of the text: the next one of the same run with what lies between, any other at once. */
  async show(to: number): Promise<void> {
    const moment = this.moments[to];
    if (!moment) return;
    const player = this.#player;
    this.#cancel?.();
    const asked = ++this.#asked;
    const next = to === this.#chosen.peek() + 1 && !this.#isOwn();
    this.#passing = undefined;
    batch(() => {
      this.#chosen.value = to;
      this.#going.value = true;
    });
    const here = this.#isOfRun(moment) && player.branch.peek() === 'original';
    if (!here) await this.#options.bring(moment, () => asked === this.#asked);
    else if (next && !this.#options.still() && moment.entry > player.cursor.peek())
      await this.#playTo(moment.entry);
    else this.#pass(moment.entry);
    if (asked === this.#asked) this.leave();
  }

  /** Shows an entry of the run that no passage tells of. */
  async showEntry(entry: number): Promise<void> {
    this.leave();
    this.#going.value = true;
    this.#chosen.value = -1;
    this.#pass(entry);
    this.leave();
  }

  /** Leaves what is being gone to: something else moves the run now. */
  leave(): void {
    this.#asked++;
    this.#cancel?.();
    this.#going.value = false;
  }

  /** True while it moves the player, and the player shows what it was moved to. */
  get moves(): boolean {
    return this.#going.peek() && (this.#passing ?? this.#player.cursor.peek()) === this.#player.cursor.peek();
  }

  /** Indices of the moments of a run. */
  momentsOf(scenario: string, seed: number): readonly number[] {
    return this.moments.flatMap((one, i) => (one.scenario === scenario && one.seed === seed ? i : []));
  }

  /** Plays the events between where the run stands and an entry. */
  #playTo(entry: number): Promise<void> {
    const player = this.#player;
    const between = stopsOf(player.recording.peek(), 'event').filter(
      (stop) => stop > player.cursor.peek() && stop < entry,
    );
    const each = Math.max(1, Math.ceil(between.length / (mostFrames - 1)));
    const frames = [...between.filter((_stop, i) => i % each === each - 1), entry];
    return new Promise((resolve) => {
      const show = (i: number): void => {
        this.#pass(frames[i] as number);
        if (i === frames.length - 1) return resolve();
        const cancel = this.#options.later(() => show(i + 1), betweenMs / frames.length);
        this.#cancel = () => {
          cancel();
          resolve();
        };
      };
      show(0);
    });
  }

  #pass(entry: number): void {
    this.#passing = entry;
    this.#player.seek(entry);
  }

  #isOwn(): boolean {
    return this.#player.branch.value === 'fork' || this.#player.recording.value.acts.length > 0;
  }

  #isOfRun({ scenario, seed }: ToldMoment): boolean {
    const { original } = this.#player;
    return original.value.scenario === scenario && original.value.seed === seed;
  }

  #isShown(index: number): boolean {
    const moment = this.moments[index];
    return (
      moment !== undefined &&
      !this.#isOwn() &&
      this.#isOfRun(moment) &&
      moment.entry === this.#player.cursor.value
    );
  }

  /** Of the paragraphs about this run the last whose moment has come; of the links, where no paragraph tells of it. */
  #lastHappened(): number {
    const at = this.#player.cursor.value;
    const past = this.moments.flatMap((one, i) => (this.#isOfRun(one) && one.entry <= at ? i : []));
    const steps = past.filter((i) => this.moments[i]?.isStep);
    const entryOf = (i: number): number => this.moments[i]?.entry ?? -1;
    return (steps.length > 0 ? steps : past).reduce((a, b) => (entryOf(b) >= entryOf(a) ? b : a), -1);
  }

  #toldBefore(): number | undefined {
    const index = this.index.value;
    const [now, before] = [this.moments[index], this.moments[index - 1]];
    if (!now || !before || !this.#isShown(index) || !this.#isOfRun(before)) return undefined;
    return before.entry < now.entry ? before.entry : undefined;
  }
}
