import { expect, type Page } from '@playwright/test';
import { ScopeOnPage } from './scope.ts';
import { axeFindings, test } from './site.ts';

/** Opens the playground, where everything that a Scope can do is at hand, some steps into its run. */
async function open(page: Page): Promise<ScopeOnPage> {
  await page.goto('/playground/');
  const scope = await new ScopeOnPage(page).wake();
  for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowRight');
  return scope;
}

/** In light all rules; in dark those of colour, where they have not been looked at: colours are the same on any width. */
async function expectClean(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  if (page.viewportSize()!.width < 1440) return;
  await toDark(page);
  expect(await axeFindings(page, { only: colours })).toEqual([]);
}

const colours = ['color-contrast', 'link-in-text-block'];

async function toDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
}

for (const width of [1440, 360]) {
  test.describe(`axe finds nothing wrong in light and dark at ${width} px`, () => {
    test.use({
      colorScheme: 'light',
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
    });

    test('in each pane', async ({ page }) => {
      const scope = await open(page);
      await scope.root.locator('.scope-panes').scrollIntoViewIfNeeded();
      // Panes come with their subjects, one after the other.
      await expect(scope.root.getByRole('tab')).toHaveCount(9);
      const tabs = await scope.root.getByRole('tab').all();
      const expectEach = async (only?: readonly string[]): Promise<void> => {
        for (const tab of tabs) {
          await tab.click();
          await expect(tab).toHaveAttribute('aria-selected', 'true');
          expect(await axeFindings(page, { part: '.panes', only })).toEqual([]);
        }
      };
      await expectEach();
      await expectNoSidewaysScroll(page);
      if (width < 1440) return;
      await toDark(page);
      await expectEach(colours);
    });

    test('in the form of each act, and in one that was refused', async ({ page }) => {
      const scope = await open(page);
      await expect(scope.root.locator('.acts [data-offer]').nth(7)).toBeVisible();
      const offers = await scope.root.locator('.acts [data-offer]').all();
      for (const offer of offers) {
        await offer.click();
        await expect(offer).toHaveAttribute('aria-expanded', 'true');
        // All forms are made of the same parts: their colours are looked at once, below; what is narrow may be too small.
        const only = width < 1440 ? ['target-size'] : undefined;
        expect(await axeFindings(page, { part: '.acts', only })).toEqual([]);
      }
      const form = await scope.whatIf('scale a workload');
      await form.getByLabel('Replicas', { exact: true }).fill('many');
      await form.getByRole('button').first().click();
      await expect(form.getByRole('alert')).toBeVisible();
      await expectClean(page);
      await expectNoSidewaysScroll(page);
    });

    test('after an act, with both runs compared', async ({ page }) => {
      const scope = await open(page);
      const form = await scope.whatIf('scale a workload');
      await form.getByLabel('Replicas', { exact: true }).fill('5');
      await form.getByRole('button').first().click();
      await expect(scope.root.getByRole('region', { name: 'Two runs' })).toBeVisible();
      await expectClean(page);
      await expectNoSidewaysScroll(page);
    });

    test('with the chain of causes, the keys and a breakpoint', async ({ page }) => {
      const scope = await open(page);
      await page.keyboard.press('w');
      await expect(scope.root.getByRole('list', { name: 'The chain of causes' })).toBeVisible();
      await page.keyboard.press('?');
      await expect(scope.root.getByText('one step on, one step back')).toBeVisible();
      await page.keyboard.press('b');
      await expectClean(page);
      await expectNoSidewaysScroll(page);
    });

    test('with the machine as a table, and the run in words', async ({ page }) => {
      const scope = await open(page);
      await scope.button('Show as a table').click();
      await expect(scope.root.locator('.picture table').first()).toBeVisible();
      await scope.root.getByText('The run in words').click();
      await expectClean(page);
      await expectNoSidewaysScroll(page);
    });

    test('where the YAML is wrong', async ({ page }) => {
      await open(page);
      await page.getByText('Apply YAML').click();
      await page.getByRole('textbox', { name: 'Manifest' }).fill('kind: Pod\n  metadata: {}');
      await page.getByRole('button', { name: /^Apply/ }).click();
      await expect(page.getByText('Nothing was applied.')).toBeVisible();
      await expectClean(page);
      await expectNoSidewaysScroll(page);
    });

    if (width > 560) {
      test('in full screen', async ({ page }) => {
        const scope = await open(page);
        await scope.button('Full screen').click();
        await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe('scope');
        await expectClean(page);
      });
    }
  });
}
