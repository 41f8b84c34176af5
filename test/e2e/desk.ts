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

/** The sentence, if it is cut off although it is no longer than what programs print. */
export const cutSentence = (page: Page): Promise<string | undefined> =>
  page.locator('.scope .sentence-what').evaluate(({ textContent, scrollHeight, clientHeight }) => {
    // A line that is hidden has at least 13 px; where lines stand close, letters reach up to 2 px out of the last.
    const isCut = scrollHeight > clientHeight + 4;
    return isCut && textContent.length < 190 ? textContent : undefined;
  });

/** What of a cut picture is wrong: nothing of what the step touches is in the window, or letters have less than so many px. */
export const wrongOfPicture = (page: Page, least: number): Promise<string[]> =>
  page.locator('.scope .picture-drawing').evaluate((drawing: SVGSVGElement, smallest) => {
    const window = drawing.closest('.scope-picture')!.getBoundingClientRect();
    const seen = (element: Element): number => {
      const { top, bottom, height } = element.getBoundingClientRect();
      const inside = Math.min(bottom, window.bottom) - Math.max(top, window.top);
      return inside / Math.min(height, window.height);
    };
    const parts = [...drawing.querySelectorAll('.picture-part.is-lit > .picture-box')].map(seen);
    const scale = drawing.getScreenCTM()!.a;
    const small = [...drawing.querySelectorAll('text, tspan')].filter(
      (text) => seen(text) > 0 && parseFloat(getComputedStyle(text).fontSize) * scale < smallest,
    );
    return [
      ...(parts.length > 0 && Math.max(...parts) < 0.6 ? [`touched, and not seen: ${parts.join()}`] : []),
      ...small.map(({ textContent }) => `too small: ${textContent}`),
    ];
  }, least);

/** How many lines of code have room beside the picture; any number where the story shows no file. */
export const codeLines = (page: Page): Promise<number> =>
  page.locator('.drawer-code').evaluate((code: HTMLElement) => {
    if (code.hidden) return Number.MAX_SAFE_INTEGER;
    // Files that were shown before keep their lines, unseen.
    const box = code.querySelector('.code-box:not([inert])');
    if (!box) return 0;
    const { top, bottom } = box.getBoundingClientRect();
    const row = box.querySelector('.code-row')!.getBoundingClientRect();
    return Math.floor((Math.min(innerHeight, bottom) - top) / row.height);
  });

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

/** Counts from now on how often the page scrolls, and starts anew each time that it is asked. */
export async function watchScrolls(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = globalThis as unknown as { scrolls: number };
    counted.scrolls = 0;
    addEventListener('scroll', () => counted.scrolls++);
  });
  return () =>
    page.evaluate(() => {
      const counted = globalThis as unknown as { scrolls: number };
      const { scrolls } = counted;
      counted.scrolls = 0;
      return scrolls;
    });
}

/**
 * The moment of the passage that is read, as the number of its entry and the words that are lit, and the same of what the machine shows.
 * They are alike where the machine shows what is read. A question is no passage: there it is the one before.
 */
export function readAndShown(page: Page): Promise<{ readonly read: string; readonly shown: string }> {
  return page.evaluate((links) => {
    const apart = '.prediction, .experiment, .exercise, .group, .symptom, table, loop-scope';
    const top = (element: Element): number =>
      element.checkVisibility() ? element.getBoundingClientRect().top : Infinity;
    const { bottom } = document.querySelector('.header')!.getBoundingClientRect();
    const line = Math.round(bottom + (innerHeight - bottom) * 0.4);
    const { scrollHeight } = document.documentElement;
    const isEnd = scrollY + innerHeight >= scrollHeight - 2;
    const told = [...document.querySelectorAll<HTMLAnchorElement>(links)].filter(
      (link) => !link.closest(apart),
    );
    const passage = told.findLast((link) => {
      const step = link.closest('.step');
      const element = step?.querySelector('a') === link ? step : link;
      return top(element) <= (isEnd ? innerHeight : line);
    });
    const entryOf = (link: HTMLAnchorElement): number =>
      JSON.parse(atob(link.hash.slice(7).replaceAll('-', '+').replaceAll('_', '/')))[3];
    const lit = document.querySelector('main .step[aria-current], main a[aria-current="step"]:not(svg a)');
    const shows = lit?.querySelector('a') ?? (lit as HTMLAnchorElement | null);
    const at = Number(document.querySelector('.scope [role="slider"]')!.ariaValueNow) - 1;
    return {
      read: passage ? `${entryOf(passage)} ${passage.textContent}` : 'nothing',
      shown: shows ? `${at} ${shows.textContent}` : 'nothing',
    };
  }, moments);
}

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
      const told = !link.closest('.prediction, .experiment, .exercise, .group, .symptom, table, loop-scope');
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
