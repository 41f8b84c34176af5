import { expect } from '@playwright/test';
import { isWhole, pagesToMeasure, pagesUnalike } from '../../scripts/pages.ts';
import { leadsFar } from './prose.ts';
import { axeFindings, pagesWithScope, readToTheEnd, test, watchShifts } from './site.ts';

/** Runs in words are many, and alike: a short one, and one of several pages. */
const runs = ['/runs/controllers/replicaset/slow-cache/', '/runs/playground/scaling/2/'];

/** Others are laid out as these: they are looked at less. */
const inAllWays = new Set([...pagesToMeasure(), ...runs, '/404.html']);
const tellsARun = new Set(pagesWithScope().filter(isWhole));

for (const path of [...pagesUnalike(), ...runs, '/404.html']) {
  const themes = inAllWays.has(path) ? 'in light and dark' : 'in light';
  const leads = tellsARun.has(path) ? 'leads to the moments that it names, ' : '';
  // Loaded once for all of it: that takes longer than most of what is looked at.
  test(`${path} stands still while it is read, passes axe ${themes}, ${leads}and fits 360 px`, async ({
    page,
  }) => {
    const shifts = await watchShifts(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await readToTheEnd(page);
    expect(await shifts()).toEqual([]);
    // Only an answer opens what a question holds back.
    await expect(page.locator('.prediction[data-answered]')).toHaveCount(0);

    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect.soft(await axeFindings(page)).toEqual([]);
    if (inAllWays.has(path)) {
      // Of what axe looks at, only colours differ by theme.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      expect.soft(await axeFindings(page, { only: ['color-contrast', 'link-in-text-block'] })).toEqual([]);
    }
    if (tellsARun.has(path)) await leadsFar(page);

    await page.setViewportSize({ width: 360, height: 740 });
    if (inAllWays.has(path)) {
      await page.goto(path);
      await readToTheEnd(page);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}

test('a page that does not exist says so, with status 404 and ways on', async ({ request }) => {
  const response = await request.get('/no/such/page/');
  expect(response.status()).toBe(404);
  expect(await response.text()).toContain('The store answered 404');
});
