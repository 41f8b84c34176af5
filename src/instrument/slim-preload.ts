import type { Plugin } from 'vite';

/** Scripts that pages carry: of what these import when it is asked for, or seen, a live Scope alone is worth naming in each page. */
const inPages = /\/(ReadMark|Header|scope-element)\./;
const worthNaming = /\/mount\./;
/** What the others have themselves. */
const there = /\/((preact|signals|jsxRuntime)\.module|rolldown-runtime|preload-helper|t)\./;

/** The files to fetch beside one that is imported, so that they need not be found in it first. */
export function beside(
  file: string,
  imports: readonly string[],
  { hostId }: { readonly hostId: string },
): string[] {
  if (inPages.test(hostId)) return worthNaming.test(file) ? [...imports] : [];
  return imports.filter((one) => !there.test(one));
}

/**
 * What stands round a dynamic import: it fetches beside it the files that the import needs, and waits for styles. Where one
 * cannot be had, it rejects with the words that the page has for that in `<meta name="not-loaded">`. Vite's own, which every page would
 * carry, is three times as long: it knows of nonces and of addresses that are not below the site's.
 */
export function slimPreload(): Plugin {
  let base = '/';
  return {
    name: 'loopscope-slim-preload',
    enforce: 'pre',
    configEnvironment: (name) =>
      name === 'client'
        ? { build: { modulePreload: { polyfill: false, resolveDependencies: beside } } }
        : undefined,
    configResolved(config) {
      base = config.base;
    },
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => helper(base),
    },
  };
}

const helper = (base: string): string => `
const coming = {};
const fetched = (file) => coming[file] ??= new Promise((resolve, reject) => {
  const styles = file.endsWith('.css');
  const href = ${JSON.stringify(base)} + file;
  if (document.querySelector(\`link[href="\${href}"]:not([rel=preload])\`)) return resolve();
  const link = document.createElement('link');
  link.rel = styles ? 'stylesheet' : 'modulepreload';
  link.href = href;
  link.onload = resolve;
  link.onerror = () => {
    delete coming[file];
    link.remove();
    reject(Error('could not fetch ' + href));
  };
  document.head.append(link);
  if (!styles) resolve();
});
export const __vitePreload = (load, files = []) => Promise.all(files.map(fetched)).then(load).catch((cause) => {
  const words = document.querySelector('[name=not-loaded]')?.content;
  throw words ? Error(words, { cause }) : cause;
});
`;
