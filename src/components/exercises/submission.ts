import type { EditPlace } from '../../instrument/edit-place.ts';
import { actsApplying } from '../../recording/applying.ts';
import type { Manifest } from '../manifests/manifest.ts';
import type { Exercise } from './exercise.ts';
import type { Submission } from './judge.ts';
import { type LineRange, splice } from './splice.ts';

/** The file that a code exercise is about, and where in it the declaration stands. */
export interface OriginalCode {
  readonly source: string;
  readonly place: LineRange;
}

/** Reads manifests: `readApart` on a page. */
export type ReadManifest = (text: string) => Promise<Manifest>;

/** What is wrong with a text before anything can run, and where, in lines and columns from 1. */
export interface TextProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/**
 * What a reader wrote, ready to be run; or what is wrong with it. Manifests are read first; code is read by the worker
 * that runs it.
 */
export async function readSubmission(
  exercise: Exercise,
  text: string,
  original: OriginalCode | undefined,
  readManifest: ReadManifest,
): Promise<[Submission, undefined] | [undefined, readonly TextProblem[]]> {
  if (exercise.kind === 'code') {
    if (!original) throw new Error(`${exercise.id}: expected the text of ${exercise.file}, found none`);
    return [{ edits: { [exercise.file]: splice(original.source, original.place, text) } }, undefined];
  }
  const { objects, problems } = await readManifest(text);
  return problems ? [undefined, problems] : [{ acts: await actsApplying(objects) }, undefined];
}

/**
 * The line of the reader's text for a place in the edited file. A place behind the text means its last line, where a bracket is
 * missing or one is too many; a place before it means none.
 */
export function lineInText({ line }: EditPlace, { from }: LineRange, text: string): number | undefined {
  return line < from ? undefined : Math.min(line - from + 1, text.split('\n').length);
}
