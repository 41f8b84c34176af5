import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.ts';
import type { Exercise } from '../src/components/exercises/exercise.ts';
import type { Scenario } from '../src/runtime/cluster/scenario.ts';

/** Files of src/runtime that some scenario shows line by line: those that the build instruments. */
export async function shownFiles(): Promise<string[]> {
  const files = globSync(['content/**/scenario*.ts', 'playground/scenarios/*.ts'], { cwd: root });
  const shown = new Set<string>();
  for (const file of files.sort()) {
    const { scenarios } = (await import(pathToFileURL(join(root, file)).href)) as {
      scenarios?: readonly Scenario[];
    };
    if (scenarios === undefined)
      throw new Error(`${file} exports no \`scenarios\`: write \`export const scenarios = […]\`.`);
    scenarios.forEach(({ shows }) => shows.forEach((path) => shown.add(path)));
  }
  return [...shown].sort();
}

/** Files of src/runtime that some exercise lets a reader edit: those that the worker can load anew. */
export async function editableFiles(): Promise<string[]> {
  const edited = new Set<string>();
  for (const file of globSync('content/**/exercises/*.ts', { cwd: root }).sort()) {
    const { exercise } = (await import(pathToFileURL(join(root, file)).href)) as { exercise?: Exercise };
    if (exercise === undefined)
      throw new Error(`${file} exports no \`exercise\`: write \`export const exercise: Exercise = {…}\`.`);
    if (exercise.kind === 'code') edited.add(exercise.file);
  }
  return [...edited].sort();
}
