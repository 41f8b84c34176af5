import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

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
  const named = process.env.KUBERNETES_SRC;
  if (!named) return isTree(ownTree) ? resolve(ownTree) : undefined;
  if (isTree(named)) return resolve(named);
  throw new Error(
    `KUBERNETES_SRC=${named}: expected the source tree of Kubernetes, found ${
      existsSync(named) ? 'no pkg and staging/src/k8s.io in it' : 'nothing there'
    }. Correct it, or unset it and run: npm run sources`,
  );
}
