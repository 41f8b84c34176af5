import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type SiteList, isHashed } from './site.ts';
import { digestLetters } from './sound.ts';

/** Large, and loaded when somebody asks for it; named as the budgets name it. */
const extra = /((editor|codemirror|transpile|sucrase|yaml)[^/]*|\/(draw|sequenceDiagram)[.-][^/]*)\.js$/i;

/** The files of Pagefind that a search takes. The rest of its folder is interfaces of its own, which this site does not use. */
const search =
  /^\/pagefind\/((index|fragment)\/.+|pagefind(-worker)?\.js|pagefind-entry\.json|[^/]+\.(pagefind|pf_meta))$/;

/** Lists the built site under `dist`, whose `sw.js`, if it is there, is not part of it. */
export function listSite(dist: string): SiteList {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((name) => `/${name.replaceAll('\\', '/')}`)
    .filter((path) => path !== '/sw.js' && statSync(join(dist, path)).isFile())
    .sort();
  const digest = createHash('sha256');
  for (const path of files) digest.update(path).update(readFileSync(join(dist, path)));
  const made = files.filter((path) => path.startsWith('/_astro/') || path === '/favicon.svg');
  const assets = made.filter((path) => !extra.test(path));
  const extras = [...made.filter((path) => extra.test(path)), ...files.filter((path) => search.test(path))];
  const pages = files.filter((path) => /^(\/edited-code|(\/[a-z-]+)?\/offline)\/index\.html$/.test(path));
  return {
    build: digest.digest('hex').slice(0, 16),
    assets,
    extras,
    digests: [...assets, ...extras].map((path) => digestOfFile(join(dist, path))).join(''),
    offline: [
      ...pages.map((path) => path.replace('index.html', '')),
      ...loadedBy(dist, pages).filter(isHashed),
    ],
  };
}

/** As `digestOf` makes it in the worker. */
function digestOfFile(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('base64').slice(0, digestLetters);
}

/** The assets that files name, and those that these name in turn. */
function loadedBy(dist: string, files: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (!/\.(html|css|js)$/.test(file)) return;
    const text = readFileSync(join(dist, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/["'(`]((?:\.?\/)[\w./-]+\.(?:js|css|woff2|svg))["')`]/g)) {
      const path = name.startsWith('/') ? name : posix.join(posix.dirname(file), name);
      if (found.has(path) || path === '/sw.js' || !existsSync(join(dist, path))) continue;
      found.add(path);
      visit(path);
    }
  };
  files.forEach(visit);
  return [...found].sort();
}
