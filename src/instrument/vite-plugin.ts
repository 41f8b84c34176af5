import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { instrument } from './instrument.ts';

/** Absolute path of the module that holds the hook: all instrumented code must share one. */
const hookPath = fileURLToPath(new URL('./hook.ts', import.meta.url));

const runtimePath = fileURLToPath(new URL('../runtime/', import.meta.url));

/**
 * A Vite plugin that instruments the given files of `src/runtime`, named as `kubernetes/pkg/controller/replicaset/replica_set.ts`,
 * and leaves all else alone. It belongs into `plugins`, and into `worker.plugins` as well: workers are bundled apart.
 * A file that does not exist is never met, and so never instrumented.
 */
export function instrumentRuntime(files: readonly string[]): Plugin {
  const shown = new Map(files.map((file) => [slashes(runtimePath) + file, file]));
  return {
    name: 'loopscope-instrument',
    enforce: 'pre',
    transform(source, id) {
      const [path = '', query] = slashes(id).split('?');
      const file = shown.get(path);
      // Text asked for by ?raw or ?url is not code to run.
      if (file === undefined || (query !== undefined && /(^|&)(raw|url)(&|$)/.test(query))) return null;
      return { code: instrument(source, file, { hook: { from: slashes(hookPath) } }).code, map: null };
    },
  };
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}
