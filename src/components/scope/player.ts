import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals';
import { type Breakpoint, type Stops, breakpointStops, nextBreakpoint } from '../../recording/breakpoints.ts';
import { causesOf } from '../../recording/causes.ts';
import { type WorldChange, changesBetween } from '../../recording/changes.ts';
import {
  type Granularity,
  granularities,
  isStop,
  nextStop,
  nextWhere,
  previousStop,
  stopsOf,
} from '../../recording/granularity.ts';
import type { Recording } from '../../recording/recording.ts';
import { select, selectorOf } from '../../recording/select.ts';
import { tell, whyOf } from '../../recording/tell.ts';
import type { Act, ActAt } from '../../runtime/cluster/acts.ts';
import type { Entry } from '../../runtime/observe/world.ts';
import { type Branch, type Comparison, commonLength, compareRuns, sameMoment } from './branches.ts';
import type { PaneId } from './panes/pane-list.ts';

/** How a run is made again, from its beginning, with other inputs. Rejects with a message for the reader. */
export type RunAgain = (inputs: {
  readonly seed: number;
  readonly acts: readonly ActAt[];
}) => Promise<Recording>;

export interface PlayerOptions {
  /** Index of the entry shown first; the run's first by default. */
  readonly start?: number;
  readonly granularity?: Granularity;
  /** Without it nobody can act, and there is no other seed. */
  readonly runAgain?: RunAgain;
  /** Calls back once after `ms` of the reader's time; gives what cancels it. */
  readonly later?: (action: () => void, ms: number) => () => void;
}

export const speeds = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof speeds)[number];

/** One step a beat at speed 1, in ms of the reader's time. */
const beatMs = 900;

const hostLater = (action: () => void, ms: number): (() => void) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

/**
 * The model of a Scope: a recording, where the reader is in it, and what they can do. It knows nothing of a page.
 * Signals are for components to read; `cursor` and the branches change only through the methods.
 */
export class Player {
  readonly original: Signal<Recording>;
  readonly fork: Signal<Recording | undefined> = signal(undefined);
  readonly branch: Signal<Branch> = signal('original');
  /** Index of the entry that is shown. */
  readonly cursor: Signal<number>;
  readonly granularity: Signal<Granularity>;
  readonly playing = signal(false);
  readonly speed: Signal<Speed> = signal(1);
  readonly breakpoints: Signal<readonly Breakpoint[]> = signal([]);
  /** A key that steps stay with: `default/web`. */
  readonly follow: Signal<string | undefined> = signal(undefined);
  readonly openPane: Signal<PaneId> = signal('store');
  /** True while a run is being made. */
  readonly busy = signal(false);
  /** What went wrong last, in words for the reader. */
  readonly problem: Signal<string | undefined> = signal(undefined);

  readonly recording: ReadonlySignal<Recording> = computed(() =>
    this.branch.value === 'fork' && this.fork.value ? this.fork.value : this.original.value,
  );
  readonly frame: ReadonlySignal<Entry> = computed(
    () => this.recording.value.entries[this.cursor.value] as Entry,
  );
  readonly #allStops = computed(() => stopsOf(this.recording.value, this.granularity.value));
  /** Which stop of its size the cursor is at or behind, from 1, and how many there are. */
  readonly place = computed(() => {
    const all = this.#allStops.value;
    return { at: countUpTo(all, this.cursor.value), of: all.length };
  });
  /** Where a step back leads; undefined at the first stop. */
  readonly previousStop = computed(() => this.#stop(-1));
  readonly nextStop = computed(() => this.#stop(1));
  readonly previousFrame = computed((): Entry | undefined => {
    const at = this.previousStop.value;
    return at === undefined ? undefined : this.recording.value.entries[at];
  });
  readonly changes = computed((): readonly WorldChange[] => {
    const before = this.previousStop.value;
    return before === undefined ? [] : changesBetween(this.recording.value, before, this.cursor.value);
  });
  readonly sentence = computed(() => tell(this.frame.value.event));
  readonly why = computed(() => whyOf(this.recording.value, this.cursor.value));
  /** Indices of the causes, from the nearest to the act, or to where the cluster started. */
  readonly whyChain = computed(() => causesOf(this.recording.value, this.cursor.value));
  readonly stops = computed((): readonly Stops[] =>
    this.breakpoints.value.flatMap((breakpoint) => {
      const [stops] = breakpointStops(this.recording.value, breakpoint);
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
  /** How the two branches differ; undefined without a fork. */
  readonly comparison = computed((): Comparison | undefined => {
    const fork = this.fork.value;
    return fork && compareRuns(this.original.value, fork);
  });

  readonly #runAgain: RunAgain | undefined;
  readonly #later: NonNullable<PlayerOptions['later']>;
  #cancel: (() => void) | undefined;
  #request = 0;

  constructor(recording: Recording, options: PlayerOptions = {}) {
    if (recording.entries.length === 0) throw new RangeError('a recording without entries cannot be played');
    this.original = signal(recording);
    this.cursor = signal(within(options.start ?? 0, recording));
    this.granularity = signal(options.granularity ?? 'event');
    this.#runAgain = options.runAgain;
    this.#later = options.later ?? hostLater;
  }

  get canRunAgain(): boolean {
    return this.#runAgain !== undefined;
  }

  /** Index of the last entry. */
  get last(): number {
    return this.recording.value.entries.length - 1;
  }

  /** Goes to the next stop. `size` is the granularity of this one step. False at the end. */
  stepForward(size: Granularity = this.granularity.value): boolean {
    return this.#go(
      this.#stop(1, size) ?? (this.cursor.value < this.last && !this.follow.value ? this.last : undefined),
    );
  }

  stepBack(size: Granularity = this.granularity.value): boolean {
    return this.#go(this.#stop(-1, size) ?? (this.cursor.value > 0 && !this.follow.value ? 0 : undefined));
  }

  toStart(): void {
    this.seek(0);
  }

  toEnd(): void {
    this.seek(this.last);
  }

  /** Shows an entry; an index outside the run shows its nearest end. */
  seek(index: number): void {
    this.cursor.value = within(index, this.recording.value);
  }

  /** Shows the stop of the present size that is at an index, or the last one before it. */
  seekNear(index: number): void {
    const all = this.#allStops.value;
    this.seek(all[Math.max(0, countUpTo(all, index) - 1)] ?? index);
  }

  /** Shows what a selector names; an error, also told in `problem`, if it names nothing. */
  seekTo(selector: string): Error | undefined {
    const [index, error] = select(this.recording.value, selector);
    this.problem.value = error?.message;
    if (index !== undefined) this.seek(index);
    return error;
  }

  play(): void {
    if (this.playing.value) return;
    if (this.cursor.value >= this.last) this.cursor.value = 0;
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
  get largerGranularity(): Granularity {
    return granularities[granularities.indexOf(this.granularity.value) + 1] ?? this.granularity.value;
  }

  /** Goes to the nearest breakpoint that way; false if there is none. */
  runToBreakpoint(direction: 1 | -1 = 1): boolean {
    return this.#go(nextBreakpoint(this.recording.value, this.stops.value, this.cursor.value, direction));
  }

  /** Sets a breakpoint, or takes it away if it is set. */
  toggleBreakpoint(at: Breakpoint | { readonly file: string; readonly line: number }): void {
    const breakpoint: Breakpoint = 'kind' in at ? at : { kind: 'line', file: at.file, line: at.line };
    const text = JSON.stringify(breakpoint);
    const others = this.breakpoints.value.filter((other) => JSON.stringify(other) !== text);
    const had = others.length < this.breakpoints.value.length;
    this.breakpoints.value = had ? others : [...others, breakpoint];
  }

  /** Toggles a breakpoint on what is shown: its line, or every event like it. */
  toggleBreakpointHere(): void {
    const { event, index } = this.frame.value;
    if (event.kind === 'line') this.toggleBreakpoint({ file: event.file, line: event.line });
    else {
      const selector = selectorOf(this.recording.value, index).replace(/ #\d+$/, '');
      this.toggleBreakpoint({ kind: 'selector', selector });
    }
  }

  /** Lines of a file that have a breakpoint. */
  lineBreakpoints(file: string): ReadonlySet<number> {
    const lines = new Set<number>();
    for (const one of this.breakpoints.value)
      if (one.kind === 'line' && one.file === file) lines.add(one.line);
    return lines;
  }

  /** Does something to the cluster at the entry shown, and shows the run that follows from it, at the same entry. */
  async act(...added: readonly Act[]): Promise<void> {
    const { acts } = this.recording.value;
    const { step } = this.frame.value;
    await this.#forkWith([...acts, ...added.map((act) => ({ step, act }))].sort((a, b) => a.step - b.step));
  }

  /** Takes back an act of the run that is shown: `place` is its place in `recording.acts`. */
  async removeAct(place: number): Promise<void> {
    const acts = this.recording.value.acts.filter((_act, i) => i !== place);
    if (acts.length === this.original.value.acts.length) this.discardFork();
    else await this.#forkWith(acts);
  }

  /** Makes the run again with another seed; a fork is gone then. */
  async reseed(seed: number): Promise<void> {
    const { acts } = this.original.value;
    const recording = await this.#run(seed, acts);
    if (!recording) return;
    batch(() => {
      this.fork.value = undefined;
      this.branch.value = 'original';
      this.original.value = recording;
      this.cursor.value = within(this.cursor.value, recording);
    });
  }

  /** Shows the other run at the same moment. */
  switchBranch(to: Branch = this.branch.value === 'fork' ? 'original' : 'fork'): void {
    const fork = this.fork.value;
    if (!fork || to === this.branch.value) return;
    const from = this.recording.value;
    const other = to === 'fork' ? fork : this.original.value;
    batch(() => {
      this.cursor.value = sameMoment(from, this.cursor.value, other);
      this.branch.value = to;
    });
  }

  discardFork(): void {
    batch(() => {
      this.switchBranch('original');
      this.fork.value = undefined;
    });
  }

  async #forkWith(acts: readonly ActAt[]): Promise<void> {
    const from = this.recording.value;
    const at = this.cursor.value;
    const fork = await this.#run(this.original.value.seed, acts);
    if (!fork) return;
    batch(() => {
      this.fork.value = fork;
      this.branch.value = 'fork';
      this.cursor.value = at < commonLength(from, fork) ? at : sameMoment(from, at, fork);
    });
  }

  async #run(seed: number, acts: readonly ActAt[]): Promise<Recording | undefined> {
    if (!this.#runAgain) return undefined;
    this.pause();
    const request = ++this.#request;
    batch(() => {
      this.busy.value = true;
      this.problem.value = undefined;
    });
    try {
      const recording = await this.#runAgain({ seed, acts });
      if (request !== this.#request) return undefined;
      if (recording.entries.length > 0) return recording;
      this.problem.value = recording.outcome.message ?? 'This run came to its end before anything happened.';
    } catch (error) {
      if (request === this.#request)
        this.problem.value = error instanceof Error ? error.message : String(error);
    } finally {
      if (request === this.#request) this.busy.value = false;
    }
    return undefined;
  }

  #go(index: number | undefined): boolean {
    if (index === undefined) return false;
    this.cursor.value = index;
    return true;
  }

  #stop(direction: 1 | -1, size: Granularity = this.granularity.value): number | undefined {
    const recording = this.recording.value;
    const key = this.follow.value;
    if (key === undefined) {
      return (direction > 0 ? nextStop : previousStop)(recording, this.cursor.value, size);
    }
    const [about] = breakpointStops(recording, { kind: 'key', key });
    const wanted = size === 'line' ? 'event' : size;
    return nextWhere(
      recording,
      this.cursor.value,
      direction,
      (entry) => isStop(entry, wanted) && !!about?.(entry),
    );
  }

  #beat(): void {
    this.#cancel = this.#later(() => {
      const on = this.stepForward();
      const stop = this.stops.value.some((stops) => stops(this.frame.value));
      if (on && !stop && this.cursor.value < this.last) this.#beat();
      else this.pause();
    }, beatMs / this.speed.value);
  }
}

function within(index: number, recording: Recording): number {
  return Math.max(0, Math.min(recording.entries.length - 1, Math.round(index)));
}

/** How many of a rising list are at most `value`. */
function countUpTo(rising: readonly number[], value: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
