import { type Signal, batch, computed, signal } from '@preact/signals';
import type { Breakpoint, Stops } from '../../../recording/breakpoints.ts';
import { causesOf } from '../../../recording/causes.ts';
import { type Fold, tellFold } from '../../../recording/folds.ts';
import {
  type Granularity,
  granularities,
  nextStop,
  previousStop,
  stopsOf,
} from '../../../recording/granularity.ts';
import type { Recording } from '../../../recording/recording.ts';
import { tell } from '../../../recording/tell.ts';
import { whyOf } from '../../../recording/why.ts';
import type { Entry } from '../../../runtime/stage/world.ts';
import { onUse } from '../../base/on-use.ts';
import { Folding } from './folding.ts';
import { type RunAgain, Runs } from './runs.ts';
import { type StepSize, type Told, inRun } from './told.ts';
import { firstPlace } from '../../base/search.ts';

export interface PlayerOptions {
  /** Index of the entry shown first; the run's first by default. */
  readonly start?: number;
  readonly granularity?: StepSize;
  /** Without it nobody can act, and there is no other seed. */
  readonly runAgain?: RunAgain;
  /** Calls back once after `ms` of the reader's time; gives what cancels it. */
  readonly later?: (action: () => void, ms: number) => () => void;
}

/** One moment of a run, with the stop before it, of which it shows the difference. */
export interface View {
  readonly recording: Recording;
  readonly now: Entry;
  readonly before: Entry | undefined;
}

export const speeds = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof speeds)[number];

/** One step a beat at speed 1, in ms of the reader's time. */
const beatMs = 900;

const hostLater = (action: () => void, ms: number): (() => void) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

/** The parser of selectors: needed with the first breakpoint. */
const selecting = onUse(async () => {
  const [{ breakpointStops }, { selectorOf }] = await Promise.all([
    import('../../../recording/breakpoints.ts'),
    import('../../../recording/select.ts'),
  ]);
  return { breakpointStops, selectorOf };
});

/**
 * The model of a Scope: the runs, and how the reader moves in the one that is shown. It knows nothing of a page.
 * Signals are for components to read.
 */
export class Player extends Runs {
  /** The size that was chosen; `size` is the one that holds. */
  readonly granularity: Signal<StepSize>;
  /** What the page tells of the run, where it tells anything. */
  readonly told: Signal<Told | undefined> = signal(undefined);
  /** True while the text moves the run and not the reader: then nothing is announced. */
  readonly quiet = signal(false);
  readonly playing = signal(false);
  readonly speed: Signal<Speed> = signal(1);
  readonly breakpoints: Signal<readonly Breakpoint[]> = signal([]);
  readonly openPane: Signal<string | undefined> = signal(undefined);
  /** Leads to the paragraph of the page that tells of what is shown; undefined where there is none. */
  readonly passage: Signal<(() => void) | undefined> = signal(undefined);
  /** The size of what lies between told moments, else the one that was chosen. */
  readonly #inRun = computed((): Granularity => inRun(this.granularity.value));
  readonly folding: Folding;
  readonly #allStops = computed(() =>
    stopsOf(this.recording.value, this.#inRun.value, this.folding.opened.value),
  );
  /** Which stop of its size the cursor is at or behind, from 1, and how many there are. */
  readonly place = computed(() => {
    const told = this.#goesByText();
    if (told) return told.place.value;
    const all = this.#allStops.value;
    return { at: countUpTo(all, this.cursor.value), of: all.length };
  });
  /** The stop before the one shown, of which the difference is marked; undefined at the first. */
  readonly previousStop = computed(
    () =>
      this.#goesByText()?.before.value ??
      previousStop(this.recording.value, this.cursor.value, this.#inRun.value, this.folding.opened.value),
  );
  readonly previousFrame = computed((): Entry | undefined => {
    const at = this.previousStop.value;
    return at === undefined ? undefined : this.recording.value.entries[at];
  });
  /** All that panes and code are drawn from. */
  readonly view = computed((): View => ({
    recording: this.recording.value,
    now: this.frame.value,
    before: this.previousFrame.value,
  }));
  readonly sentence = computed(() =>
    this.folding.folded.value
      ? tellFold(this.recording.value, this.folding.here.value as Fold)
      : tell(this.frame.value.event),
  );
  readonly why = computed(() => whyOf(this.recording.value, this.cursor.value));
  /** Indices of the causes, from the nearest to the act, or to where the cluster started. */
  readonly whyChain = computed(() => causesOf(this.recording.value, this.cursor.value));
  readonly stops = computed((): readonly Stops[] =>
    this.breakpoints.value.flatMap((breakpoint) => {
      const [stops] = selecting.value?.breakpointStops(this.recording.value, breakpoint) ?? [];
      return stops ? [stops] : [];
    }),
  );
  /** Indices at which a breakpoint stops, in order. */
  readonly breakpointEntries = computed((): readonly number[] => {
    const stops = this.stops.value;
    if (stops.length === 0) return [];
    const { entries } = this.recording.value;
    return entries.filter((entry) => stops.some((stop) => stop(entry))).map(({ index }) => index);
  });

  readonly #later: NonNullable<PlayerOptions['later']>;
  #cancel: (() => void) | undefined;

  constructor(recording: Recording, options: PlayerOptions = {}) {
    super(recording, options.start ?? 0, options.runAgain);
    this.granularity = signal(options.granularity ?? 'event');
    this.folding = new Folding({ recording: this.recording, size: this.#inRun, cursor: this.cursor });
    this.#later = options.later ?? hostLater;
  }

  /** Shows an entry by itself: a fold that it is a part of opens. An index outside the run shows its nearest end. */
  override seek(index: number): void {
    batch(() => {
      super.seek(index);
      this.folding.openAt(this.cursor.value);
    });
  }

  /** Goes to the next stop, or to a breakpoint before it. `size` is the granularity of this one step. False at the end. */
  stepForward(size: StepSize = this.granularity.value): boolean {
    const told = this.#goesByText(size);
    if (told) return told.go(1);
    const at = this.cursor.value;
    const next = nextStop(this.recording.value, at, inRun(size), this.folding.opened.value) ?? this.last;
    const stop = this.breakpointEntries.value.find((index) => index > at && index <= next);
    return at < next && (this.#visit(stop) || this.#go(next));
  }

  stepBack(size: StepSize = this.granularity.value): boolean {
    const told = this.#goesByText(size);
    if (told) return told.go(-1);
    const at = this.cursor.value;
    const previous = previousStop(this.recording.value, at, inRun(size), this.folding.opened.value) ?? 0;
    const stop = this.breakpointEntries.value.findLast((index) => index < at && index >= previous);
    return previous < at && (this.#visit(stop) || this.#go(previous));
  }

  /** To the first stop: of the run, or of the text. */
  toStart(): void {
    const told = this.#goesByText();
    if (told) told.go(-told.place.value.of);
    else this.#go(0);
  }

  toEnd(): void {
    const told = this.#goesByText();
    if (told) told.go(told.place.value.of);
    else this.#go(this.last);
  }

  /** Whether there is a stop behind the one shown. */
  get goesOn(): boolean {
    const told = this.#goesByText()?.place.value;
    return told ? told.at < told.of : this.cursor.value < this.last;
  }

  /** Whether there is a stop before the one shown. */
  get goesBack(): boolean {
    const told = this.#goesByText()?.place.value;
    return told ? told.at > 1 : this.cursor.value > 0;
  }

  /** Shows the stop of the present size that is at an index, or the last one before it. */
  seekNear(index: number): void {
    const all = this.#allStops.value;
    const stop = all[Math.max(0, countUpTo(all, index) - 1)];
    if (!this.#go(stop)) this.seek(index);
  }

  play(): void {
    if (this.playing.value) return;
    if (!this.goesOn) this.toStart();
    this.playing.value = true;
    this.#beat();
  }

  pause(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.playing.value = false;
  }

  togglePlay(): void {
    if (this.playing.value) this.pause();
    else this.play();
  }

  /** One speed up (1) or down (-1). */
  changeSpeed(by: 1 | -1): void {
    const at = speeds.indexOf(this.speed.value) + by;
    this.speed.value = speeds[Math.max(0, Math.min(speeds.length - 1, at))] as Speed;
  }

  /** The next larger step, as Shift and an arrow take it. */
  get largerGranularity(): StepSize {
    const { value } = this.granularity;
    if (value === 'told in the text') return value;
    return granularities[granularities.indexOf(value) + 1] ?? value;
  }

  /** Goes to the nearest breakpoint that way; false if there is none. */
  runToBreakpoint(direction: 1 | -1 = 1): boolean {
    const at = this.cursor.value;
    const all = this.breakpointEntries.value;
    return this.#visit(direction > 0 ? all.find((index) => index > at) : all.findLast((index) => index < at));
  }

  /** Sets a breakpoint, or takes it away if it is set. */
  async toggleBreakpoint(at: Breakpoint | { readonly file: string; readonly line: number }): Promise<void> {
    if (!(await selecting.load(this))) return;
    const breakpoint: Breakpoint = 'kind' in at ? at : { kind: 'line', file: at.file, line: at.line };
    const text = JSON.stringify(breakpoint);
    const others = this.breakpoints.value.filter((other) => JSON.stringify(other) !== text);
    const had = others.length < this.breakpoints.value.length;
    this.breakpoints.value = had ? others : [...others, breakpoint];
  }

  /** Toggles a breakpoint on what is shown: its line, or every event like it. */
  async toggleBreakpointHere(): Promise<void> {
    const { event, index } = this.frame.value;
    if (event.kind === 'line') return this.toggleBreakpoint({ file: event.file, line: event.line });
    const recording = this.recording.value;
    const selector = (await selecting.load(this))?.selectorOf(recording, index).replace(/ #\d+$/, '');
    if (selector) await this.toggleBreakpoint({ kind: 'selector', selector });
  }

  /** Lines of a file that have a breakpoint. */
  lineBreakpoints(file: string): readonly number[] {
    return this.breakpoints.value.flatMap((one) =>
      one.kind === 'line' && one.file === file ? [one.line] : [],
    );
  }

  /** What is told, if steps of a size go through it. */
  #goesByText(size: StepSize = this.granularity.value): Told | undefined {
    return size === 'told in the text' ? this.told.value : undefined;
  }

  protected override rest(): void {
    this.pause();
  }

  #go(index: number | undefined): boolean {
    if (index === undefined) return false;
    this.cursor.value = index;
    return true;
  }

  /** As `#go`, to an entry by itself. */
  #visit(index: number | undefined): boolean {
    if (index !== undefined) this.seek(index);
    return index !== undefined;
  }

  #beat(): void {
    this.#cancel = this.#later(
      () => {
        const on = this.stepForward();
        const stop = this.stops.value.some((stops) => stops(this.frame.value));
        if (on && !stop && this.goesOn) this.#beat();
        else this.pause();
      },
      (this.#goesByText()?.readingMs ?? beatMs) / this.speed.value,
    );
  }
}

/** How many of a rising list are at most `value`. */
function countUpTo(rising: readonly number[], value: number): number {
  return firstPlace(rising.length, (place) => (rising[place] as number) > value);
}
