import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import type { SourceFile } from './problem.ts';
import upstream from '../runtime/upstream.json' with { type: 'json' };

/** Where `npm run sources` puts the tree, from the root of the project. Never committed. */
export const ownTree = '.cache/kubernetes';

/** Whether a directory holds Kubernetes, of whatever version. */
export const isTree = (directory: string): boolean =>
  existsSync(join(directory, 'staging/src/k8s.io')) && existsSync(join(directory, 'pkg'));

/**
 * Directory of upstream's source at the pinned tag: the one that KUBERNETES_SRC names, else the one that `npm run sources`
 * brought, else undefined. Throws when KUBERNETES_SRC names something else. To be called from the root of the project.
 */
export function sourceTree(): string | undefined {
  const named = namedTree('KUBERNETES_SRC', 'unset it and run: npm run sources');
  return named ?? (isTree(ownTree) ? resolve(ownTree) : undefined);
}

/** Directory of upstream's source at the tag of the lenses, if KUBERNETES_SRC_RECENT names one. Throws when it names something else. */
export function recentTree(): string | undefined {
  return namedTree('KUBERNETES_SRC_RECENT', 'unset it');
}

function namedTree(variable: string, remedy: string): string | undefined {
  const named = process.env[variable];
  if (!named) return undefined;
  if (isTree(named)) return resolve(named);
  const found = existsSync(named) ? 'no pkg and staging/src/k8s.io in it' : 'nothing there';
  throw new Error(
    `${variable}=${named}: expected the source tree of Kubernetes, found ${found}. Correct it, or ${remedy}`,
  );
}

/** The same, for a caller that cannot do without: throws, saying how to get one, when there is none. */
export function needTree(): string {
  const tree = sourceTree();
  if (tree !== undefined) return tree;
  throw new Error(
    `there is no tree of Kubernetes ${upstream.tag}. Bring one: npm run sources. Or set KUBERNETES_SRC to the directory of one.`,
  );
}

/** The files of a tree of upstream, by their paths from its root. */
export interface Tree {
  /** The text of a file; undefined when there is none. */
  read(path: string): string | undefined;
  /** The other files of its folder that are of its kind, in order of name. */
  beside(path: string): SourceFile[];
}

/** Reads a tree, each file once. */
export function openTree(root: string): Tree {
  const texts = new Map<string, string | undefined>();
  const read = (path: string): string | undefined => {
    if (!texts.has(path)) {
      const file = join(root, path);
      texts.set(path, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    }
    return texts.get(path);
  };
  const beside = (path: string): SourceFile[] => {
    const folder = posix.dirname(path);
    if (!existsSync(join(root, folder))) return [];
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && posix.extname(entry.name) === posix.extname(path))
      .map(({ name }) => posix.join(folder, name))
      .filter((each) => each !== path)
      .sort()
      .map((each) => ({ path: each, text: read(each) ?? '' }));
  };
  return { read, beside };
}
