import { expect, type Page } from '@playwright/test';
import { ScopeOnPage } from './scope.ts';
import { axeFindings, test } from './site.ts';

/** Opens the story of the scheduler, where the filters have just been asked: about a pod of any name, or of this one. */
async function open(page: Page, pod = ''): Promise<ScopeOnPage> {
  await page.goto('/playground/?scenario=playground/scheduler');
  const scope = await new ScopeOnPage(page).wake();
  await page.locator('.pane-tabs').getByRole('tab', { name: 'Attempt' }).click();
  await expect(page.locator('.sched')).toBeVisible();
  await scope.slider.focus();
  const isThere = async (): Promise<boolean> => {
    const said = await scope.said();
    return said.startsWith('The filters look at') && said.includes(pod);
  };
  while (!(await isThere())) await page.keyboard.press('ArrowRight');
  return scope;
}

for (const width of [1440, 360]) {
  test.describe(`the tables of the scheduler at ${width} px`, () => {
    test.use({ colorScheme: 'light', viewport: { width, height: 800 } });

    test('has nothing that axe finds wrong in any of its tables, and stays as high as it is', async ({
      page,
    }) => {
      // It selects nodes by a label, so there is a table of those.
      await open(page, 'default/on-ssd');
      const heights = new Set<number>();
      for (const name of ['Filters', 'Labels', 'Scores', 'Preemption', 'Nodes', 'Attempts']) {
        await page.locator('.sched').getByRole('tab', { name, exact: true }).click();
        heights.add((await page.locator('.sched').boundingBox())?.height ?? 0);
        expect(await axeFindings(page, { part: '.sched' })).toEqual([]);
      }
      expect(heights.size).toBe(1);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways).toBeLessThanOrEqual(0);
    });
  });
}

test('says by keyboard alone why a pod is not on a node', async ({ page }) => {
  await open(page);
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(page.locator('.sched-why')).toHaveText(
    /^node-a cannot run default\/either\. NodeResourcesFit/,
  );
});

test('leads from a cell to the line of the plugin that decided, and keeps the table', async ({ page }) => {
  const scope = await open(page);
  await page.locator('.sched-grid td[data-as="mark"][data-tone="bad"]').first().click();
  await expect.poll(() => scope.said()).toMatch(/^Line \d+ of fit\.ts, in #refusal/);
  await expect(page.locator('.sched-grid td[data-tone="bad"]').first()).toBeVisible();
});

test('keeps a table, unseen, from one pod to the next', async ({ page }) => {
  await open(page, 'default/either');
  await page.locator('.sched').getByRole('tab', { name: 'Filters', exact: true }).click();
  const table = await page.locator('.sched-grid table').elementHandle();
  const grid = page.getByRole('grid');
  await page.getByRole('slider').focus();
  while (await grid.isVisible()) await page.keyboard.press('ArrowRight');
  await expect(page.locator('.sched-body')).toContainText('No filter has been asked yet.');
  expect(await axeFindings(page, { part: '.sched' })).toEqual([]);
  while (!(await grid.isVisible())) await page.keyboard.press('ArrowRight');
  expect(await page.locator('.sched-grid table').evaluate((now, then) => now === then, table)).toBe(true);
});
