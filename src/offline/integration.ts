import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { listSite } from './list-site.ts';

/**
 * Puts the service worker at the root of the built site: `sw.js`, whose first line is the list of the site. It has to come after all
 * that adds files to the site.
 */
export const offline: AstroIntegration = {
  name: 'loopscope-offline',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const dist = fileURLToPath(dir);
      await writeFile(join(dist, 'sw.js'), withList(dist, await bundle()));
      const bytes = (await readFile(join(dist, 'sw.js'))).length;
      logger.info(`sw.js, ${(bytes / 1000).toFixed(1)} kB`);
    },
  },
};

/** A worker with the list of a built site in its first line, in place of the one that it had. */
export function withList(dist: string, worker: string): string {
  const code = worker.replace(/^self\.site = .*\n/, '');
  return `self.site = ${JSON.stringify(listSite(dist))};\n${code}`;
}

async function bundle(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('./worker.ts', import.meta.url)),
        formats: ['iife'],
        name: 'worker',
      },
    },
  });
  const [first] = Array.isArray(made) ? made : [made];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('expected one script of src/offline/worker.ts, found none');
  return chunk.code;
}
