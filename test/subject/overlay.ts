import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../scripts/project.ts';

const subject = join(root, 'test', 'subject');

/** The project as if what stands here stood in its rooms: no file of it is another, and none is left out that a Scope needs. */
const overlay = join(root, '.cache', 'subject');
const taken = ['src', 'playground/scenarios', 'scripts', 'package.json', 'tsconfig.json'];

/** Lays the subject over a copy of the project, and builds the page with its Scope. Gives where the page is. */
export async function buildOverlay(): Promise<string> {
  rmSync(overlay, { recursive: true, force: true });
  mkdirSync(overlay, { recursive: true });
  for (const path of taken) cpSync(join(root, path), join(overlay, path), { recursive: true });
  for (const path of filesOf(subject)) {
    if (existsSync(join(overlay, path)))
      throw new Error(`expected a subject that touches no file, found ${path}`);
    cpSync(join(subject, path), join(overlay, path));
  }
  const { code, output } = await run('vite', ['build', '--logLevel', 'error', overlay]);
  if (code !== 0) throw new Error(`expected a subject that can be built, found:\n${output}`);
  return join(overlay, 'dist');
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'overlay.ts')
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
