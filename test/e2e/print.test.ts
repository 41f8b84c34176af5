import { expect } from '@playwright/test';
import { holdsTheChapter, paper, seen } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

test.describe('on paper', () => {
  test.use({ colorScheme: 'dark', viewport: paper, contextOptions: { reducedMotion: 'reduce' } });

  test('a chapter has its answers, steps and listing, as far as its Scope has come', async ({ page }) => {
    await page.goto('/controllers/replicaset/');
    const scope = await new ScopeOnPage(page).wake();
    const steps = 12;
    const from = await scope.place();
    for (let i = 0; i < steps; i++) await page.keyboard.press('ArrowRight');
    await expect(scope.root.locator('.controls-place b')).toHaveText(String(from + steps));
    const said = await scope.said();
    // The code is fetched when the Scope has been used for a moment.
    await expect(scope.root.locator('.code-pane .code-row').first()).toBeAttached();
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await holdsTheChapter(page);
    await expect(scope.root.locator('.sentence-what')).toHaveText(said);
    // One still a section that tells of something, beside its text.
    const stills = page.locator('.still');
    expect(await stills.count()).toBeGreaterThan(6);
    const sections = await stills.evaluateAll((all) =>
      all.map((still) => {
        const headings = [...document.querySelectorAll('.sl-markdown-content h2')];
        return headings.findLastIndex(
          (one) => one.compareDocumentPosition(still) & Node.DOCUMENT_POSITION_FOLLOWING,
        );
      }),
    );
    expect(new Set(sections).size).toBe(sections.length);
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
