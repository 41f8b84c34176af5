/** Runs when the site is built and in tests, never in a browser: what an exercise holds before anybody worked on it. */
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { highlightLines } from '../code/highlight.ts';
import { withoutMark } from '../../sources/go-lines-read.ts';
import { excerpt } from '../prose/snippet.ts';
import type { CodeExercise, Exercise } from './exercise.ts';
import { type LineRange, splice } from './splice.ts';

export interface ExerciseParts {
  /** What the reader finds in the editor, and what one can write instead. */
  readonly start: string;
  readonly solution: string;
  /** Changes with the start: by it a page sees that what it kept belongs to an older exercise. */
  readonly digest: string;
  /** Where the declaration stands in its file; undefined for manifests. */
  readonly place?: LineRange;
  /** True if the declaration is a member of a class. */
  readonly inClass: boolean;
}

/** Reads what an exercise leaves to its file. Throws where the declaration is missing, or the exercise would be solved already. */
export function partsOf(exercise: Exercise): ExerciseParts {
  if (exercise.kind === 'manifests') {
    const { start, solution } = exercise;
    return { start, solution, digest: digestOf(start), inClass: false };
  }
  const { declared, place, inClass } = declarationOf(exercise);
  const { id, start = declared, solution = declared } = exercise;
  if (start === solution)
    throw new Error(`${id}: expected a start or a solution of its own, found neither. Write one of them.`);
  return { start, solution, digest: digestOf(start), place, inClass };
}

/** The lines of a text of an exercise as safe HTML. Code is highlighted in its place, so that a method is recognised as one. */
export async function listingOf(
  exercise: Exercise,
  { place }: ExerciseParts,
  text: string,
): Promise<string[]> {
  if (exercise.kind === 'manifests' || !place) return highlightLines(text, 'yaml');
  const lines = await highlightLines(splice(sourceOf(exercise), place, text), 'typescript');
  return lines.slice(place.from - 1, place.from - 1 + text.split('\n').length);
}

function declarationOf(exercise: CodeExercise): {
  readonly declared: string;
  readonly place: LineRange;
  readonly inClass: boolean;
} {
  const source = sourceOf(exercise);
  const { firstLine: from, lastLine: to, owner } = excerpt(exercise.file, source, exercise.symbol);
  const declared = source
    .split('\n')
    .slice(from - 1, to)
    .join('\n');
  return { declared, place: { from, to }, inClass: owner !== undefined };
}

/** The file as pages show it. */
function sourceOf({ file }: CodeExercise): string {
  return readFileSync(`src/runtime/${file}`, 'utf8').split('\n').map(withoutMark).join('\n');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
