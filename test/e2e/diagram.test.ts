import { expect } from '@playwright/test';
import { ScopeOnPage } from './scope.ts';
import { axeFindings, test } from './site.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`a diagram, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('leads the Scope to its moments, and is lit as far as it has come', async ({ page }) => {
      await page.goto('/controllers/the-control-loop/');
      const diagram = page.locator('.diagram');
      const lit = diagram.locator('a[data-happened]');
      await expect(diagram.getByRole('group', { name: 'One reconcile' })).toHaveAccessibleDescription(
        /^A watch tells the informer/,
      );
      await expect(lit).toHaveCount(0);
      const scope = await new ScopeOnPage(page).wake();
      await diagram.getByRole('link', { name: 'create a pod' }).click();
      await expect(scope.slider).toBeFocused();
      expect(await scope.said()).toContain('asks the API server to create pod default/web-');
      await expect(lit).toHaveText([
        'web was added',
        'into the cache',
        'add default/web',
        'default/web',
        'create a pod',
      ]);
      await expect(diagram.locator('a[aria-current=step]')).toHaveText('create a pod');
      await diagram.getByRole('link', { name: 'add default/web' }).click();
      await expect(lit).toHaveCount(3);
      expect(await axeFindings(page, { part: '.diagram' })).toEqual([]);
    });

    test('of who asked whom is drawn in the Scope, and copied', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/controllers/the-control-loop/');
      const scope = await new ScopeOnPage(page).wake();
      await page.locator('.diagram').getByRole('link', { name: 'create a pod' }).click();
      await expect(scope.slider).toBeFocused();
      await scope.root.getByText('Who asked whom', { exact: true }).click();
      const drawing = scope.root.getByRole('group', { name: 'Who asked whom' });
      await expect(drawing.locator('svg')).toContainText('302 ms create pod default/web-');
      expect(await axeFindings(page, { part: '.drawer-panel' })).toEqual([]);
      await scope.button('Copy as mermaid').click();
      await expect(scope.root.getByText('The source is copied.')).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(/^```mermaid\nsequenceDiagram\n {2}accTitle: Who asked whom\n/);
      expect(copied).toMatch(/^ {2}p\d->>p1: 302 ms create pod default\/web-$/m);

      // It stays while the run moves on, until another moment is asked for.
      await scope.slider.press('End');
      await expect(drawing.locator('svg')).toContainText('302 ms create pod default/web-');
      await scope.button('Draw round this moment').click();
      await expect(drawing.locator('svg')).not.toContainText('302 ms create pod default/web-');
    });
  });
}

test('a diagram fits a phone, and scrolls in its own place', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of [
    '/controllers/the-control-loop/',
    '/zh-cn/controllers/the-control-loop/',
    '/scheduler/queue/',
  ]) {
    await page.goto(path);
    await expect(page.locator('.diagram svg').first()).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  }
});
