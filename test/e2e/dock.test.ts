import { type Page, expect } from '@playwright/test';
import {
  chapters,
  cutSentence,
  linksOf,
  loop,
  outside,
  press,
  readAt,
  replicaset,
  wrongOfPicture,
} from './desk.ts';
import { openPredictions } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 800 } });

const text = (page: Page): Promise<number> =>
  page.evaluate(() => innerHeight - document.querySelector('loop-scope')!.getBoundingClientRect().bottom);

test('keeps picture, sentence and buttons over the text, folds, and is as it was on the next page', async ({
  page,
}) => {
  await page.goto(replicaset);
  const scope = await new ScopeOnPage(page).wake();
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  expect(await outside(page)).toEqual([]);
  expect(await text(page)).toBeGreaterThan(500);
  const read = page.locator('.step').nth(4);
  await read.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const fold = scope.button('The picture above the text');
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(scope.root.locator('.scope-picture')).toBeHidden();
  await expect(read).toBeInViewport();
  await expect.poll(() => text(page)).toBeGreaterThan(740);
  await page.goto(loop);
  await expect(page.locator('.scope-picture')).toBeHidden();
  expect(await page.locator('loop-scope').evaluate((dock) => dock.clientHeight)).toBe(48);
});

test('opens to the whole machine, and gives focus and place back', async ({ page }) => {
  await page.goto(replicaset);
  const scope = await new ScopeOnPage(page).wake();
  const read = page.locator('.step').nth(4);
  await readAt(read);
  await expect(read).toHaveAttribute('aria-current', 'step');
  const [place, top] = [await scope.said(), await page.evaluate(() => scrollY)];
  await scope.button('whole machine').click();
  const whole = page.getByRole('dialog');
  await expect(whole.getByRole('slider')).toBeVisible();
  await expect(whole.getByRole('tab', { name: 'Code' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(whole).toHaveCount(0);
  await expect(scope.button('whole machine')).toBeFocused();
  await expect(read).toBeInViewport();
  expect([await scope.said(), await page.evaluate(() => scrollY)]).toEqual([place, top]);
});

for (const path of chapters) {
  test(`${path} shows what changes in the dock, and no text is lost under it at the end of the page`, async ({
    page,
  }) => {
    await page.goto(path);
    await new ScopeOnPage(page).wake();
    await openPredictions(page);
    for (const [nth, link] of (await linksOf(page)).entries()) {
      if (!link?.told) continue;
      await press(page, nth, link);
      expect(await outside(page)).toEqual([]);
      expect(await wrongOfPicture(page, 10), JSON.stringify(link)).toEqual([]);
      expect(await cutSentence(page)).toBeUndefined();
    }
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    const [dock, last] = await page.evaluate(() =>
      ['loop-scope', '.foot > p'].map((part) => document.querySelector(part)!.getBoundingClientRect()),
    );
    expect(last!.top).toBeGreaterThanOrEqual(dock!.bottom);
    expect(last!.bottom).toBeLessThanOrEqual(800);
  });
}

test('covers nothing that has the focus', async ({ page }) => {
  await page.goto(loop);
  await new ScopeOnPage(page).wake();
  for (const link of await page.locator('.step > a').all()) {
    await link.focus();
    const covered = await link.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return one.contains(there) ? undefined : there?.outerHTML.slice(0, 80);
    });
    expect(covered, (await link.textContent())!).toBeUndefined();
  }
});

test('is a bar where the window is low', async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto(replicaset);
  const scope = await new ScopeOnPage(page).wake();
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  expect(await page.locator('loop-scope').evaluate((dock) => dock.clientHeight)).toBe(48);
  await expect(scope.button('One step on')).toBeInViewport();
  await expect(scope.button('whole machine')).toBeInViewport();
});
