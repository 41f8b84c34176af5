import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from './project.ts';

/** Paths of all pages of the built site that readers can find: those of the sitemap. */
export function pages(): string[] {
  const found = (existsSync(dist) ? readdirSync(dist) : [])
    .filter((name) => /^sitemap-\d+\.xml$/.test(name))
    .flatMap((name) => [...readFileSync(join(dist, name), 'utf8').matchAll(/<loc>([^<]+)<\/loc>/g)])
    .map(([, address = '']) => new URL(address).pathname);
  if (found.length === 0) throw new Error('There is no sitemap in dist: run `npm run build`.');
  return found;
}
