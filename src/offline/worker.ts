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
const ofThisBuild = new Set([...site.assets, ...site.extras]);

/** How long a page that was visited waits for the network, in seconds. */
const patience = 5;

const isWhole = (response: Response): boolean => response.status === 200 && !response.redirected;

const kept = {
  // What stands behind the question mark, scripts read.
  cacheKeyWillBeUsed: async ({ request }: { request: Request }) => request.url.replace(/[?#].*/, ''),
  cacheWillUpdate: async ({ response }: { response: Response }) => (isWhole(response) ? response : null),
};
const matchOptions = { ignoreVary: true };
const strategy = { cacheName, matchOptions, plugins: [kept] };
const data = new NetworkFirst(strategy);
const assets = new CacheFirst(strategy);
const pages = new NetworkFirst({
  ...strategy,
  networkTimeoutSeconds: patience,
  plugins: [kept, { handlerDidError: ({ request }) => offlinePage(new URL(request.url).pathname) }],
});

registerRoute(
  ({ sameOrigin }) => sameOrigin,
  (context) => {
    const { request, url } = context;
    if (request.mode === 'navigate') return pages.handle(context);
    return (isHashed(url.pathname) ? assets : data).handle(context);
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
      else if (ofThisBuild.has(path)) await cache.put(path, (await old.match(request, matchOptions))!);
      else for (const same of site.assets) if (stemOf(same) === stemOf(path)) await bring(cache, same);
    }
  }
}

/** Keeps what a page is made of. Nothing of it is in a hurry: one thing after another, and what fails comes with the next visit. */
async function welcome({ page, uses, needs, hasScope, all }: Visit): Promise<void> {
  const isOurs = uses.every((path) => !path.startsWith('/_astro/') || ofThisBuild.has(path));
  if (isOurs && (await countWindows()) <= 1) await worker.skipWaiting();
  const cache = await caches.open(cacheName);
  const rest = all ? ofThisBuild : hasScope ? site.assets : [];
  for (const path of [page, ...uses, ...needs, ...rest]) await bring(cache, path).catch(() => undefined);
}

/** Puts a file into the cache, unless it is there or the site has it no more. Rejects without a network. */
async function bring(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path, matchOptions)) return;
  const response = await fetch(path, { cache: isHashed(path) ? 'default' : 'no-cache' });
  if (isWhole(response)) await cache.put(path, response);
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
