import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exercise } from './exercise.ts';
import type { Editable } from '../../instrument/runtime-graph.ts';
import { planeFile } from '../../recording/planes.ts';
import type { ScenarioFile } from '../../chapters/scenarios.ts';

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

/** What exercises let a reader edit: files of src/runtime, and of each the planes on whose clusters it is edited. */
export function editableFiles(
  files: readonly ExerciseFile[],
  scenarios: readonly ScenarioFile[],
): Editable[] {
  const all = scenarios.flatMap((file) => file.scenarios);
  const planes = new Map<string, Set<string>>();
  for (const { exercise } of files) {
    if (exercise.kind !== 'code') continue;
    const played = all.filter(({ id }) => id === exercise.scenario).map(planeFile);
    planes.set(exercise.file, new Set([...(planes.get(exercise.file) ?? []), ...played]));
  }
  return [...planes]
    .map(([file, on]) => ({ file, planes: [...on].sort() }))
    .sort((a, b) => a.file.localeCompare(b.file, 'en'));
}
