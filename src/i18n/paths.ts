import { language } from './t.ts';

/** The folder of a language other than English, in addresses and under content/. */
const folder = 'zh-cn';

/** The address, without its language: `/playground/` of `/zh-cn/playground/`. A content id may stand in its place. */
export function withoutLanguage(path: string): string {
  return path.replace(new RegExp(`^(/?)${folder}(/|$)`), '$1');
}

/** Where a page of the site stands in a language: `/zh-cn/playground/` of `/playground/`; the one spoken now by default. */
export function inLanguage(path: string, as: string = language()): string {
  return as === 'en' ? withoutLanguage(path) : `/${folder}${withoutLanguage(path)}`;
}

/** As text, of which only the names are wanted: as pages, each would bring its styles to every page that asks. */
const pages = import.meta.glob('/src/pages/zh-cn/**/*.astro', { query: '?raw' });

/** True if a page is there in both languages: of those that draw themselves not all are. `pattern` is its route: `/runs/[...id]`. */
export function inBothLanguages(pattern: string): boolean {
  // Every page of content/ has an address in each.
  if (pattern === '/[...slug]') return true;
  const page = withoutLanguage(pattern).replace(/^\/|\/$/g, '');
  return [`${page}/index`, page || 'index'].some((file) => `/src/pages/zh-cn/${file}.astro` in pages);
}
