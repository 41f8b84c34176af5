import type { Locator, Page } from '@playwright/test';
import { isWhole } from '../../scripts/pages.ts';
import { pagesWithScope } from './site.ts';

export const chapters = pagesWithScope().filter((path) => isWhole(path) && !path.includes('playground'));
export const replicaset = '/controllers/replicaset/';
export const loop = '/controllers/the-control-loop/';

/** What says who holds the machine. */
export const holder = (page: Page): Locator => page.locator('.follow-chip').filter({ visible: true });

/** What of the machine is not inside the window, with its place. */
export function outside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['.scope-picture', '.sentence', '.controls'].flatMap((part) => {
      const { top, bottom, left, right } = document.querySelector(`.scope ${part}`)!.getBoundingClientRect();
      const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && bottom > top;
      return inside ? [] : [`${part} ${top} to ${bottom}`];
    }),
  );
}

/** How many lines of code have room beside the picture; any number where the story shows no file. */
export async function codeLines(page: Page): Promise<number> {
  // The file of another run is fetched when that is shown.
  await page.locator('.drawer-code :is(.code-row, .code-empty)').first().waitFor({ state: 'attached' });
  return page.locator('.drawer-code').evaluate((code) => {
    const box = code.querySelector('.code-box');
    if (!box) return code.querySelector('.code-empty') ? Number.MAX_SAFE_INTEGER : 0;
    const { top, bottom } = box.getBoundingClientRect();
    const row = box.querySelector('.code-row')!.getBoundingClientRect();
    return Math.floor((Math.min(innerHeight, bottom) - top) / row.height);
  });
}

/** Brings something to the line at which is read, which is below the header, or below the dock. */
export const readAt = (what: Locator): Promise<void> =>
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
export interface Link {
  readonly scenario: string;
  readonly entry: number;
  /** True if it is one that the text tells of: no answer, and nothing that is done. */
  readonly told: boolean;
}

/** The links that can be pressed, in the order of the text, and those that do something in the run, which are left out. */
export function linksOf(page: Page): Promise<readonly (Link | undefined)[]> {
  return page.locator(moments).evaluateAll((links) =>
    links.map((link) => {
      const letters = (link as HTMLAnchorElement).hash.slice(7).replaceAll('-', '+').replaceAll('_', '/');
      const [, scenario, , entry, acts] = JSON.parse(atob(letters)) as [0, string, 0, number, unknown[]];
      const told = !link.closest('.prediction, .experiment, .exercise, .group, table, loop-scope');
      return acts.length > 0 ? undefined : { scenario, entry, told };
    }),
  );
}

const moments = 'main a[href^="#scope="]:not(svg a)';

/** Presses a link where it is read. Gives how far that moved it, once the machine is there. */
export async function press(page: Page, nth: number, { entry }: Link): Promise<number> {
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
export async function step(page: Page, key: string, place: number): Promise<number> {
  await page.keyboard.press(key);
  const now = await page.waitForFunction((at) => {
    const told = document.querySelector('.controls-place b')?.textContent === String(at);

    return told && document.querySelector('.scope [role="slider"]')?.ariaValueNow;
  }, place);
  return Number(await now.jsonValue()) - 1;
}
