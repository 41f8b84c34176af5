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

test.describe('the drawing of the start', () => {
  const marks = '.start-map-view .map-marks i';

  test('fits the window while its packages are folded, and has a mark for each function', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/map/');
    const view = page.locator('.start-map-view');
    const { wide, high, own } = await view.evaluate((element) => ({
      wide: element.scrollWidth - element.clientWidth,
      high: element.scrollHeight - element.clientHeight,
      own: element.getBoundingClientRect().height,
    }));
    expect([wide, high]).toEqual([0, 0]);
    expect(own).toBeLessThan(900);
    const stations = await page.locator('.start-map .map-stop').count();
    expect((await page.locator(marks).count()) + stations).toBe(await page.locator('.map-boxes p').count());
  });

  test('opens a package, grows, and leads into the run, all by keyboard', async ({ page }) => {
    await page.goto('/map/');
    const before = await page.locator('.map-stop').first().boundingBox();
    await page.getByRole('radio', { name: 'largest' }).focus();
    await page.keyboard.press('Space');
    const after = await page.locator('.map-stop').first().boundingBox();
    expect(after!.height).toBeGreaterThan(before!.height * 1.5);
    const region = page.locator('.map-region', { hasText: 'waitForAPIServer' });
    const name = region.getByRole('link', { name: 'waitForAPIServer', exact: true });
    await expect(name).toHaveCount(0);
    await region.locator('summary').focus();
    await page.keyboard.press('Enter');
    await name.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/controller-manager\/controller-context\/#scope=/);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the drawing opens and grows', async ({ page }) => {
    await page.goto('/map/');
    const region = page.locator('.map-region').first();
    await region.locator('summary').click();
    await expect(region.locator('li a').first()).toBeVisible();
  });

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
