import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem, SourceFile } from '../../src/sources/problem.ts';

/** Root of the project, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

const skipped = new Set([
  'node_modules',
  'dist',
  '.git',
  '.astro',
  '.cache',
  'test-results',
  'playwright-report',
]);

/** All files under the given paths whose name ends in one of the endings, in order of path. */
export function filesUnder(paths: readonly string[], endings: readonly string[]): SourceFile[] {
  const found: SourceFile[] = [];
  const visit = (path: string): void => {
    const full = join(root, path);
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort())
        if (!skipped.has(name)) visit(path === '.' ? name : `${path}/${name}`);
    } else if (endings.some((ending) => path.endsWith(ending))) {
      found.push({ path, text: readFileSync(full, 'utf8') });
    }
  };
  paths.filter((path) => statSync(join(root, path), { throwIfNoEntry: false }) !== undefined).forEach(visit);
  return found;
}

/** Problems of each line that `check` has something to say about. */
export function byLine(
  files: readonly SourceFile[],
  check: (line: string, path: string) => string | undefined,
): Problem[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const says = check(line, path);
      return says === undefined ? [] : [{ path, line: index + 1, says }];
    }),
  );
}
