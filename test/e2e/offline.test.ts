import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, expect } from '@playwright/test';
import { type SiteServer, serve } from '../../scripts/serve.ts';
import { withList } from '../../src/offline/integration.ts';
import { type SiteList, cachePrefix, isHashed } from '../../src/offline/site.ts';
import { digestOf } from '../../src/offline/sound.ts';
import { ScopeOnPage } from './scope.ts';
import { drawn } from './site.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const chapter = '/controllers/the-control-loop/';
const other = '/controllers/replicaset/';

/** A server of a folder that a test may write to, and end: then there is no network. */
const test = drawn.extend<{ folder: string; server: SiteServer }>({
  serviceWorkers: 'allow',
  folder: async ({ browserName: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  server: async ({ browserName: _ }, use) => {
    const server = await serve(dist, 4430);
    await use(server);
    await server.close();
  },
});

const listOf = (folder: string): SiteList =>
  JSON.parse(
    /^self\.site = (.*);\n/.exec(readFileSync(join(folder, 'sw.js'), 'utf8'))?.[1] ?? '',
  ) as SiteList;

/** Paths in all caches of the site, by cache. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
    const paths = async (name: string) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname).sort();
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await paths(name)])));
  }, cachePrefix);

/** Reads a page, and waits until the worker has kept all that it wants to keep. */
async function visit(page: Page, address: string, folder = dist): Promise<void> {
  await page.goto(address);
  const { assets, extras, build } = listOf(folder);
  const needs = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-shows]')].map(
      ({ dataset }) => `/code/${dataset.shows}.json`,
    ),
  );
  const wanted = [...assets, ...extras, ...needs, new URL(address).pathname];
  const missing = async () => {
    const found = new Set((await kept(page))[cachePrefix + build]);
    return wanted.filter((path) => !found.has(path));
  };
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
}

const script = /src="(\/_astro\/Header[^"]+)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1];
const worker = readFileSync(join(dist, 'sw.js'), 'utf8');

/** A site of two pages, of which each loads a part when it is used. `name` is in what they say, and in the part's name. */
function build(folder: string, name: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const part of ['_astro', 'offline']) cpSync(join(dist, part), join(folder, part), { recursive: true });
  const part = `part.${name.padEnd(8, '0')}.js`;
  writeFileSync(join(folder, '_astro', part), `export const says = 'part of ${name}';`);
  const use = `import('./${part}').then(({ says }) => (document.querySelector('output').textContent = says))`;
  const listen = `/_astro/listen.${name.padEnd(8, '0')}.js`;
  writeFileSync(join(folder, listen), `document.querySelector('button').onclick = () => ${use};`);
  for (const path of ['', 'two']) {
    mkdirSync(join(folder, path), { recursive: true });
    const html = `<h1>Page ${path} of ${name}</h1><output></output><button>Use</button>`;
    const scripts = [listen, script].map((each) => `<script type="module" src="${each}"></script>`);
    writeFileSync(join(folder, path, 'index.html'), [html, ...scripts].join(''));
  }
  writeFileSync(join(folder, 'sw.js'), withList(folder, worker));
}

/** Puts something else under paths of a cache. */
const spoil = (page: Page, name: string, paths: readonly string[], body: string, type: string) =>
  page.evaluate(
    async ([name, paths, body, type]) => {
      const cache = await caches.open(name);
      for (const path of paths)
        await cache.put(path, new Response(body, { headers: { 'content-type': type } }));
    },
    [name, paths, body, type] as const,
  );

/** Hashed paths in a cache under which something else is than in the folder. */
async function spoiled(page: Page, name: string, folder = dist): Promise<string[]> {
  const held = await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const held: [string, string][] = [];
    for (const request of await cache.keys()) {
      const bytes = await (await cache.match(request))!.arrayBuffer();
      const [a = 0, b = 0, c = 0] = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      held.push([new URL(request.url).pathname, btoa(String.fromCharCode(a, b, c))]);
    }
    return held;
  }, name);
  const ours = held.filter(([path]) => isHashed(path));
  expect(ours.length).toBeGreaterThan(0);
  const sound = await Promise.all(ours.map(([path]) => digestOf(readFileSync(join(folder, path)))));
  return ours.filter(([, digest], i) => digest !== sound[i]).map(([path]) => path);
}

/** Answers whatever is asked for with a page to sign in at, on the port that a server has left. */
async function signInPage({ address }: SiteServer): Promise<() => Promise<void>> {
  const portal = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to this network</h1>'),
  );
  await new Promise<void>((resolve) => portal.listen(Number(new URL(address).port), '127.0.0.1', resolve));
  return () =>
    new Promise((resolve) => {
      portal.close(() => resolve());
      portal.closeAllConnections();
    });
}

const notLoaded =
  'This Scope cannot wake: a part of this page did not load. Check that you are connected, and signed in to the network, then reload the page.';

test.describe('what is broken', () => {
  for (const [what, body, type] of [
    ['garbage', '\0}{ no script', 'text/javascript'],
    ['nothing', '', 'text/javascript'],
    ['a page to sign in at', '<h1>Sign in to this network</h1>', 'text/html'],
  ] as const) {
    test(`in the cache is not given out, and something sound takes its place, at each load: ${what}`, async ({
      context,
      page,
      server,
    }) => {
      await visit(page, server.address + chapter);
      const name = cachePrefix + listOf(dist).build;
      for (let load = 1; load <= 3; load++) {
        const all = (await kept(page))[name]!.filter(isHashed);
        await spoil(page, name, all, body, type);
        expect(await spoiled(page, name)).toEqual(all);
        // A tab of its own has nothing of it in memory.
        await page.close();
        page = await context.newPage();
        await page.goto(server.address + chapter);
        const scope = await new ScopeOnPage(page).wake();
        const said = await scope.said();
        await scope.button('One step on').click();
        expect(await scope.said()).not.toBe(said);
        await expect(scope.root.getByRole('alert')).toBeEmpty();
        // What the page asked for is sound again, and so it is there without a network.
        const used = await page.evaluate(() =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
            .filter(({ workerStart }) => workerStart > 0)
            .map(({ name }) => new URL(name).pathname),
        );
        expect(used.filter((path) => all.includes(path)).length).toBeGreaterThan(10);
        const left = async () => (await spoiled(page, name)).filter((path) => used.includes(path));
        await expect.poll(left).toEqual([]);
      }
    });
  }

  test('does not come in where a page to sign in at answers; a Scope says what to do, and wakes after that', async ({
    context,
    page,
    server,
  }) => {
    await visit(page, server.address + chapter);
    const name = cachePrefix + listOf(dist).build;
    // In a tab of its own, in which nothing of the Scope has been asked for: it is below what is in sight.
    await page.close();
    page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 120 });
    await page.goto(server.address + chapter);
    const missing = listOf(dist).assets.filter((path) => path.includes('/mount.'));
    expect(missing).toHaveLength(1);
    await page.evaluate(
      async ([name, paths]) => {
        for (const path of paths) await (await caches.open(name)).delete(path);
      },
      [name, missing] as const,
    );
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    await server.close();
    const signedIn = await signInPage(server);
    let loads = 0;
    page.on('load', () => loads++);
    await page.locator('loop-scope').scrollIntoViewIfNeeded();
    await expect(page.locator('loop-scope').getByRole('alert')).toHaveText(notLoaded);
    const code = '/code/controllers/deployment/sync.ts.json';
    expect(await page.evaluate(async (path) => (await fetch(path)).text(), code)).toContain('Sign in');
    // The page itself comes from there as well, and is not kept in its place.
    await page.reload();
    await expect(page.getByRole('heading')).toHaveText('Sign in to this network');
    expect((await kept(page))[name]).not.toEqual(expect.arrayContaining([code]));
    expect((await kept(page))[name]).not.toEqual(expect.arrayContaining(missing));
    expect(loads).toBe(1);
    await signedIn();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The control loop');
    const again = await serve(dist, Number(new URL(server.address).port));
    expect(again.address).toBe(server.address);
    await page.reload();
    await new ScopeOnPage(page).wake();
    await again.close();
  });

  test('does not go over into the cache of the next build', async ({ context, page, folder }) => {
    build(folder, 'first');
    const server = await serve(folder, 4440);
    await visit(page, `${server.address}/`, folder);
    const first = cachePrefix + listOf(folder).build;
    const both = (await kept(page))[first]!.filter((path) => isHashed(path) && !path.includes('/part.'));
    await spoil(page, first, both, '\0}{ no script', 'text/javascript');
    expect(await spoiled(page, first, folder)).toEqual(both);
    build(folder, 'second');
    const second = cachePrefix + listOf(folder).build;
    const tab = await context.newPage();
    await visit(tab, `${server.address}/two/`, folder);
    expect(await spoiled(tab, second, folder)).toEqual([]);
    await server.close();
  });

  test('on the site itself is asked for twice, and then told; mended, it is not held back by what the browser keeps', async ({
    context,
    page,
    folder,
  }) => {
    for (const part of [
      '_astro',
      'code',
      'go/ours',
      'offline',
      'zh-cn/offline',
      `.${chapter}`,
      `zh-cn${chapter}`,
    ])
      cpSync(join(dist, part), join(folder, part), { recursive: true });
    writeFileSync(join(folder, 'sw.js'), withList(folder, worker));
    const script = join(
      folder,
      '_astro',
      readdirSync(join(folder, '_astro')).find((one) => one.startsWith('mount.'))!,
    );
    const sound = readFileSync(script);
    writeFileSync(script, '\0}{ no script');
    const server = await serve(folder, 4440);
    let loads = 0;
    page.on('load', () => loads++);
    await page.goto(server.address + chapter);
    await expect.poll(() => loads).toBe(2);
    await page.locator('loop-scope').scrollIntoViewIfNeeded();
    await expect(page.locator('loop-scope').getByRole('alert')).toHaveText(notLoaded);
    expect(loads).toBe(2);
    await page.goto(`${server.address}/zh-cn${chapter}`);
    await page.locator('loop-scope').scrollIntoViewIfNeeded();
    await expect(page.locator('loop-scope').getByRole('alert')).toHaveText(
      '这个 Scope 无法启动: 这个页面的一部分没有加载成功。请确认已经联网，并已登录网络，然后重新加载页面。',
    );
    expect(loads).toBe(3);
    writeFileSync(script, sound);
    await page.evaluate(() => navigator.serviceWorker.ready);
    // In a tab of its own, since a browser holds some files of a tab in memory for minutes, and asks nobody for these.
    const tab = await context.newPage();
    await tab.goto(server.address + chapter);
    await new ScopeOnPage(tab).wake();
    await server.close();
  });

  test('on its way is loaded again with the page, which says so once and keeps its place', async ({
    page,
    server,
  }) => {
    let broken = 0;
    await page.route('**/_astro/mount.*.js', (route) =>
      broken++ === 0 ? route.fulfill({ body: '}{', contentType: 'text/javascript' }) : route.continue(),
    );
    await page.goto(server.address + chapter);
    const scope = await new ScopeOnPage(page).wake();
    await expect(scope.root.getByRole('alert')).toContainText(
      'This page was loaded again, because a part of it had not loaded.',
    );
    expect(broken).toBeGreaterThan(0);
    await page.reload();
    await scope.wake();
    await expect(scope.root.getByRole('alert')).toBeEmpty();
  });
});

test.describe('after one visit, without a network', () => {
  test('a chapter reads, its Scope wakes, steps and forks, and its code is whole', async ({
    page,
    server,
  }) => {
    // The page itself never gets the code: the worker keeps it because the Scope will ask for it.
    await page.route('**/code/**', (route) => route.abort());
    await visit(page, server.address + chapter);
    await page.unroute('**/code/**');
    await server.close();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The control loop');
    await expect(page.locator('.sl-markdown-content > p').last()).not.toBeEmpty();
    const scope = await new ScopeOnPage(page).wake();
    const said = await scope.said();
    await scope.button('One step on').click();
    expect(await scope.said()).not.toBe(said);
    const form = await scope.whatIf('scale a workload');
    await form.getByLabel('Replicas', { exact: true }).fill('4');
    await form.getByRole('button').first().click();
    await expect(scope.root.getByRole('button', { name: 'Yours', exact: true })).toBeVisible();
    await scope.open('Code');
    await expect(scope.root.locator('.code-row[data-line="700"]')).toBeAttached();
  });

  test('a Chinese chapter steps and is worked on in Chinese', async ({ page, server }) => {
    await visit(page, `${server.address}/zh-cn${chapter}`);
    await server.close();
    await page.reload();
    const han = /\p{Script=Han}/u;
    const scope = await new ScopeOnPage(page).wake();
    expect(await scope.said()).toMatch(han);
    const place = await scope.place();
    await page.keyboard.press('ArrowRight');
    await expect(scope.root.locator('.sentence-what')).toHaveText(han);
    expect(await scope.place()).toBeGreaterThan(place);
    const exercise = page.locator('#exercise-give-up');
    await exercise.getByRole('button', { name: '动手做', exact: true }).click();
    await expect(exercise.locator('.cm-content')).toBeFocused();
    await expect(exercise.locator('.keys')).toHaveText(han);
    for (const check of await exercise.locator('.verdicts > li').all()) await expect(check).toHaveText(han);
  });

  test('search leads to what was visited, and what was not says so and names what there is', async ({
    page,
    server,
  }) => {
    await visit(page, server.address + chapter);
    await server.close();
    await page.goto(server.address + other);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
    const there = page.locator('loop-kept').getByRole('link');
    await expect(there).toHaveText(['The control loop']);
    await there.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The control loop');
    await page.goto(`${server.address}/zh-cn${other}`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('你现在离线');
    await page.goto(server.address + chapter);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByRole('searchbox').fill('control loop');
    const found = dialog.getByRole('link', { name: /^The control loop/ }).first();
    await found.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The control loop');
  });
});

test('who asked to save data gets what was visited, and no more', async ({ page, server }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await page.goto(`${server.address}/guide/reading-the-code/`);
  const { build, extras } = listOf(dist);
  const paths = async () => (await kept(page))[cachePrefix + build] ?? [];
  await expect.poll(paths).toContain('/guide/reading-the-code/');
  expect((await paths()).filter((path) => extras.includes(path) || /mount|recorder/.test(path))).toEqual([]);
  await server.close();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How to read the code here');
});

test.describe('a new build', () => {
  test('waits until the pages of the old one are closed, and then takes its place whole', async ({
    context,
    page,
    folder,
  }) => {
    build(folder, 'first');
    const server = await serve(folder, 4440);
    await visit(page, `${server.address}/`, folder);
    const first = cachePrefix + listOf(folder).build;
    // Text of upstream that a reader fetched belongs to no build.
    const upstream = 'loopscope-upstream';
    await page.evaluate(
      async (name) => (await caches.open(name)).put('/kept/1', new Response('one')),
      upstream,
    );

    build(folder, 'second');
    const second = cachePrefix + listOf(folder).build;
    const tab = await context.newPage();
    await visit(tab, `${server.address}/two/`, folder);
    await expect(tab.getByRole('heading')).toHaveText('Page two of second');
    // The page of the first build finds its part, which the server has no more.
    await page.getByRole('button').click();
    await expect(page.locator('output')).toHaveText('part of first');
    expect(Object.keys(await kept(tab)).sort()).toEqual([first, second].sort());

    await page.close();
    await tab.reload();
    await expect.poll(async () => Object.keys(await kept(tab))).toEqual([second]);
    const fetched = async (name: string) => (await (await caches.open(name)).match('/kept/1'))?.text();
    expect(await tab.evaluate(fetched, upstream)).toBe('one');
    await server.close();
    // Kept from the first build on, and brought along.
    await tab.goto(`${server.address}/`);
    await expect(tab.getByRole('heading')).toHaveText('Page of second');
    await tab.getByRole('button').click();
    await expect(tab.locator('output')).toHaveText('part of second');
  });
});
