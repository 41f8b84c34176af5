import { expect } from '@playwright/test';
import {
  chapters,
  codeLines,
  cutSentence,
  holder,
  linksOf,
  loop,
  outside,
  press,
  readAndShown,
  readAt,
  replicaset,
  step,
  watchScrolls,
  wrongOfPicture,
} from './desk.ts';
import { openPredictions } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { test, watchShifts } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Windows of a laptop: what its browser leaves of a large one, and a small one. */
const lower = [
  [1440, 789],
  [1280, 720],
] as const;

for (const path of chapters) {
  test(`${path} stays where it is read when a moment is pressed, with the machine in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    await openPredictions(page);
    const links = await linksOf(page);
    for (const [nth, link] of links.entries()) {
      if (!link) continue;
      expect(await press(page, nth, link), JSON.stringify(link)).toBe(0);
      expect(await outside(page)).toEqual([]);
    }
    expect(await codeLines(page)).toBeGreaterThanOrEqual(5);
    const last = links.findLastIndex((link) => link !== undefined);
    for (const [width, height] of lower) {
      await page.setViewportSize({ width, height });
      expect(await press(page, last, links[last]!)).toBe(0);
      expect(await outside(page)).toEqual([]);
      expect(await wrongOfPicture(page, 8.5)).toEqual([]);
      expect(await cutSentence(page)).toBeUndefined();
      expect(await codeLines(page)).toBeGreaterThanOrEqual(5);
    }

    const told = links.flatMap((link) => (link?.told ? [link.entry] : []));
    await scope.slider.focus();
    const scrolls = await watchScrolls(page);
    expect(await step(page, 'Home', 1)).toBe(told[0]);
    for (let at = 1; at < told.length; at++) {
      await step(page, 'ArrowRight', at + 1);
      await expect(scope.slider).toHaveAttribute('aria-valuenow', String(told[at]! + 1));
    }
    for (let at = told.length - 1; at > 0; at--) {
      await step(page, 'ArrowLeft', at);
      await expect(scope.slider).toHaveAttribute('aria-valuenow', String(told[at - 1]! + 1));
    }
    expect(await scrolls()).toBe(0);
  });
}

test.describe('reading along', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('shows what is read, until the reader takes the machine, and again when it is given back', async ({
    page,
  }) => {
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    const grown = page.locator('.step').filter({ hasText: 'the set grows from three to eight' });
    const shrunk = page.locator('.step').filter({ hasText: 'The set shrinks again, from eight to four' });
    await readAt(grown);
    await expect(grown).toHaveAttribute('aria-current', 'step');
    await expect(scope.root.locator('.sentence-what')).toContainText('to 8 replicas');
    await expect(holder(page)).toHaveText('follows the text');
    expect(await scope.root.locator('[aria-live="polite"]').textContent()).not.toContain('8 replicas');

    await scope.button('One step on').click();
    await expect(holder(page)).toHaveText('yours · back to the text');
    const mine = await scope.said();
    await readAt(shrunk);
    await expect(shrunk).toBeInViewport();
    await holder(page).click();
    await expect(shrunk).toHaveAttribute('aria-current', 'step');
    expect(await scope.said()).not.toBe(mine);
    await scope.slider.focus();
    await page.keyboard.press('r');
    await expect(holder(page)).toHaveText('does not follow the text');
    await page.reload();
    await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    await expect(holder(page)).toHaveText('does not follow the text');
  });

  test('comes to the right passage after a fling, into another run and back', async ({ page }) => {
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    const late = page.locator('.step').filter({ hasText: 'makes no more' });
    const last = page.locator('.step').filter({ hasText: 'drops the expectation once more' });
    for (const step of [last, late, last]) {
      await page.evaluate(() => scrollBy({ top: 5000, behavior: 'instant' }));
      await readAt(step);
      await expect(step).toHaveAttribute('aria-current', 'step');
      await expect(page.locator('.step[aria-current]')).toHaveCount(1);
    }
    await expect(scope.root.locator('.scope-title')).toHaveText('The end of a ReplicaSet');
  });

  test('shows the passage at the line, wherever the page was scrolled to', async ({ page }) => {
    await page.goto(replicaset);
    await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    let last = 7;
    for (let i = 0; i < 24; i++) {
      last = (last * 16_807) % 2_147_483_647;
      const part = last / 2_147_483_647;
      if (i % 6 === 5) await page.mouse.wheel(0, 5000);
      else
        await page.evaluate((of) => {
          scrollTo({ top: document.documentElement.scrollHeight * of, behavior: 'instant' });
        }, part);
      await expect
        .poll(async () => {
          const { read, shown } = await readAndShown(page);
          return read === 'nothing' || read === shown ? 'alike' : `${read} is read, ${shown} is shown`;
        })
        .toBe('alike');
    }
  });

  test('holds the machine at a question, and shows no answer by reading into it', async ({ page }) => {
    await page.goto(loop);
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    const question = page.locator('.prediction').first();
    await readAt(question);
    const above = await question.evaluate((element) =>
      [...document.querySelectorAll('.step')].findLastIndex(
        (step) => step.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
      ),
    );
    await expect(page.locator('.step').nth(above)).toHaveAttribute('aria-current', 'step');
    await expect(page.locator('.step[aria-current]')).toHaveCount(1);
    const said = await scope.said();
    await question.getByRole('button', { name: 'Show it' }).click();
    expect(await scope.said()).toBe(said);
    await expect(holder(page)).toHaveText('follows the text');
  });

  test('tells the moments by number, and a number leads there', async ({ page }) => {
    await page.goto(loop);
    const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    const marks = scope.root.getByRole('group', { name: 'Told in the text' }).getByRole('button');
    const top = await page.evaluate(() => scrollY);
    await marks.nth(2).click();
    await expect(marks.nth(2)).toHaveAttribute('aria-current', 'step');
    expect(await scope.root.locator('.controls-place b').textContent()).toBe(
      await marks.nth(2).textContent(),
    );
    expect(await page.evaluate(() => scrollY)).toBe(top);
  });
});

for (const [width, height] of [
  [1440, 900],
  [900, 900],
  [360, 800],
] as const) {
  test(`nothing moves by itself at ${width} × ${height}: when the machine wakes, follows, and brings another run`, async ({
    page,
  }) => {
    const shifts = await watchShifts(page);
    await page.setViewportSize({ width, height });
    await page.goto(replicaset);
    await new ScopeOnPage(page).wake();
    const late = page.locator('.step').filter({ hasText: 'makes no more' });
    await readAt(late);
    await expect(late).toHaveAttribute('aria-current', 'step');
    expect(await shifts()).toEqual([]);
  });
}
