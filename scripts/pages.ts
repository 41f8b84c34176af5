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

/** The HTML of a page as it was built. */
export function htmlOf(path: string): string {
  return readFileSync(`${dist}${path.endsWith('/') ? `${path}index.html` : path}`, 'utf8');
}

/** True if a page is in one language as a whole: false where what it says round the prose is Chinese and the prose is not. */
export function isWhole(path: string): boolean {
  const html = htmlOf(path);
  return /<html lang="([^"]+)"/.exec(html)?.[1] === /<main[^>]* lang="([^"]+)"/.exec(html)?.[1];
}

/** Paths of pages, with one for all that are made alike: checklists, Go modules, and originals in the frame of another language. */
export function pagesUnalike(): string[] {
  const found = pages();
  const alike = [
    found.filter((path) => /\/coverage\/./.test(path)),
    found.filter((path) => path.endsWith('/go/')),
    found.filter((path) => !isWhole(path)),
  ].flatMap(([, ...others]) => others);
  return found.filter((path) => !alike.includes(path));
}

/** True if a page has a Scope, as chapters and the playground do. */
export const hasScope = (path: string): boolean => htmlOf(path).includes('<loop-scope');

/**
 * Pages to look at in every way. Chapters are laid out alike, so those with most in them stand for all, one of them Chinese; and
 * so are pages in both languages.
 */
export function pagesToMeasure(): string[] {
  const isChinese = (path: string): boolean => path.startsWith('/zh-cn/');
  const chapters = pagesUnalike().filter(hasScope);
  const byLength = chapters.toSorted((a, b) => htmlOf(b).length - htmlOf(a).length);
  const fullest = [...byLength.filter((path) => !isChinese(path)).slice(0, 3), byLength.find(isChinese)];
  const others = pagesUnalike().filter((path) => !chapters.includes(path));
  return [...others.filter((path) => path === '/zh-cn/' || !isChinese(path)), ...fullest].filter(
    (path) => path !== undefined,
  );
}
