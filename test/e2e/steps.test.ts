import { expect } from '@playwright/test';
import { StepOnPage, litOn } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

test.describe('a paragraph bound to an event', () => {
  test('is lit while the reader steps from its event to that of the next', async ({ page }) => {
    await page.goto('/controllers/the-control-loop/');
    await new ScopeOnPage(page).wake();
    const applied = new StepOnPage(page, 'You apply a ReplicaSet');
    const watched = new StepOnPage(page, 'the watch delivers it');
    await applied.isLit();
    await page.keyboard.press('Home');
    await expect(litOn(page)).toHaveCount(0);

    await applied.link.click();
    await applied.isLit();
    // The API server stores the set, and tells the controller; that it tells the garbage collector's stand-in is no step.
    await page.keyboard.press('ArrowRight');
    await applied.isLit();
    await page.keyboard.press('ArrowRight');
    await watched.isLit();
    await page.keyboard.press('ArrowLeft');
    await applied.isLit();
    await page.keyboard.press('End');
    await new StepOnPage(page, 'forgets how often the key has failed').isLit();
  });

  test('leaves the page where it is, though tables half in sight change at each step', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto('/controller-manager/anatomy-of-a-component/');
    const scope = await new ScopeOnPage(page).wake();
    const top = (): Promise<number> => page.evaluate(() => Math.round(scrollY));
    const [start, from] = [await scope.place(), await top()];
    for (let step = 1; step <= 12; step++) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => scope.place()).toBe(start + step);
      expect(await top()).toBe(from);
    }
  });

  test('leads the Scope to its event, and the Scope leads back to it', async ({ page }) => {
    await page.goto('/controllers/the-control-loop/');
    const scope = await new ScopeOnPage(page).wake();
    const replaced = new StepOnPage(page, 'So it makes one.');
    await replaced.link.click();
    await expect(scope.slider).toBeFocused();
    expect(await scope.said()).toContain('stores pod default/web-');
    await replaced.isLit();
    // It stands still, whatever is read.
    await scope.button('follows the text').click();
    await scope.slider.focus();
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(replaced.paragraph).not.toBeInViewport();

    await page.keyboard.press('t');
    await expect(replaced.link).toBeFocused();
    await expect(replaced.paragraph).toBeInViewport();

    await page.keyboard.press('Enter');
    await expect(scope.slider).toBeFocused();
    await scope.button('Where in the text?').click();
    await expect(replaced.link).toBeFocused();
    await expect(replaced.paragraph).toBeInViewport();
  });

  test('is lit while the run plays, and its place in the page stays', async ({ page }) => {
    await page.goto('/controllers/the-control-loop/');
    await new ScopeOnPage(page).wake();
    const queued = new StepOnPage(page, 'It puts a key');
    const compared = new StepOnPage(page, 'takes the key and calls the sync function');
    await queued.link.click();
    await queued.isLit();
    const before = await compared.paragraph.boundingBox();
    await page.keyboard.press(' ');
    await compared.isLit();
    expect(await compared.paragraph.boundingBox()).toEqual(before);
  });

  test('is not lit by the run that the reader made, and again by the story', async ({ page }) => {
    await page.goto('/controllers/the-control-loop/');
    const scope = await new ScopeOnPage(page).wake();
    const stored = new StepOnPage(page, 'It acts. It asks for a pod');
    await stored.link.click();
    await stored.isLit();
    const form = await scope.whatIf('scale a workload');
    await form.getByLabel('Replicas', { exact: true }).fill('4');
    await form.getByRole('button').first().click();
    const yours = scope.root.getByRole('button', { name: 'Yours', exact: true });
    await expect(yours).toHaveAttribute('aria-pressed', 'true');
    await expect(litOn(page)).toHaveCount(0);
    await expect(scope.button('Where in the text?')).toHaveCount(0);
    await scope.root.getByRole('button', { name: 'The story', exact: true }).click();
    await stored.isLit();
  });

  test('is lit by its own scenario alone', async ({ page }) => {
    await page.goto('/controllers/replicaset/');
    const scope = await new ScopeOnPage(page).wake();
    const unpaid = new StepOnPage(page, 'The controller checks its expectation, and makes no more');
    await unpaid.link.click();
    await expect(scope.root.locator('.scope-title')).toHaveText('A slow cache, with expectations');
    await unpaid.isLit();
    await page.keyboard.press('Home');
    await expect(litOn(page)).toHaveCount(0);
    const grown = new StepOnPage(page, 'the set grows from three to eight');
    await grown.link.click();
    await expect(scope.root.locator('.scope-title')).toHaveText('Three, eight, four');
    await grown.isLit();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('reads whole, with its time', async ({ page }) => {
      await page.goto('/controllers/the-control-loop/');
      const { paragraph, link } = new StepOnPage(page, 'So it makes one.');
      await expect(paragraph).toHaveText(
        '3.3 s So it makes one. The new pod is stored 4 ms after the deletion.',
      );
      await expect(link).toHaveAttribute('title', /^3304 ms: The API server stores pod default\/web-/);
      await expect(litOn(page)).toHaveCount(0);
    });
  });
});
