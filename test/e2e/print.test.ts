import { type Page, expect } from '@playwright/test';
import { seen, seenWhole } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { pagesWithScope, test } from './site.ts';

/** The width of what is printed on A4. */
const paper = { width: 672, height: 980 };

async function holdsTheChapter(page: Page): Promise<void> {
  await seenWhole(page);
  await seen(page.locator('.step-table tr'));
  await seen(page.locator('loop-scope').first().locator('.timeline'));
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
    // The code is fetched when the Scope has been used for a moment.
    await expect(scope.root.locator('.code-pane .code-row').first()).toBeAttached();
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
