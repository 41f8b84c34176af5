/*
 * The service worker. A build of the site has a cache of its own, with all that goes together: pages that were visited, what they are
 * made of, what their Scopes need. Pages and data come from the network while there is one, hashed files from the cache.
 *
 * A new build waits, its cache filled, until a page of it is the only one open; then it takes over, and the old cache goes. So a page
 * finds what it was built with as long as it is open.
 */
import { clientsClaim } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { type SiteList, type Visit, cachePrefix, isHashed, stemOf } from './site.ts';
import { digestLetters, isSound } from './sound.ts';

/** An event that keeps the worker alive until what it began is done. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Worker {
  readonly site: SiteList;
  readonly clients: { matchAll(options: object): Promise<readonly unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listen: (event: Lasting) => void): void;
  addEventListener(
    type: 'message',
    listen: (event: Lasting & Pick<MessageEvent<Visit>, 'data'>) => void,
  ): void;
}

const worker = self as unknown as Worker;
const { site } = worker;
const cacheName = cachePrefix + site.build;
/** What the build made, with the digest of each. */
const ofThisBuild = new Map(
  [...site.assets, ...site.extras].map(
    (path, i) => [path, site.digests.slice(i * digestLetters, (i + 1) * digestLetters)] as const,
  ),
);

/** How long a page that was visited waits for the network, in seconds. */
const patience = 5;

const pathOf = ({ url }: Pick<Request, 'url'>): string => new URL(url).pathname;

/** A response, if it is what the build made; else null. */
async function sound(path: string, response: Response | undefined): Promise<Response | null> {
  return response && (await isSound(path, response.clone(), ofThisBuild.get(path))) ? response : null;
}

interface Answered {
  readonly request: Request;
  readonly response: Response;
}

/** A broken file does not come in, and one that broke in here does not go out: the network gives another in its place. */
const kept = {
  // Only scripts read what stands behind the question mark.
  cacheKeyWillBeUsed: async ({ request }: { request: Request }) => request.url.replace(/[?#].*/, ''),
  cacheWillUpdate: ({ request, response }: Answered) => sound(pathOf(request), response),
  cachedResponseWillBeUsed: ({ request, cachedResponse }: { request: Request; cachedResponse?: Response }) =>
    sound(pathOf(request), cachedResponse),
};
/** The browser's own cache keeps a hashed file for good, a broken one too: then it is asked for past that. */
const unbroken = {
  fetchDidSucceed: async ({ request, response }: Answered) =>
    (await sound(pathOf(request), response)) ?? fetch(request, { cache: 'reload' }),
};
const matchOptions = { ignoreVary: true };
const strategy = { cacheName, matchOptions, plugins: [kept] };
const data = new NetworkFirst(strategy);
const assets = new CacheFirst({ ...strategy, plugins: [kept, unbroken] });
const pages = new NetworkFirst({
  ...strategy,
  networkTimeoutSeconds: patience,
  plugins: [kept, { handlerDidError: ({ request }) => offlinePage(pathOf(request)) }],
});

registerRoute(
  ({ sameOrigin }) => sameOrigin,
  (context) => {
    const { request, url } = context;
    if (request.mode === 'navigate') return pages.handle(context);
    // Of another build's files nothing is known here but their type.
    const { pathname } = url;
    return (isHashed(pathname) && ofThisBuild.has(pathname) ? assets : data).handle(context);
  },
);

worker.addEventListener('install', (event) => event.waitUntil(moveIn()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOtherBuilds()));
worker.addEventListener('message', (event) => event.waitUntil(welcome(event.data)));
clientsClaim();

/** The page that says what is here, in the language of the one that is not. */
async function offlinePage(path: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  const all = site.offline.filter((one) => one.endsWith('/offline/'));
  const found = all.find((one) => path.startsWith(one.replace('offline/', '')) && one !== '/offline/');
  return cache.match(found ?? '/offline/', matchOptions);
}

/** Fills the cache of this build: with what every reader needs offline, and with what is kept of the builds before. */
async function moveIn(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const path of site.offline) await bring(cache, path);
  for (const name of await otherBuilds()) {
    const old = await caches.open(name);
    for (const request of await old.keys()) {
      const path = new URL(request.url).pathname;
      if (!isHashed(path)) await bring(cache, path);
      else if (ofThisBuild.has(path)) await bring(cache, path, await old.match(request, matchOptions));
      else for (const same of site.assets) if (stemOf(same) === stemOf(path)) await bring(cache, same);
    }
  }
}

/** Keeps what a page is made of. Nothing of it is in a hurry: one thing after another, and what fails comes with the next visit. */
async function welcome({ page, uses, needs, hasScope, all }: Visit): Promise<void> {
  const isOurs = uses.every((path) => !path.startsWith('/_astro/') || ofThisBuild.has(path));
  if (isOurs && (await countWindows()) <= 1) await worker.skipWaiting();
  const cache = await caches.open(cacheName);
  const rest = all ? ofThisBuild.keys() : hasScope ? site.assets : [];
  for (const path of [page, ...uses, ...needs, ...rest]) await bring(cache, path).catch(() => undefined);
}

/** Puts a file into the cache, unless it is there or the site has it no more: `given`, if that is unbroken. Rejects without a network. */
async function bring(cache: Cache, path: string, given?: Response): Promise<void> {
  if (await cache.match(path, matchOptions)) return;
  const ways: RequestCache[] = isHashed(path) ? ['default', 'reload'] : ['no-cache'];
  let found = await sound(path, given);
  for (const way of ways) found ??= await sound(path, await fetch(path, { cache: way }));
  if (found) await cache.put(path, found);
}

async function countWindows(): Promise<number> {
  return (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length;
}

async function otherBuilds(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
}

async function forgetOtherBuilds(): Promise<void> {
  for (const name of await otherBuilds()) await caches.delete(name);
}
