import { expect, test } from '@playwright/test';
import { type SiteServer, serve } from '../../scripts/serve.ts';
import { buildOverlay } from '../subject/overlay.ts';
import { ScopeOnPage } from './scope.ts';
import { axeFindings } from './site.ts';

// It is built once.
test.describe.configure({ mode: 'serial' });

let site: SiteServer;
test.beforeAll(async () => {
  site = await serve(await buildOverlay(), 4600);
});
test.afterAll(() => site.close());

test.describe('a subject that touches no file of the project', () => {
  test('is played without an API server, drawn, and told', async ({ page }) => {
    await page.goto(site.address);
    const scope = await new ScopeOnPage(page).wake();
    const picture = scope.root.getByRole('group', { name: /^The chime/ });
    await expect(picture).toHaveAccessibleName('The chime, silent.');
    expect(await axeFindings(page)).toEqual([]);

    // From what a reader did to what it led to, an event at a time.
    const told: string[] = [];
    for (let step = 1; step < 7; step++) {
      await page.keyboard.press('ArrowRight');
      told.push(await scope.said());
    }
    expect(told.slice(3)).toEqual([
      'Somebody presses the button of the front door.',
      'The chime rings for the front door: ding-dong.',
      'button-front answers GET /press with 200: ding-dong.',
    ]);
    await page.keyboard.press('ArrowLeft');
    await expect(picture).toHaveAccessibleName('The chime rings: ding-dong.');
    await expect(scope.root.locator('.sentence')).toHaveAttribute('data-lane', 'chime');
  });

  test('has its lane, its pane and its table', async ({ page }) => {
    await page.goto(site.address);
    const scope = await new ScopeOnPage(page).wake();
    await expect(scope.root.locator('.timeline-names span')).toHaveText(['acts', 'chime', 'others']);
    // Twice it rang: a colour that is there, and a line for each.
    const ticks = scope.root.locator('.timeline-lane[data-lane="chime"] path');
    await expect(ticks).toHaveCSS('stroke', /^rgb\(\d/);
    expect((await ticks.getAttribute('d'))?.match(/M/g)).toHaveLength(2);

    await page.keyboard.press('End');
    await scope.root.getByRole('tab', { name: 'Rings' }).click();
    const rows = scope.root.getByRole('tabpanel').getByRole('row');
    await expect(rows).toHaveText([/Door.*Times/, /back.*1/, /front.*1/]);
    await scope.root.getByRole('tab', { name: 'State' }).click();
    await expect(scope.root.getByRole('tabpanel')).toContainText('Rings');
  });

  test('offers its act, which makes a run of the reader', async ({ page }) => {
    await page.goto(site.address);
    const scope = await new ScopeOnPage(page).wake();
    await page.keyboard.press('End');
    const form = await scope.whatIf('press a button');
    await form.getByLabel('Door').selectOption('front');
    await form.getByRole('button', { name: /^Do it/ }).click();
    await expect(scope.root.locator('.acts')).toContainText('press the button of the front door');
    await page.keyboard.press('End');
    await scope.root.getByRole('tab', { name: 'Rings' }).click();
    await expect(scope.root.getByRole('tabpanel').getByRole('row').last()).toHaveText(/front.*2/);
  });

  test('speaks Chinese', async ({ page }) => {
    await page.goto(`${site.address}/?lang=zh-CN`);
    const scope = await new ScopeOnPage(page).wake();
    await expect(scope.root.getByRole('group', { name: '门铃，安静。' })).toBeVisible();
    await expect(scope.root.locator('.timeline-names')).toContainText('门铃');
    await scope.open('如果你……');
    await expect(scope.root.getByRole('button', { name: '按一个按钮' })).toBeVisible();
    await page.keyboard.press('End');
    await expect(scope.root.getByRole('tab', { name: '响铃' })).toBeVisible();
  });
});
