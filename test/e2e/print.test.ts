import { type Locator, type Page, expect } from '@playwright/test';
import { ScopeOnPage } from './scope.ts';
import { pagesWithScope, test } from './site.ts';

/** The width of what is printed on A4. */
const paper = { width: 672, height: 980 };

/** There is one, and each can be seen. */
async function seen(what: Locator): Promise<void> {
  expect(await what.count(), String(what)).toBeGreaterThan(0);
  await expect(what.filter({ visible: false })).toHaveCount(0);
}

async function holdsTheChapter(page: Page): Promise<void> {
  const prose = page.locator('.sl-markdown-content');
  await seen(prose.locator('> :is(p, h2, .sl-heading-wrapper, .step)'));
  await seen(prose.locator('.prediction li'));
  await seen(prose.locator('.experiment details > :not(summary)'));
  await seen(prose.locator('.exercise :is(.start, .hint p, .solution pre)'));
  await seen(prose.locator('.meaning'));
  await seen(page.locator('.step-table tr'));
  const scope = page.locator('loop-scope').first();
  await seen(scope.locator('.machine-drawing').filter({ visible: true }));
  await seen(scope.locator('.sentence-what'));
  await seen(scope.locator('.timeline'));
  // Nothing to press, and nothing beside the page.
  await expect(
    page.locator('button, select, input:not([type=radio]), .header').filter({ visible: true }),
  ).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(paper.width);
}

test.describe('on paper', () => {
  test.use({ colorScheme: 'dark', viewport: paper });

  test('a chapter has its answers, steps and listing, as far as its Scope has come', async ({ page }) => {
    await page.goto('/controllers/replicaset/');
    const scope = await new ScopeOnPage(page).wake();
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    const said = await scope.said();
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await holdsTheChapter(page);
    await expect(scope.root.locator('.sentence-what')).toHaveText(said);
    const listing = scope.root.locator('.scope-listing .code-row');
    await seen(listing);
    await expect(listing.and(page.locator('[data-current]'))).toHaveCount(1);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    const address = page.locator('.since a[href^="https://github.com/kubernetes/enhancements"]').first();
    expect(await address.evaluate((link) => getComputedStyle(link, '::after').content)).toContain(
      (await address.getAttribute('href'))!,
    );
    // On the screen again, all is as it was.
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(listing).toHaveCount(0);
  });
});

test.describe('on paper, without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: paper });

  for (const path of pagesWithScope()) {
    test(`${path} has its answers, steps and listing`, async ({ page }) => {
      await page.goto(path);
      await page.emulateMedia({ media: 'print' });
      await holdsTheChapter(page);
      await seen(page.locator('.scope-code .code-row'));
    });
  }
});
