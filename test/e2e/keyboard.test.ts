import { expect } from '@playwright/test';
import { tabTo } from './keyboard.ts';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

const chapter = '/controllers/the-control-loop/';

test.describe('with the keyboard alone', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the first stop leads past the menus into the text', async ({ page }) => {
    await page.goto(chapter);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.locator('main :focus')).toHaveCount(1);
  });

  test('one opens a part of the machine, steps, acts, takes it back, and reads on', async ({ page }) => {
    await page.goto(chapter);
    const scope = new ScopeOnPage(page);
    await expect(scope.root.locator('.scope[data-live="true"]')).toBeVisible();

    const queue = scope.root.locator('.picture [role="button"]:visible').filter({ hasText: 'Workqueue' });
    await tabTo(page, queue);
    await page.keyboard.press('Enter');
    const tab = scope.root.getByRole('tab', { selected: true });
    await expect(tab).toContainText('Work queue');

    await tabTo(page, scope.button('One step on'));
    const before = await scope.place();
    await page.keyboard.press('Enter');
    expect(await scope.place()).toBeGreaterThan(before);

    await tabTo(page, tab);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(tab).toHaveText('What if you…');
    await expect(scope.button('scale a workload')).toBeVisible();
    await tabTo(page, scope.button('scale a workload'));
    await page.keyboard.press('Enter');
    await expect(scope.root.locator('.acts form :focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(scope.button('scale a workload')).toBeFocused();
    await page.keyboard.press('Enter');
    const replicas = scope.root.getByLabel('Replicas', { exact: true });
    if ((await replicas.and(page.locator(':focus')).count()) === 0) await tabTo(page, replicas);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    const runs = scope.root.getByRole('region', { name: 'Two runs' });
    await expect(runs).toBeVisible();

    await tabTo(page, scope.root.getByRole('button', { name: /^Take back:/ }));
    await page.keyboard.press('Enter');
    await expect(runs).toBeHidden();
    // What was pressed is gone, and the focus is still in the Scope.
    await expect(scope.root.locator(':focus')).toHaveCount(1);

    await tabTo(page, tab, 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(tab).toHaveText('The run in words');
    await expect(tab).toBeFocused();

    await tabTo(page, page.locator('.sl-markdown-content > p a[href^="#scope"]').first());
    await page.keyboard.press('Enter');
    await expect(scope.slider).toBeFocused();
    await tabTo(page, page.locator('footer a').last());
  });

  test('one leaves the Scope backwards as well', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    await tabTo(
      page,
      page.getByRole('navigation', { name: 'In this chapter' }).getByRole('link').last(),
      'Shift+Tab',
    );
    await expect(scope.root.locator(':focus')).toHaveCount(0);
  });

  test('a Scope that wakes under the focus keeps it', async ({ page }) => {
    // So low a window that the Scope is seen only when it is reached.
    await page.setViewportSize({ width: 1280, height: 240 });
    await page.goto(chapter);
    const scope = new ScopeOnPage(page);
    await expect(scope.root.locator('.scope:not([data-live])')).toHaveCount(1);
    await tabTo(page, scope.root.locator('*'));
    await expect(scope.root.locator('.scope[data-live="true"]')).toBeVisible();
    await expect(scope.root.locator(':focus')).toHaveCount(1);
  });
});

test.describe('who listens to the page', () => {
  test('hears each step, and nothing while it plays fast', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      const region = document.querySelector('.scope [aria-live="polite"]');
      if (!region) throw new Error('The Scope has no live region.');
      new MutationObserver(() => heard.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await heard()).at(-1)).toContain(await scope.said());

    for (let i = 0; i < 4; i++) await page.keyboard.press(']');
    const [before, quiet] = [await scope.place(), (await heard()).length];
    await page.keyboard.press(' ');
    await expect.poll(() => scope.place()).toBeGreaterThan(before + 10);
    expect(await heard()).toHaveLength(quiet);
    await page.keyboard.press(' ');
    await expect(scope.button('Play')).toBeVisible();
    await expect.poll(async () => (await heard()).at(-1)).toContain(await scope.said());
    expect((await heard()).length).toBeLessThanOrEqual(quiet + 1);
  });
});
