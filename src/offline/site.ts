/** What the service worker knows of the build it belongs to. Paths are from the root of the site, `/_astro/mount.Bq3xYz12.js`. */
export interface SiteList {
  /** Changes with anything that the site is made of. */
  readonly build: string;
  /** What pages and Scopes are made of. */
  readonly assets: readonly string[];
  /** What only some readers ask for, and is large: the editor, the transpiler, YAML, search. */
  readonly extras: readonly string[];
  /** The digests of assets and extras, one behind the other, in their order. */
  readonly digests: string;
  /** The page in which edited code runs, those that stand in for what is not here, a language each, and all that they load. */
  readonly offline: readonly string[];
}

/** What a page tells the worker of itself, at every load. */
export interface Visit {
  readonly page: string;
  /** What it has loaded. */
  readonly uses: readonly string[];
  /** What its Scopes and exercises will ask for. */
  readonly needs: readonly string[];
  readonly hasScope: boolean;
  /** False where the reader asked to save data: then only what the page itself is made of is kept. */
  readonly all: boolean;
}

/** Names of the caches of this site's builds begin with this. */
export const cachePrefix = 'loopscope-site-';

/** True if a path changes with what the file holds, so that a copy never grows old. */
export function isHashed(path: string): boolean {
  return /^\/(_astro|pagefind\/(index|fragment))\//.test(path);
}

/** What a hashed path has in common from build to build: `/_astro/mount.js` of `/_astro/mount.Bq3xYz12.js`. */
export function stemOf(path: string): string {
  return path.replace(/[.-][\w-]{8}(?=\.\w+$)/, '');
}
