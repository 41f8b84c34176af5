import { expect } from '@playwright/test';
import { hasScope, pagesToMeasure } from '../../scripts/pages.ts';
import { holdsTheChapter, paper, seen, seenWhole } from './prose.ts';
import { pagesWithScope, test } from './site.ts';

test.use({ javaScriptEnabled: false });

test('the landing page shows the loop, the map and the way in', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('A worker takes the key and compares')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The parts of the machine' })).toBeVisible();
  await page.getByRole('link', { name: 'Start with the control loop' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The control loop');
});

test('the playground leads to every run in words', async ({ page }) => {
  await page.goto('/playground/');
  await page.getByRole('link', { name: 'All of them in words' }).click();
  await page.getByRole('link', { name: 'A busy day' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A busy day, in words');
  await page.getByRole('link', { name: /^Go on with steps/ }).click();
  await expect(page.getByRole('link', { name: 'steps 1 to', exact: false })).toBeVisible();
});

for (const path of pagesWithScope()) {
  test(`${path} reads whole on paper`, async ({ page }) => {
    await page.setViewportSize(paper);
    await page.emulateMedia({ media: 'print' });
    await page.goto(path);
    await holdsTheChapter(page);
    await seen(page.locator('.scope-code .code-row'));
  });
}

for (const path of pagesToMeasure().filter(hasScope)) {
  test(`${path} reads whole, with answers, hints, solutions, and what happened at each step`, async ({
    page,
  }) => {
    await page.goto(path);
    // One hint leads to the next.
    const folded = page.locator(
      ':is(.prediction, .experiment, .exercise, .scope) summary, :is(.sl-markdown-content, .goes-on) > details > summary',
    );
    for (const summary of await folded.all()) await summary.click();
    await seenWhole(page);
    await seen(page.locator('.sl-markdown-content .snippet:not(.go) pre'));
    const scope = page.locator('loop-scope').first();
    await seen(scope.locator('.code-row'));

    const still = page.locator('.still').last();
    await still.scrollIntoViewIfNeeded();
    await expect
      .poll(() => still.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth))
      .toBeGreaterThan(100);
    await expect(page.locator('.step > a').last()).toHaveAttribute('title', /^\d+ ms: /);

    await scope.getByRole('link', { name: /^All \d+ steps of it$|^全部/ }).click();
    await expect(page.locator('li[id^="s"]').first()).toBeVisible();
  });
}
