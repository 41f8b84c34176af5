import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { pagesWithScope } from './site.ts';
import { paper } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { axeFindings, test } from './site.ts';

const loop = '/controllers/the-control-loop/';
const plan = '/plan/controllers/the-control-loop/';

test('a study group is led to the plan of a session', async ({ page }) => {
  await page.goto(loop);
  const box = page.getByRole('region', { name: 'For a study group' });
  await box.getByRole('link', { name: 'A plan for 60 or 90 minutes, to print' }).click();
  await expect(page).toHaveURL(new RegExp(`${plan}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The control loop: a plan for a group');
});

test('the plan of a session is made of what its chapter asks, and leads there', async ({ page }) => {
  await page.goto(plan);
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await expect(page.getByRole('columnheader')).toContainText(['60 minutes', '90 minutes', 'What you do']);
  await expect(row('First glance.').getByRole('cell').first()).toHaveText(/^0–4\s*1 \+ 3$/);
  await expect(row('Look back.').getByRole('cell').nth(1)).toHaveText(/^85–90\s*1 \+ 4$/);
  const asked = row('Predict.').getByRole('link', { name: /^Ten changes to the same ReplicaSet/ });
  await expect(row('Predict.').getByText('hands:').first()).toBeVisible();
  await expect(page.getByText(/^For the presenter, what holds: 1 B/)).toBeVisible();
  expect(await axeFindings(page, { part: 'main' })).toEqual([]);
  await asked.click();
  await expect(page.locator('#prediction-ten-changes')).toBeInViewport();

  await page.goto(plan);
  await row('First glance.').getByRole('link').first().click();
  const scope = await new ScopeOnPage(page).wake();
  await expect.poll(() => scope.said()).toContain('has default/web already');
});

test('the plan fits two sheets, and a phone', async ({ page }) => {
  await page.goto('/plan/controllers/replicaset/');
  const sheets = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  const printed = sheets(await page.pdf({ format: 'A4' }));
  expect(printed).toBeGreaterThan(0);
  expect(printed).toBeLessThanOrEqual(2);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.goto(`/zh-cn${plan}`);
  await expect(page.getByRole('columnheader').last()).toHaveText('做什么');
});

test('terms hold each chapter once, with its plan', async ({ page }) => {
  await page.goto('/groups/');
  const chapters = pagesWithScope().filter((path) => /^\/(?!zh-cn|playground)/.test(path));
  for (const weeks of [4, 8, 12]) {
    const term = page.locator('details.term').filter({ hasText: `A term of ${weeks} weeks` });
    await expect(term.locator('> ol > li')).toHaveCount(weeks);
    const links = await term
      .locator('li li a:first-child')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
    expect(links.toSorted()).toEqual(chapters.toSorted());
    await expect(term.locator('a.to-plan')).toHaveCount(chapters.length);
  }
  expect(await axeFindings(page, { part: 'main' })).toEqual([]);
});

test('a moment is noted with one press, written on, and saved as Markdown with its link', async ({
  page,
}) => {
  await page.goto('/groups/#notes');
  await expect(page.getByText(/^Nothing is noted yet/)).toBeVisible();
  await page.goto(loop);
  const scope = await new ScopeOnPage(page).wake();
  const said = (await scope.said()).replace(/\.$/, '');
  await scope.root.getByRole('button', { name: 'Note this moment' }).press('Enter');
  await expect(scope.root.locator('.scope-said')).toHaveText('Noted');

  await page.goto('/groups/');
  const area = page.getByRole('textbox', { name: 'Notes on The control loop' });
  await expect(area).toHaveValue(/^- 30\d ms, The user applies .*\[see it\]\(http.*#scope=.*\)\n$/);
  expect(await area.inputValue()).toContain(said);
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await area.press('Control+End');
  await area.pressSequentially('We disagreed.');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as Markdown' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('loopscope-notes.md');
  const saved = await readFile(await download.path(), 'utf8');
  expect(saved).toMatch(/^# \[The control loop\]\(http.*\/controllers\/the-control-loop\/\)\n\n- 30\d ms, /);
  expect(saved).toContain('\nWe disagreed.\n');
  await page.reload();
  await expect(area).toHaveValue(/We disagreed\.$/);

  const [, link = ''] = /\[see it\]\((.*)\)/.exec(saved) ?? [];
  await page.goto('about:blank');
  await page.goto(link);
  expect(await (await new ScopeOnPage(page).wake()).said()).toContain(said);

  await page.goto('/groups/');
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('loop-notes pre').filter({ visible: true })).toContainText('We disagreed.');
});
