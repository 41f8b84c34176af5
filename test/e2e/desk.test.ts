import { type Locator, type Page, expect } from '@playwright/test';
import { isWhole } from '../../scripts/pages.ts';
import { openPredictions } from './prose.ts';
import { ScopeOnPage } from './scope.ts';
import { pagesWithScope, test, watchShifts } from './site.ts';

const chapters = pagesWithScope().filter((path) => isWhole(path) && !path.includes('playground'));
const replicaset = '/controllers/replicaset/';
const loop = '/controllers/the-control-loop/';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What says who holds the machine. */
const holder = (page: Page): Locator => page.locator('.follow-chip').filter({ visible: true });

/** What of the machine is not inside the window, with its place. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['.scope-picture', '.sentence', '.controls'].flatMap((part) => {
      const { top, bottom, left, right } = document.querySelector(`.scope ${part}`)!.getBoundingClientRect();
      const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && bottom > top;
      return inside ? [] : [`${part} ${top} to ${bottom}`];
    }),
  );
}

/** Brings something to the line at which is read, which is below the header, or below the dock. */
const readAt = (what: Locator): Promise<void> =>
  what.evaluate((element) => {
    const dock = document.querySelector('loop-scope')!;
    const isDock = getComputedStyle(dock).position === 'sticky';
    const covered = isDock
      ? parseFloat(getComputedStyle(dock).top) + dock.clientHeight
      : document.querySelector('.header')!.clientHeight;
    const line = covered + (innerHeight - covered) * 0.4;
    scrollBy({ top: element.getBoundingClientRect().top - line + 16, behavior: 'instant' });
  });

/** A link of the page to a moment of a story. */
interface Link {
  readonly scenario: string;
  readonly entry: number;
  /** True if it is one that the text tells of: no answer, and nothing that is done. */
  readonly told: boolean;
}

/** The links that can be pressed, in the order of the text, and those that do something in the run, which are left out. */
function linksOf(page: Page): Promise<readonly (Link | undefined)[]> {
  return page.locator(moments).evaluateAll((links) =>
    links.map((link) => {
      const letters = (link as HTMLAnchorElement).hash.slice(7).replaceAll('-', '+').replaceAll('_', '/');
      const [, scenario, , entry, acts] = JSON.parse(atob(letters)) as [0, string, 0, number, unknown[]];
      const told = !link.closest('.prediction, .experiment, .exercise, .group, table, loop-scope');
      return acts.length > 0 ? undefined : { scenario, entry, told };
    }),
  );
}

const moments = 'main a[href^="#scope="]';

/** Presses a link where it is read. Gives how far that moved it, once the machine is there. */
async function press(page: Page, nth: number, { entry }: Link): Promise<number> {
  const link = page.locator(moments).nth(nth);
  return link.evaluate(
    async (one: HTMLElement, wanted) => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { top } = one.getBoundingClientRect();
      one.click();
      const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
      const there = (): boolean =>
        document.querySelector('.scope [role="slider"]')?.ariaValueNow === wanted && !!location.hash;
      do await frame();
      while (!there());
      return one.getBoundingClientRect().top - top;
    },
    String(entry + 1),
  );
}

/** Goes on, or back, by a key. Gives the entry that is shown when the text says that it is so far on. */
async function step(page: Page, key: string, place: number): Promise<number> {
  await page.keyboard.press(key);
  const now = await page.waitForFunction((at) => {
    const told = document.querySelector('.controls-place b')?.textContent === String(at);

    return told && document.querySelector('.scope [role="slider"]')?.ariaValueNow;
  }, place);
  return Number(await now.jsonValue()) - 1;
}

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
    await page.setViewportSize({ width: 1280, height: 720 });
    const last = links.findLastIndex((link) => link !== undefined);
    expect(await press(page, last, links[last]!)).toBe(0);
    expect(await outside(page)).toEqual([]);
    await expect(scope.root.locator('.drawer-panel')).toBeInViewport({ ratio: 0.9 });

    const told = links.flatMap((link) => (link?.told ? [link.entry] : []));
    await scope.slider.focus();
    expect(await step(page, 'Home', 1)).toBe(told[0]);
    for (let at = 1; at < told.length; at++) {
      await step(page, 'ArrowRight', at + 1);
      await expect(scope.slider).toHaveAttribute('aria-valuenow', String(told[at]! + 1));
    }
    for (let at = told.length - 1; at > 0; at--) {
      await step(page, 'ArrowLeft', at);
      await expect(scope.slider).toHaveAttribute('aria-valuenow', String(told[at - 1]! + 1));
    }
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
    const last = page.locator('.step').filter({ hasText: 'makes sure of the note once more' });
    for (const step of [last, late, last]) {
      await page.evaluate(() => scrollBy({ top: 5000, behavior: 'instant' }));
      await readAt(step);
      await expect(step).toHaveAttribute('aria-current', 'step');
      await expect(page.locator('.step[aria-current]')).toHaveCount(1);
    }
    await expect(scope.root.locator('.scope-title')).toHaveText('The life of a ReplicaSet');
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
    await question.locator('summary').click();
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

test.describe('the dock', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  const text = (page: Page): Promise<number> =>
    page.evaluate(() => innerHeight - document.querySelector('loop-scope')!.getBoundingClientRect().bottom);

  test('keeps picture, sentence and buttons over the text, folds, and is as it was on the next page', async ({
    page,
  }) => {
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake();
    await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    expect(await outside(page)).toEqual([]);
    expect(await text(page)).toBeGreaterThan(500);
    const read = page.locator('.step').nth(4);
    await read.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const fold = scope.button('The picture above the text');
    await fold.click();
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await expect(scope.root.locator('.scope-picture')).toBeHidden();
    await expect(read).toBeInViewport();
    await expect.poll(() => text(page)).toBeGreaterThan(740);
    await page.goto(loop);
    await expect(page.locator('.scope-picture')).toBeHidden();
    expect(await page.locator('loop-scope').evaluate((dock) => dock.clientHeight)).toBe(48);
  });

  test('opens to the whole machine, and gives focus and place back', async ({ page }) => {
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake();
    const read = page.locator('.step').nth(4);
    await readAt(read);
    await expect(read).toHaveAttribute('aria-current', 'step');
    const [place, top] = [await scope.said(), await page.evaluate(() => scrollY)];
    await scope.button('whole machine').click();
    const whole = page.getByRole('dialog');
    await expect(whole.getByRole('slider')).toBeVisible();
    await expect(whole.getByRole('tab', { name: 'Code' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(whole).toHaveCount(0);
    await expect(scope.button('whole machine')).toBeFocused();
    await expect(read).toBeInViewport();
    expect([await scope.said(), await page.evaluate(() => scrollY)]).toEqual([place, top]);
  });

  test('covers nothing that has the focus, and no text at the end of the page', async ({ page }) => {
    await page.goto(loop);
    await new ScopeOnPage(page).wake();
    for (const link of await page.locator('.step > a').all()) {
      await link.focus();
      const covered = await link.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return one.contains(there) ? undefined : there?.outerHTML.slice(0, 80);
      });
      expect(covered, (await link.textContent())!).toBeUndefined();
    }
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    const [dock, last] = await page.evaluate(() =>
      ['loop-scope', '.foot > p'].map((part) => document.querySelector(part)!.getBoundingClientRect()),
    );
    expect(last!.top).toBeGreaterThanOrEqual(dock!.bottom);
    expect(last!.bottom).toBeLessThanOrEqual(800);
  });

  test('is a bar where the window is low', async ({ page }) => {
    await page.setViewportSize({ width: 740, height: 360 });
    await page.goto(replicaset);
    const scope = await new ScopeOnPage(page).wake();
    await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    expect(await page.locator('loop-scope').evaluate((dock) => dock.clientHeight)).toBe(48);
    await expect(scope.button('One step on')).toBeInViewport();
    await expect(scope.button('whole machine')).toBeInViewport();
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
