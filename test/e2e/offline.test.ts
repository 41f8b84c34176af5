import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, expect, test as base } from '@playwright/test';
import { type Site, serve } from '../../scripts/serve.ts';
import { withList } from '../../src/offline/integration.ts';
import { type SiteList, cachePrefix } from '../../src/offline/site.ts';
import { ScopeOnPage } from './scope.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const chapter = '/controllers/the-control-loop/';
const other = '/controllers/replicaset/';

/** A server of a folder that a test may write to, and end: then there is no network. */
const test = base.extend<{ folder: string; server: Site }>({
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
    const form = await scope.whatIf('scale a ReplicaSet');
    await form.getByLabel('Replicas', { exact: true }).fill('4');
    await form.getByRole('button').first().click();
    await expect(scope.root.getByRole('button', { name: 'Yours', exact: true })).toBeVisible();
    await scope.root.locator('.scope-code').scrollIntoViewIfNeeded();
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
  const script = /src="(\/_astro\/Header[^"]+)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1];
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');

  /** A site of two pages, of which each loads a part when it is used. `name` is in what they say, and in the part's name. */
  function build(folder: string, name: string): void {
    rmSync(folder, { recursive: true, force: true });
    for (const part of ['_astro', 'offline'])
      cpSync(join(dist, part), join(folder, part), { recursive: true });
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
