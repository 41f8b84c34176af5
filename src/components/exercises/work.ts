import { type Signal, batch, signal } from '@preact/signals';
import { t, translated } from '../../i18n/t.ts';
import type { Recording } from '../../recording/recording.ts';
import type { RunInputs } from '../scope/recorder/recorder.ts';
import type { SharedMoment } from '../scope/link/share-link.ts';
import { type OriginalCode, type ReadManifest, lineInText, readSubmission } from './submission.ts';
import type { LineProblem } from './editor/code-editor.ts';
import type { Exercise } from './exercise.ts';
import { type Failure, type CheckResult, entryWithLines, isSolved, judge, runsToTheEnd } from './judge.ts';
import type { TextStorage } from '../base/kept-text.ts';
import { keepText, keptText } from './kept.ts';

export interface WorkOptions {
  readonly exercise: Exercise;
  /** What the text is to begin with, and its digest. */
  readonly start: string;
  readonly digest: string;
  /** Of a code exercise: the file as it is. */
  readonly original?: OriginalCode;
  readonly readManifest: ReadManifest;
  /** Makes a run; rejects with a message for the reader. */
  readonly record: (inputs: RunInputs) => Promise<Recording>;
  /** Ends the run that is being made. */
  readonly end: () => void;
  readonly storage: () => TextStorage;
  /** Called whenever all checks hold: keeps that. An error says in words for the reader why it is not kept, and what to do. */
  readonly onSolved: () => Error | undefined;
}

/** The model of an exercise at work: the text, and the state of its checks. It knows nothing of a page. */
export class Work {
  readonly exercise: Exercise;
  /** What the text began as: what was kept, or the start. */
  readonly begun: string;
  readonly text: Signal<string>;
  /** What the last run said of each check; undefined before the first run. */
  readonly verdicts: Signal<readonly CheckResult[] | undefined> = signal(undefined);
  /** What is wrong with the text, by its own lines. */
  readonly problems: Signal<readonly LineProblem[]> = signal([]);
  /** How many seeds are done; undefined while nothing runs. */
  readonly running: Signal<number | undefined> = signal(undefined);
  /** True if the text has changed since the last run. */
  readonly stale = signal(false);
  /** True if the text was written for an older start. */
  readonly outdated: Signal<boolean>;
  /** False once something could not be kept. */
  readonly keeps = signal(true);
  /** What happened last, in words for the reader. */
  readonly said: Signal<string> = signal('');
  /** The reason for what `said` says: the first problem of the text, or the first check that does not hold. Empty where there is none. */
  readonly reason: Signal<string> = signal('');
  /** In words for the reader: that the exercise was solved and this could not be kept. Empty when nothing was lost. */
  readonly lost: Signal<string> = signal('');
  readonly #options: WorkOptions;
  #stopped = false;

  constructor(options: WorkOptions) {
    this.#options = options;
    this.exercise = options.exercise;
    const kept = keptText(options.storage, this.exercise.id);
    this.begun = kept?.text ?? options.start;
    this.text = signal(this.begun);
    this.outdated = signal(kept !== undefined && kept.start !== options.digest);
  }

  get start(): string {
    return this.#options.start;
  }

  /** Takes what the reader wrote, and keeps it. */
  change(text: string): void {
    if (text === this.text.value) return;
    const { digest, storage, start } = this.#options;
    batch(() => {
      this.text.value = text;
      this.problems.value = [];
      this.stale.value = this.verdicts.value !== undefined;
      if (text === start) this.outdated.value = false;
      // What was written for an older start stays known as such until the reader takes the new one.
      const kept = { text, start: this.outdated.value ? '' : digest };
      this.keeps.value = keepText(storage, this.exercise.id, text === start ? undefined : kept);
    });
  }

  /** The reader keeps what was written for an older start. */
  keepMine(): void {
    const { digest, storage } = this.#options;
    this.outdated.value = false;
    this.keeps.value = keepText(storage, this.exercise.id, { text: this.text.value, start: digest });
  }

  /** Runs the text with every seed, and judges it by the checks. */
  async run(): Promise<void> {
    if (this.running.value !== undefined) return;
    const { seeds } = this.exercise;
    this.#stopped = false;
    batch(() => {
      this.running.value = 0;
      this.lost.value = '';
      this.reason.value = '';
      this.said.value = t`Running with ${seeds.length} seeds…`;
    });
    try {
      const verdicts = await this.#judged();
      this.#decide(verdicts);
    } catch (error) {
      this.verdicts.value = undefined;
      this.said.value = this.#stopped ? t`Stopped. Your text is as it was.` : wordsOf(error);
    } finally {
      this.running.value = undefined;
    }
  }

  /** Ends the runs that are being made. */
  stop(): void {
    if (this.running.value === undefined) return;
    this.#stopped = true;
    this.#options.end();
  }

  /** The moment at which a failure shows. Rejects with a message for the reader. */
  async momentOf({ run, entry }: Failure): Promise<SharedMoment> {
    const { scenario, seed, acts = [], edits } = run;
    const recording = await this.#options.record({ scenario, seed, acts, edits });
    return { scenario, seed, acts, edits, entry: entryWithLines(recording, entry) };
  }

  /** The verdict on each check; what is wrong with the text before it can run is a problem of its lines. */
  async #judged(): Promise<readonly CheckResult[] | undefined> {
    const { original, readManifest, record } = this.#options;
    const [submission, problems] = await readSubmission(
      this.exercise,
      this.text.value,
      original,
      readManifest,
    );
    if (problems) {
      this.problems.value = problems.map(({ line, message }) => ({ line, says: message }));
      return undefined;
    }
    return judge(
      this.exercise,
      submission,
      // Stopped between two runs: there is no run to end.
      (run) => (this.#stopped ? Promise.reject(new Error('stopped')) : record({ ...run, lines: false })),
      (done) => (this.running.value = done),
    );
  }

  #decide(verdicts: readonly CheckResult[] | undefined): void {
    batch(() => {
      this.verdicts.value = verdicts;
      this.stale.value = false;
      this.said.value = verdicts
        ? wordsOfVerdicts(verdicts, this.exercise.seeds.length)
        : t`This cannot be read yet.`;
      const broken = verdicts?.find(({ name }) => name === runsToTheEnd)?.failure;
      this.reason.value = verdicts ? reasonOf(verdicts) : (this.problems.value.map(wordsOfProblem)[0] ?? '');
      const { original } = this.#options;
      if (broken?.place && original) {
        const line = lineInText(broken.place, original.place, this.text.value);
        if (line !== undefined) this.problems.value = [{ line, says: broken.says }];
      }
    });
    const problem = verdicts && isSolved(verdicts) ? this.#options.onSolved() : undefined;
    if (problem)
      this.lost.value = t`Your progress does not show this exercise as solved. ${problem.message} Then run it again.`;
  }
}

function wordsOfVerdicts(verdicts: readonly CheckResult[], seeds: number): string {
  if (isSolved(verdicts)) return t`Solved: every check holds, with all ${seeds} seeds.`;
  const broken = verdicts.find(({ name, state }) => name === runsToTheEnd && state === 'failed');
  if (broken) return t`The run broke off.`;
  const failed = verdicts.filter(({ state }) => state === 'failed').length;
  return t`Not yet: ${failed} of ${verdicts.length} checks do not hold.`;
}

/** The first check that does not hold, and why. */
function reasonOf(verdicts: readonly CheckResult[]): string {
  const [failed] = verdicts.filter(({ failure }) => failure);
  if (!failed?.failure) return '';
  const { says } = failed.failure;
  return failed.name === runsToTheEnd ? says : t`${translated(failed.name)}: ${says}`;
}

const wordsOfProblem = ({ line, says }: LineProblem): string => t`Line ${line}: ${says}`;

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
