import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { instrument } from './instrument.ts';

/** The files that Node has loaded instrumented. */
const instrumented = new Set<string>();

/**
 * Makes Node instrument the given files of `src/runtime`, named as `kubernetes/pkg/controller/replicaset/replica_set.ts`, when it
 * loads them. Call it before the first `import()` of anything that imports them: what is loaded already stays plain.
 * Gives a function that ends it.
 */
export function registerLineHooks(files: readonly string[]): () => void {
  const shown = new Map(files.map((file) => [new URL(`../runtime/${file}`, import.meta.url).href, file]));
  const hook = { from: new URL('./hook.ts', import.meta.url).href };
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const file = shown.get(url);
      if (file === undefined) return nextLoad(url, context);
      instrumented.add(file);
      const { code } = instrument(readFileSync(fileURLToPath(url), 'utf8'), file, { hook });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
  return () => hooks.deregister();
}

/** Those of the files that Node has not loaded instrumented: loaded plain before the hooks were there, or not at all. */
export function withoutLines(files: readonly string[]): string[] {
  return files.filter((file) => !instrumented.has(file));
}
