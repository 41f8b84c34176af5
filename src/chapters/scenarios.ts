import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Scenario } from '../runtime/stage/scenario.ts';

/** A scenario and the file that declares it. */
export interface ScenarioFile {
  readonly path: string;
  readonly scenarios: readonly Scenario[];
}

/** Every scenario file of the chapters and the playground, loaded. `root` is the root of the project. */
export async function readScenarios(root: string): Promise<ScenarioFile[]> {
  const paths = globSync(['content/**/scenario*.ts', 'playground/scenarios/*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  return Promise.all(
    paths.map(async (path) => {
      const { scenarios } = (await import(pathToFileURL(join(root, path)).href)) as Partial<ScenarioFile>;
      if (scenarios === undefined)
        throw new Error(`${path} exports no \`scenarios\`: write \`export const scenarios = […]\`.`);
      return { path, scenarios };
    }),
  );
}

/** Files of src/runtime that some scenario shows line by line: those that are instrumented. */
export function shownFiles(files: readonly ScenarioFile[]): string[] {
  const shown = files.flatMap(({ scenarios }) => scenarios.flatMap(({ shows }) => shows));
  return [...new Set(shown)].sort();
}
