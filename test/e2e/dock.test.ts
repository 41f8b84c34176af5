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

test('covers nothing that Tab leads to, from the title to the last step', async ({ page }) => {
  await page.goto(loop);
  const scope = await new ScopeOnPage(page).wake();
  await openPredictions(page);
  await scope.button('The picture above the text').focus();
  const last = page.locator('.step > a').last();
  const reached: string[] = [];
  const isLast = (): Promise<boolean> => last.evaluate((link) => link === document.activeElement);
  for (let stops = 0; stops < 300 && !(await isLast()); stops++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const one = document.activeElement!;
      if (!one.closest('.sl-markdown-content') || one.closest('loop-scope')) return undefined;
      const { left, top, width, height } = one.getClientRects()[0]!;
      const there = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
      const isSeen = one.contains(there) || there?.contains(one);
      return {
        words: one.textContent,
        step: one.matches('.step > a'),
        over: isSeen ? '' : there?.outerHTML.slice(0, 80),
      };
    });
    if (found) expect(found.over, found.words).toBe('');
    if (found?.step) reached.push(found.words);
  }
  expect(reached).toEqual(await page.locator('.step > a').allTextContents());
});

test('leaves twelve lines of text in a window as low as a phone’s with its bars', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 650 });
  await page.goto(loop);
  await new ScopeOnPage(page).wake();
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  expect(await outside(page)).toEqual([]);
  const line = await page
    .locator('.step')
    .first()
    .evaluate((step) => parseFloat(getComputedStyle(step).lineHeight));
  expect((await text(page)) / line).toBeGreaterThanOrEqual(12);
});

for (const [window, width, height] of [
  ['of a phone on its side', 740, 360],
  ['of 1280 × 720 at 400 %', 320, 180],
] as const) {
  test(`is a bar where the window is low: ${window}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake();
    await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    expect(await page.locator('loop-scope').evaluate((dock) => dock.clientHeight)).toBe(48);
    await expect(scope.button('One step on')).toBeInViewport({ ratio: 1 });
    await expect(scope.button('whole machine')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
