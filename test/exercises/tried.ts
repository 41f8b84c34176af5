import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readSubmission } from '../../src/components/exercises/submission.ts';
import { readManifest } from '../../src/components/manifests/apply-yaml.ts';
import type { Exercise } from '../../src/components/exercises/exercise.ts';
import { type CheckResult, judge } from '../../src/components/exercises/judge.ts';
import { type ExerciseParts, partsOf } from '../../src/components/exercises/parts.ts';
import type { RunInputs } from '../../src/components/scope/recorder/recorder.ts';
import { filesOnDisk, runtimeText } from '../../src/instrument/runtime-graph.ts';
import { recordEdited } from '../../src/recording/record-edited.ts';
import { record } from '../../src/recording/record.ts';
import type { Recording } from '../../src/recording/recording.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';

/** Paths of all exercises. */
export const exerciseFiles: readonly string[] = globSync('content/**/exercises/*.ts').sort();

export async function exerciseAt(path: string): Promise<Exercise> {
  const { exercise } = (await import(pathToFileURL(resolve(path)).href)) as { exercise: Exercise };
  return exercise;
}

export async function scenarioOf({ scenario: id }: { readonly scenario: string }): Promise<Scenario> {
  const [path = ''] = id.split('#');
  const { scenarios } = (await import(pathToFileURL(resolve(`content/${path}/scenario.ts`)).href)) as {
    scenarios: readonly Scenario[];
  };
  const found = scenarios.find((one) => one.id === id);
  if (!found) throw new Error(`there is no scenario ${id}`);
  return found;
}

/** Makes the runs of an exercise as the page's worker does. */
export async function recorderOf(exercise: Exercise): Promise<(run: RunInputs) => Promise<Recording>> {
  const scenario = await scenarioOf(exercise);
  const files = exercise.kind === 'code' ? filesOnDisk([exercise.file]) : [];
  return async ({ seed, acts, edits, lines }) =>
    edits
      ? recordEdited(scenario, edits, files, { seed, acts, lines })
      : record(scenario, { seed, acts, lines });
}

/** An answer to an exercise, made of the start and the solution. */
interface Answer {
  readonly name: string;
  readonly write: (parts: ExerciseParts) => string;
}

/** An answer that a reader may well give, and that is wrong; and what has to be said of it: the cause, in words that help. */
export interface Wrong extends Answer {
  readonly says: RegExp;
}

/** As few wrong answers as an exercise has at least. */
const fewest = 3;

/**
 * Tests that each of these answers to an exercise is refused, and why; and that each of the others is taken, with every seed. A wrong
 * answer is run until it is refused the first time.
 */
export function refuses(exercise: Exercise, wrong: readonly Wrong[], right: readonly Answer[] = []): void {
  test('there are wrong answers enough', () => expect(wrong.length).toBeGreaterThanOrEqual(fewest));

  test.each(wrong)('$name', async ({ write, says }) => {
    let refusal: string[] = [];
    for (const seed of exercise.seeds) {
      refusal = told(await tryOut({ ...exercise, seeds: [seed] }, write));
      if (refusal.length > 0) break;
    }
    expect(refusal.join('\n')).toMatch(says);
  });

  test.each([...right])('$name', async ({ write }) => {
    expect(told(await tryOut(exercise, write))).toEqual([]);
  });
}

/** How an answer to an exercise fares; `write` makes it of the start and the solution. */
export async function tryOut(
  exercise: Exercise,
  write: (parts: ExerciseParts) => string,
): Promise<readonly CheckResult[]> {
  const parts = partsOf(exercise);
  const original =
    exercise.kind === 'code' && parts.place
      ? { source: runtimeText(exercise.file), place: parts.place }
      : undefined;
  const [submission, problems] = await readSubmission(exercise, write(parts), original, async (text) =>
    readManifest(text),
  );
  if (problems) throw new Error(problems.map(({ message }) => message).join('\n'));
  const recorder = await recorderOf(exercise);
  return judge(exercise, submission, (run) => recorder({ ...run, lines: false }));
}

/** What is told of the checks that do not hold: name and sentence. */
export function told(verdicts: readonly CheckResult[]): string[] {
  return verdicts.flatMap(({ name, state, failure }) =>
    state === 'passed' ? [] : [`${name}: ${failure?.says ?? state}`],
  );
}

/** A text in which a part, which must be there, is replaced. */
export function swap(text: string, part: string | RegExp, by: string): string {
  const swapped = text.replace(part, () => by);
  if (swapped === text) throw new Error(`${String(part)} is not in\n${text}`);
  return swapped;
}
