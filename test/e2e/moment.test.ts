import { expect } from '@playwright/test';
import { StepOnPage, openPredictions } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

test.describe('a link to a moment', () => {
  test('moves the Scope of the page there, without loading the page again', async ({ page }) => {
    await page.goto('/controllers/the-control-loop/');
    const scope = await new ScopeOnPage(page).wake();
    await page.evaluate(() => ((window as { still?: boolean }).still = true));
    const { link } = new StepOnPage(page, 'You delete a pod');
    await link.click();
    await expect(scope.slider).toBeFocused();
    expect(await scope.said()).toContain('deletes pod default/web-');
    const there = await scope.place();

    await page.keyboard.press('ArrowRight');
    expect(await scope.place()).toBeGreaterThan(there);
    // The same link again: the address does not change, and it is followed all the same.
    await link.click();
    await expect.poll(() => scope.place()).toBe(there);

    await new StepOnPage(page, 'It acts. It asks for a pod').link.click();
    await expect.poll(() => scope.place()).toBeLessThan(there);
    expect(await page.evaluate(() => (window as { still?: boolean }).still)).toBe(true);
  });

  test('leaves the run that the reader made beside the story', async ({ page }) => {
    await page.goto('/controllers/the-control-loop/');
    const scope = await new ScopeOnPage(page).wake();
    await new StepOnPage(page, 'It acts. It asks for a pod').link.click();
    const form = await scope.whatIf('scale a workload');
    await form.getByLabel('Replicas', { exact: true }).fill('4');
    await form.getByRole('button').first().click();
    const yours = scope.root.getByRole('button', { name: 'Yours', exact: true });
    await expect(yours).toHaveAttribute('aria-pressed', 'true');
    await new StepOnPage(page, 'You delete a pod').link.click();
    await expect(yours).toHaveAttribute('aria-pressed', 'false');
    expect(await scope.said()).toContain('deletes pod default/web-');
    await yours.click();
    await expect(yours).toHaveAttribute('aria-pressed', 'true');
  });

  test('brings another scenario of the chapter into the Scope, and back', async ({ page }) => {
    await page.goto('/controllers/replicaset/');
    const scope = await new ScopeOnPage(page).wake();
    await openPredictions(page);
    await page.getByRole('link', { name: 'Step through it: Without' }).click();
    await expect(scope.root.locator('.scope-title')).toHaveText('A slow cache, without expectations');
    await expect(scope.slider).toBeFocused();
    expect(await scope.said()).toContain('applies ReplicaSet default/web');
    await expect(scope.root.locator('.scope')).toHaveCount(1);
    await page.getByRole('link', { name: 'grown to eight' }).click();
    await expect(scope.root.locator('.scope-title')).toHaveText('Three, eight, four');
    expect(await scope.said()).toContain('to 8 replicas');
  });
});
