import { expect } from '@playwright/test';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

test.describe('the map of the start', () => {
  test('leads from a box into the run, to the step at which the function is called', async ({ page }) => {
    await page.goto('/map/');
    await page.getByRole('link', { name: 'waitForAPIServer()', exact: true }).click();
    await expect(page).toHaveURL(/\/controller-manager\/controller-context\/#scope=/);
    const scope = new ScopeOnPage(page);
    await expect(scope.root.locator('.scope-title')).toHaveText('From main() to running controllers');
    await expect.poll(() => scope.said()).toContain('asks the API server to get /healthz');
  });

  test('has the way in short, whose links lead to its boxes', async ({ page }) => {
    await page.goto('/map/');
    const way = page.locator('.stations');
    await way.getByRole('link', { name: 'createControllerContext' }).click();
    const [box] = await page.locator('.map-boxes li:target > p').allTextContents();
    expect(box).toContain('Gathers what all controllers share.');
    await expect(page.locator('.map-boxes li:target')).toBeInViewport();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the map is whole: each box has a sentence and its place upstream', async ({ page }) => {
    await page.goto('/map/');
    const boxes = page.locator('.map-boxes p');
    expect(await boxes.count()).toBeGreaterThan(100);
    expect(await page.locator('.map-boxes p > a').count()).toBe(await boxes.count());
    expect(await page.locator('.map-boxes .upstream > a[href*="/blob/v1.20.2/"]').count()).toBe(
      await boxes.count(),
    );
  });
});
