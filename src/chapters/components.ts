import { globSync } from 'node:fs';
import { basename } from 'node:path';

/** Where the components stand that a chapter can use. */
const places = [
  'src/components/prose/*.astro',
  'src/components/exercises/*.astro',
  'src/components/code/*.astro',
  'src/components/scope/frame/ScopeFrame.astro',
];

/** The file of each component that content can use without importing it, by its name. `root` is the root of the project. */
export function componentFiles(root: string): ReadonlyMap<string, string> {
  const files = globSync(places, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return new Map(files.sort().map((path) => [basename(path, '.astro'), path]));
}
