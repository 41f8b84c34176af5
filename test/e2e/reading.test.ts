import { type Locator, type Page, expect } from '@playwright/test';
import { holder, readAt, replicaset } from './desk.ts';
import { StepOnPage } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

/** The fragment that the page has. */
const fragment = (page: Page): string => new URL(page.url()).hash;

const hashOf = (link: Locator): Promise<string> => link.evaluate((one: HTMLAnchorElement) => one.hash);

test.describe('n and p', () => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    test.describe(`with motion: ${reducedMotion}`, () => {
      test.use({ contextOptions: { reducedMotion } });

      test('lead through the text, with the machine and the focus', async ({ page }) => {
        await page.goto(replicaset);
        const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
        const first = new StepOnPage(page, 'You apply the set');
        const next = new StepOnPage(page, 'feed the controller');
        await scope.slider.focus();
        await page.keyboard.press('Home');
        while (!(await first.link.evaluate((link) => link === document.activeElement)))
          await page.keyboard.press('n');
        await first.isLit();
        await expect(first.paragraph).toBeInViewport({ ratio: 1 });
        await page.keyboard.press('n');
        await expect(next.link).toBeFocused();
        await next.isLit();
        await expect(next.paragraph).toBeInViewport({ ratio: 1 });
        await page.keyboard.press('p');
        await expect(first.link).toBeFocused();
        await first.isLit();
        await expect(holder(page)).toHaveText('follows the text');
      });
    });
  }

  test('begin where a reader has pressed nothing yet, and f presents from there', async ({ page }) => {
    await page.goto(replicaset);
    await expect(page.locator('.scope[data-live="true"]')).toBeVisible();
    await expect(page.locator('body')).toBeFocused();
    await page.keyboard.press('n');
    const first = page.locator('main .step > a, main p > a[href^="#scope="]').first();
    await expect(first).toBeFocused();
    await expect(first).toBeInViewport();
    await page.keyboard.press('f');
    await expect(page.locator('dialog.presenter')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(first).toBeFocused();
  });

  test('are letters in a field, and nothing while the keys are off', async ({ page }) => {
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    const seed = scope.root.locator('.scope-seed input');
    await seed.focus();
    await page.keyboard.press('n');
    await expect(seed).toBeFocused();
    await scope.button('Keys').click();
    await expect(scope.root.locator('.controls-help')).toContainText('to the next passage of the text');
    await scope.root.getByRole('checkbox', { name: 'Keys work' }).uncheck();
    const { link } = new StepOnPage(page, 'You apply the set');
    await link.focus();
    await page.keyboard.press('n');
    await expect(link).toBeFocused();
  });
});

test.describe('the address', () => {
  test('is as it was until the reader reads on, then that of the passage, and stands there when loaded again', async ({
    page,
  }) => {
    await page.goto(replicaset);
    await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    expect(fragment(page)).toBe('');
    const before = await page.evaluate(() => history.length);
    const grown = new StepOnPage(page, 'the set grows from three to eight');
    await readAt(grown.paragraph);
    await grown.isLit();
    const wanted = await hashOf(grown.link);
    await expect.poll(() => fragment(page)).toBe(wanted);
    expect(await page.evaluate(() => history.length)).toBe(before);

    await page.reload();
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    await grown.isLit();
    await expect(scope.root.locator('.sentence-what')).toContainText('to 8 replicas');
    await expect(grown.paragraph).toBeInViewport();
    expect(fragment(page)).toBe(wanted);
  });

  test('keeps what was pressed, and leads back through it', async ({ page }) => {
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    const [grown, shrunk] = ['grown to eight', 'shrunk to four'].map((name) =>
      page.getByRole('link', { name, exact: true }),
    ) as [Locator, Locator];
    await grown.click();
    await expect(scope.root.locator('.sentence-what')).toContainText('to 8 replicas');
    await shrunk.click();
    await expect(scope.root.locator('.sentence-what')).toContainText('to 4 replicas');
    expect(fragment(page)).toBe(await hashOf(shrunk));
    await page.goBack();
    await expect(scope.root.locator('.sentence-what')).toContainText('to 8 replicas');
    expect(fragment(page)).toBe(await hashOf(grown));
  });
});

test.describe('another run of the page', () => {
  /** Notes what scenarios are asked for of workers. */
  async function watchRuns(page: Page): Promise<() => Promise<readonly string[]>> {
    await page.addInitScript(() => {
      const runs: string[] = [];
      Object.assign(globalThis, { runs });
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (this: Worker, ...[message, ...more]: unknown[]) {
        const [, scenario] = /"scenario":"([^"]+)"/.exec(JSON.stringify(message) ?? '') ?? [];
        if (scenario) runs.push(scenario);
        Reflect.apply(postMessage, this, [message, ...more]);
      };
    });
    return () => page.evaluate(() => (globalThis as unknown as { runs: string[] }).runs);
  }

  const slow = 'controllers/replicaset#slow-cache';

  test('is made once, when its passage is near', async ({ page }) => {
    const runs = await watchRuns(page);
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    const late = new StepOnPage(page, 'makes no more');
    expect(await runs()).not.toContain(slow);
    // A screen and a half before it is read.
    await late.paragraph.evaluate((passage) =>
      scrollBy({ top: passage.getBoundingClientRect().top - 1.5 * innerHeight, behavior: 'instant' }),
    );
    await expect.poll(runs).toContain(slow);
    await expect(scope.root.locator('.scope-title')).toHaveText('Three pods');
    await readAt(late.paragraph);
    await late.isLit();
    await expect(scope.root.locator('.scope-title')).toHaveText('A slow cache, with expectations');
    expect((await runs()).filter((one) => one === slow)).toHaveLength(1);
  });

  test('is not made before it is read where the reader saves traffic', async ({ page }) => {
    const runs = await watchRuns(page);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    const late = new StepOnPage(page, 'makes no more');
    const before = new StepOnPage(page, 'Only now does it ask');
    await readAt(before.paragraph);
    await before.isLit();
    expect(await runs()).toEqual(['controllers/replicaset#made']);
    await readAt(late.paragraph);
    await late.isLit();
    await expect(scope.root.locator('.scope-title')).toHaveText('A slow cache, with expectations');
    expect(await runs()).toContain(slow);
  });
});
