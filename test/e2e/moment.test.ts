import { type Page, expect } from '@playwright/test';
import { StepOnPage } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { decodeMoment } from '../../src/components/scope/share-link.ts';
import { isWhole } from '../../scripts/pages.ts';
import { pagesWithScope, test } from './site.ts';

/** Opens what predictions hide: links stand there too. */
async function openPredictions(page: Page): Promise<void> {
  await page.locator('.prediction details').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const details of all) details.open = true;
  });
}

const hashesOf = (links: Element[]): string[] => links.map((link) => (link as HTMLAnchorElement).hash);

test.describe('a link to a moment', () => {
  test('moves the Scope of the page there, without loading the page again', async ({ page }) => {
    await page.goto('/controllers/the-control-loop/');
    const scope = await new ScopeOnPage(page).wake();
    await page.evaluate(() => ((window as { still?: boolean }).still = true));
    const { link } = new StepOnPage(page, 'Somebody deletes a pod');
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
    const form = await scope.whatIf('scale a ReplicaSet');
    await form.getByLabel('Replicas', { exact: true }).fill('4');
    await form.getByRole('button').first().click();
    const yours = scope.root.getByRole('button', { name: 'Yours', exact: true });
    await expect(yours).toHaveAttribute('aria-pressed', 'true');
    await new StepOnPage(page, 'Somebody deletes a pod').link.click();
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
    await expect(scope.root.locator('.scope-title')).toHaveText('The life of a ReplicaSet');
    expect(await scope.said()).toContain('to 8 replicas');
  });

  for (const path of pagesWithScope().filter(isWhole)) {
    test(`leads on ${path} to what its title says, also far into a run`, async ({ page }) => {
      await page.goto(path);
      const scope = await new ScopeOnPage(page).wake();
      await openPredictions(page);
      const links = page.locator('main a[href^="#scope="][title]');
      // The two furthest: one entry more or less before them than when the page was built, and they lead elsewhere.
      const entries = (await links.evaluateAll(hashesOf)).map((hash) => decodeMoment(hash)[0]!.entry);
      const furthest = [...entries.keys()].sort((a, b) => entries[b]! - entries[a]!).slice(0, 2);
      expect(furthest.length).toBeGreaterThan(0);
      for (const nth of furthest) {
        const told = ((await links.nth(nth).getAttribute('title')) ?? '').replace(/^\d+ ms: /, '');
        await links.nth(nth).click();
        await expect.poll(async () => (await scope.said()).replace(/[.。]$/, ''), told).toBe(told);
      }
    });
  }
});
