import type { Page } from '@playwright/test';
import { type SiteList, cachePrefix, isHashed } from '../../src/offline/site.ts';
import { Random } from '../../src/runtime/sim/random.ts';
import type { Attack, Ground, Try } from '../attack.ts';

const chapters = ['/controllers/the-control-loop/', '/controllers/replicaset/'];

/** More files find little more: pages are loaded for each few. */
const enough = 400;

/** What stands in place of a file: nothing where `body` is undefined. */
interface Broken {
  readonly body?: string;
  readonly type: string;
}

/** Ways in which a kept file breaks; `text` and `type` are its own. */
const ways: Readonly<Record<string, (text: string, type: string, random: Random) => Broken>> = {
  garbage: (text, type, random) => ({ body: `\0${random.name(Math.min(400, text.length))}}{`, type }),
  empty: (_text, type) => ({ body: '', type }),
  'a page to sign in at': () => ({ body: '<!doctype html><title>Sign in</title>', type: 'text/html' }),
  'of the wrong type': (text) => ({ body: text, type: 'text/plain' }),
  missing: (_text, type) => ({ type }),
  'cut off': (text, type, random) => ({ body: text.slice(0, random.below(text.length)), type }),
  'with one letter changed': (text, type, random) => {
    const at = random.below(text.length);
    return { body: `${text.slice(0, at)}\u0001${text.slice(at + 1)}`, type };
  },
};

/**
 * Breaks, in the cache, each file that a page gets from the service worker, in a way drawn for it, and loads the page again. Its Scope
 * has to wake and step without a word of what was wrong, and each file that was asked for has to be whole in the cache after that.
 */
export const attack: Attack = {
  kind: 'offline cache',
  async *tries({ seed, most, ...ground }: Ground): AsyncIterable<Try> {
    const random = new Random(seed);
    const site = await ground.site();
    const { build, assets } = await listOf(site);
    const name = cachePrefix + build;
    const context = await (await ground.browser()).newContext({ serviceWorkers: 'allow' });
    try {
      const page = await context.newPage();
      // Nothing is to come from what the browser holds in memory.
      await (await context.newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true });
      await page.goto(site + chapters[0]);
      await page.waitForFunction(keepsAll, { name, assets }, { timeout: 120_000 });
      for (let left = Math.min(most, enough); left > 0;) {
        const address = site + random.pick(chapters);
        await wake(page, address);
        const files = (await filesFromWorker(page)).slice(0, left);
        if (files.length === 0) throw new Error(`${address}: expected files from the worker, found none`);
        const tried = new Map<string, string>();
        for (const path of files) {
          const way = random.pick(Object.keys(ways));
          const { text, type } = await fileOf(site, path);
          await page.evaluate(put, { name, path, ...ways[way]!(text, type, random) });
          tried.set(path, way);
        }
        const dead = await wake(page, address);
        const asked = await filesFromWorker(page);
        for (const [path, way] of tried) {
          const broke =
            dead ?? (asked.includes(path) ? await stillBroken(page, site, name, path) : undefined);
          yield { input: `${path} ${way}`, ...(broke !== undefined && { broke }) };
        }
        left -= files.length;
      }
    } finally {
      await context.close();
    }
  },
};

async function listOf(site: string): Promise<SiteList> {
  const text = await (await fetch(`${site}/sw.js`)).text();
  return JSON.parse(/^self\.site = (.*);\n/.exec(text)?.[1] ?? '') as SiteList;
}

async function fileOf(site: string, path: string): Promise<{ readonly text: string; readonly type: string }> {
  const response = await fetch(site + path);
  return { text: await response.text(), type: response.headers.get('content-type') ?? '' };
}

/** Loads a page and steps in its Scope; says what is wrong with it, if anything is. */
async function wake(page: Page, address: string): Promise<string | undefined> {
  try {
    await page.goto(address);
    const scope = page.locator('loop-scope').first();
    await scope.scrollIntoViewIfNeeded();
    const said = scope.locator('.sentence-what');
    await scope.locator('.scope[data-live="true"]').waitFor({ timeout: 20_000 });
    const before = await said.textContent();
    await scope.getByRole('button', { name: 'One step on', exact: true }).click();
    if ((await said.textContent()) === before) return 'the Scope does not step';
    const alert = (await scope.getByRole('alert').allTextContents()).join('');
    return alert === '' ? undefined : `the Scope says: ${alert}`;
  } catch (error) {
    return `the Scope does not wake: ${String(error).split('\n')[0]}`;
  }
}

/** Hashed files that the page which is open got through the service worker. */
async function filesFromWorker(page: Page): Promise<string[]> {
  const paths = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ workerStart }) => workerStart > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  return [...new Set(paths)].filter(isHashed).sort();
}

/** Says so if a file in the cache does not become what the site has. */
async function stillBroken(
  page: Page,
  site: string,
  name: string,
  path: string,
): Promise<string | undefined> {
  const { text } = await fileOf(site, path);
  return page.waitForFunction(isKept, { name, path, text }, { timeout: 10_000 }).then(
    () => undefined,
    () => 'it is broken in the cache after that, too',
  );
}

// What follows runs in the page.

async function keepsAll({ name, assets }: { readonly name: string; readonly assets: readonly string[] }) {
  const kept = await (await caches.open(name)).keys();
  const paths = new Set(kept.map(({ url }) => new URL(url).pathname));
  return assets.every((path) => paths.has(path));
}

async function put({ name, path, body, type }: { readonly name: string; readonly path: string } & Broken) {
  const cache = await caches.open(name);
  if (body === undefined) await cache.delete(path);
  else await cache.put(path, new Response(body, { headers: { 'content-type': type } }));
}

async function isKept({
  name,
  path,
  text,
}: {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}) {
  const found = await (await caches.open(name)).match(path);
  return (await found?.text()) === text;
}
