import { t } from '../../../i18n/t.ts';
import type * as branches from './branches.ts';
import type { Branch, Comparison } from './branches.ts';
import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals';
import type { Edits } from '../../../instrument/edit-place.ts';
import type { ChangedNumbers } from '../../../recording/numbers.ts';
import type { Recording } from '../../../recording/recording.ts';
import type { Act, ActAt } from '../../../runtime/stage/acts.ts';
import type { Entry } from '../../../runtime/stage/world.ts';

/** What a reader changes in a run: what they do in it, the files that run in place of ours, and numbers of its story. */
export interface RunChange {
  readonly acts: readonly ActAt[];
  readonly edits?: Edits;
  readonly changed?: ChangedNumbers;
}

/** An entry of a run. */
export interface Moment {
  readonly recording: Recording;
  readonly index: number;
}

/**
 * How a run is made again, from its beginning, with other inputs; `entry` is the one that is to be shown. Rejects with a message for the
 * reader.
 */
export type RunAgain = (
  inputs: RunChange & { readonly seed: number; readonly entry: number },
) => Promise<Recording>;

/**
 * A run, the one that follows from what the reader did in it, and where the reader is in the one that is shown.
 * `cursor` and the branches change only through the methods.
 */
export class Runs {
  readonly original: Signal<Recording>;
  readonly fork: Signal<Recording | undefined> = signal(undefined);
  readonly branch: Signal<Branch> = signal('original');
  /** How the two branches differ; undefined without a fork. */
  readonly comparison: Signal<Comparison | undefined> = signal(undefined);
  /** Index of the entry that is shown. */
  readonly cursor: Signal<number>;
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

  #runAgain: RunAgain | undefined;
  #request = 0;
  /** Finds the moment of one run in another; set as soon as there are two. */
  #sameMoment: typeof branches.sameMoment | undefined;

  constructor(recording: Recording, start: number, runAgain: RunAgain | undefined) {
    if (recording.entries.length === 0) throw new RangeError('a recording without entries cannot be played');
    this.original = signal(recording);
    this.cursor = signal(within(start, recording));
    this.#runAgain = runAgain;
  }

  get canRunAgain(): boolean {
    return this.#runAgain !== undefined;
  }

  /** Index of the last entry. */
  get last(): number {
    return this.recording.value.entries.length - 1;
  }

  /** Shows an entry; an index outside the run shows its nearest end. */
  seek(index: number): void {
    this.cursor.value = within(index, this.recording.value);
  }

  /** Puts another run in the place of this one; a fork is gone then. */
  exchange(recording: Recording, index: number, runAgain: RunAgain | undefined): void {
    this.#request++;
    this.#runAgain = runAgain;
    batch(() => {
      this.busy.value = false;
      this.#forgetFork();
      this.original.value = recording;
      this.cursor.value = within(index, recording);
    });
  }

  /** Does something to the cluster at the entry shown, and shows the run that follows from it, at the same entry. */
  async act(...added: readonly Act[]): Promise<void> {
    const { acts: before, edits, changed } = this.recording.value;
    const { step } = this.frame.value;
    const acts = [...before, ...added.map((act) => ({ step, act }))].sort((a, b) => a.step - b.step);
    await this.change({ acts, edits, changed });
  }

  /**
   * Shows, at an entry of it, the run in which the reader changed this and nothing else. False if that run has no such entry; where
   * there is no run, `problem` says why.
   */
  async showFork(change: RunChange, entry: number): Promise<boolean> {
    const fork = await this.change({ ...change, entry });
    if (fork) this.seek(entry);
    return !fork || entry < fork.entries.length;
  }

  /**
   * Shows the run in which the reader changed this and nothing else, when as much virtual time has gone by as at a moment: what is shown,
   * if none is given. Undefined where there is no such run, or another was asked for meanwhile.
   */
  async change(
    change: RunChange & { readonly entry?: number },
    from: Moment = { recording: this.recording.value, index: this.cursor.value },
  ): Promise<Recording | undefined> {
    const original = this.original.value;
    const made = await this.#run({ seed: original.seed, ...change }, async (fork) => {
      const { compareRuns, sameMoment } = await import('./branches.ts');
      this.#sameMoment = sameMoment;
      return {
        fork,
        shown: sameMoment(from.recording, from.index, fork),
        comparison: compareRuns(original, fork),
      };
    });
    if (!made) return undefined;
    batch(() => {
      this.fork.value = made.fork;
      this.branch.value = 'fork';
      this.comparison.value = made.comparison;
      this.cursor.value = made.shown;
    });
    return made.fork;
  }

  /** Makes the run again with another seed; a fork is gone then. */
  async reseed(seed: number): Promise<void> {
    const { acts, edits } = this.original.value;
    const recording = await this.#run({ seed, acts, edits });
    if (!recording) return;
    batch(() => {
      this.#forgetFork();
      this.original.value = recording;
      this.cursor.value = within(this.cursor.value, recording);
    });
  }

  /** Shows the other run at the same moment. */
  switchBranch(to: Branch = this.branch.value === 'fork' ? 'original' : 'fork'): void {
    const fork = this.fork.value;
    if (!fork || !this.#sameMoment || to === this.branch.value) return;
    const from = this.recording.value;
    const other = to === 'fork' ? fork : this.original.value;
    const at = this.#sameMoment(from, this.cursor.value, other);
    batch(() => {
      this.cursor.value = at;
      this.branch.value = to;
    });
  }

  discardFork(): void {
    batch(() => {
      this.switchBranch('original');
      this.#forgetFork();
    });
  }

  /** What must stop before a run is made again. */
  protected rest(): void {}

  #forgetFork(): void {
    this.branch.value = 'original';
    this.fork.value = undefined;
    this.comparison.value = undefined;
  }

  /** Makes a run, and of it what is asked for; undefined if it failed, or if another was asked for meanwhile. */
  async #run<T = Recording>(
    inputs: RunChange & { readonly seed: number; readonly entry?: number },
    then?: (recording: Recording) => Promise<T>,
  ): Promise<T | undefined> {
    if (!this.#runAgain) return undefined;
    this.rest();
    const request = ++this.#request;
    batch(() => {
      this.busy.value = true;
      this.problem.value = undefined;
    });
    try {
      const recording = await this.#runAgain({ entry: this.cursor.value, ...inputs });
      if (recording.entries.length === 0) throw new Error(recording.outcome.message ?? nothingHappened());
      const made = then ? await then(recording) : (recording as T);
      return request === this.#request ? made : undefined;
    } catch (error) {
      if (request === this.#request)
        this.problem.value = error instanceof Error ? error.message : String(error);
      return undefined;
    } finally {
      if (request === this.#request) this.busy.value = false;
    }
  }
}

const nothingHappened = (): string => t`This run ended before anything happened.`;

/** The nearest index that a recording has. */
function within(index: number, recording: Recording): number {
  return Math.max(0, Math.min(recording.entries.length - 1, Math.round(index)));
}
