import type { EditPlace, Edits } from '../../instrument/edit-place.ts';
import type { Recording } from '../../recording/recording.ts';
import type { Act, ActAt } from '../../runtime/stage/acts.ts';
import type { Exercise, Problem } from './exercise.ts';

/** What a reader wrote, ready to be run. */
export interface Submission {
  readonly edits?: Edits;
  /** Applied together, when the exercise says. */
  readonly acts?: readonly Act[];
}

/** A run of a submission, so that it can be made again. */
export interface SubmissionRun {
  readonly scenario: string;
  readonly seed: number;
  readonly acts?: readonly ActAt[];
  readonly edits?: Edits;
}

/** Why a check does not hold. The index of its entry is that of a run without lines: see `entryWithLines`. */
export interface Failure extends Problem {
  readonly run: SubmissionRun;
  /** Where in the edited text, if the code broke there. */
  readonly place?: EditPlace;
  /** True if nothing happened at all: there is no moment to look at. */
  readonly empty: boolean;
}

/** The state of a check; `open` if the runs did not get as far. */
export interface CheckResult {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'open';
  readonly failure?: Failure;
}

/** The check that comes before those of the exercise. */
export const runsToTheEnd = 'It runs to its end';

/**
 * Runs a submission with each seed of an exercise, and judges every check, in order. `record` makes a run without lines;
 * `onSeed` gets the number of seeds that are done. A run that breaks is the last.
 */
export async function judge(
  exercise: Exercise,
  submission: Submission,
  record: (run: SubmissionRun) => Promise<Recording>,
  onSeed: (done: number) => void = () => undefined,
): Promise<CheckResult[]> {
  const failures = new Map<string, Failure>();
  for (const [done, seed] of exercise.seeds.entries()) {
    onSeed(done);
    const run = await runOf(exercise, submission, seed, record);
    const recording = await record(run);
    const { outcome, entries } = recording;
    if (outcome.ended === 'failed' || outcome.ended === 'limit') {
      const { message: says = '', place } = outcome;
      const failure = { says, entry: entries.length - 1, run, place, empty: entries.length === 0 };
      return [
        { name: runsToTheEnd, state: 'failed', failure },
        ...exercise.checks.map(({ name }) => verdictOf(name, failures.get(name), 'open')),
      ];
    }
    for (const { name, problem } of exercise.checks) {
      if (failures.has(name)) continue;
      const found = problem(recording);
      if (found) failures.set(name, { ...found, run, empty: false });
    }
  }
  return [
    { name: runsToTheEnd, state: 'passed' },
    ...exercise.checks.map(({ name }) => verdictOf(name, failures.get(name), 'passed')),
  ];
}

/** True if every check holds. */
export function isSolved(verdicts: readonly CheckResult[]): boolean {
  return verdicts.every(({ state }) => state === 'passed');
}

/** The index in a run with lines of what has index `entry` in the same run without: lines are entries of their own. */
export function entryWithLines({ entries }: Recording, entry: number): number {
  let left = entry;
  const found = entries.findIndex(({ event }) => event.kind !== 'line' && left-- === 0);
  return found < 0 ? Math.max(0, entries.length - 1) : found;
}

async function runOf(
  exercise: Exercise,
  { edits, acts = [] }: Submission,
  seed: number,
  record: (run: SubmissionRun) => Promise<Recording>,
): Promise<SubmissionRun> {
  const { scenario } = exercise;
  if (exercise.kind === 'code') return { scenario, seed, edits };
  // Acts come after a step: the last one that is done by the time at which they are due.
  const { entries } = await record({ scenario, seed });
  const step = entries.findLast(({ at }) => at <= exercise.applyAtMs)?.step ?? 0;
  return { scenario, seed, acts: acts.map((act) => ({ step, act })) };
}

function verdictOf(name: string, failure: Failure | undefined, otherwise: 'passed' | 'open'): CheckResult {
  return failure ? { name, state: 'failed', failure } : { name, state: otherwise };
}
