import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exercise } from '../components/exercises/exercise.ts';
import { planeFile } from '../recording/planes.ts';
import type { ScenarioFile } from './scenarios.ts';

/** An exercise and the file that declares it. */
export interface ExerciseFile {
  readonly path: string;
  readonly exercise: Exercise;
}

/** Every exercise of the chapters, loaded. `root` is the root of the project. */
export async function readExercises(root: string): Promise<ExerciseFile[]> {
  const paths = globSync('content/**/exercises/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  return Promise.all(
    paths.map(async (path) => {
      const { exercise } = (await import(pathToFileURL(join(root, path)).href)) as Partial<ExerciseFile>;
      if (exercise === undefined)
        throw new Error(`${path} exports no \`exercise\`: write \`export const exercise: Exercise = {…}\`.`);
      return { path, exercise };
    }),
  );
}

/** Files of src/runtime that some exercise lets a reader edit: those that the worker can load anew. */
export function editableFiles(files: readonly ExerciseFile[]): string[] {
  const edited = files.flatMap(({ exercise }) => (exercise.kind === 'code' ? [exercise.file] : []));
  return [...new Set(edited)].sort();
}

/** The planes on whose clusters exercises let a reader edit code, as files of src/runtime. */
export function editablePlanes(files: readonly ExerciseFile[], scenarios: readonly ScenarioFile[]): string[] {
  const played = new Set(
    files.flatMap(({ exercise }) => (exercise.kind === 'code' ? [exercise.scenario] : [])),
  );
  const all = scenarios.flatMap((file) => file.scenarios);
  return [...new Set(all.filter(({ id }) => played.has(id)).map(planeFile))].sort();
}
