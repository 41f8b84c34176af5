import { type Locator, type Page, expect } from '@playwright/test';
import { decodeMoment } from '../../src/components/scope/link/share-link.ts';
import { ScopeOnPage } from './scope.ts';

/** A paragraph that is bound to an event, by words in it. */
export class StepOnPage {
  readonly paragraph: Locator;
  /** The time at its head, which leads the Scope to the event. */
  readonly link: Locator;

  constructor(page: Page, words: string) {
    this.paragraph = page.locator('.step').filter({ hasText: words });
    this.link = this.paragraph.getByRole('link', { name: /^Step at / });
  }

  /** Waits until it is the one paragraph of its page that is lit. */
  async isLit(): Promise<void> {
    await expect(this.paragraph).toHaveAttribute('aria-current', 'step');
    await expect(litOn(this.paragraph.page())).toHaveCount(1);
  }
}

/** The paragraphs of a page that are lit. */
export function litOn(page: Page): Locator {
  return page.locator('.step[aria-current]');
}

/** Opens what predictions hide, and the text that they hold back: links stand there too. */
export async function openPredictions(page: Page): Promise<void> {
  await page.locator('.prediction details').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const details of all) {
      details.open = true;
      details.parentElement!.dataset.answered = '';
    }
  });
}

/** Opens what is folded round an element. */
const unfoldRound = (element: Element): void => {
  for (let box = element.closest('details'); box; box = box.parentElement!.closest('details'))
    box.open = true;
};

const hashesOf = (links: Element[]): string[] => links.map((link) => (link as HTMLAnchorElement).hash);

/**
 * The links of a page to moments lead to what their titles say. Of these the two furthest into a run are followed: one entry more
 * or less before them than when the page was built, and they lead elsewhere.
 */
export async function leadsFar(page: Page): Promise<void> {
  const scope = await new ScopeOnPage(page).wake();
  await openPredictions(page);
  const links = page.locator('main a[href^="#scope="][title]');
  const entries = (await links.evaluateAll(hashesOf)).map((hash) => decodeMoment(hash)[0]!.entry);
  const furthest = [...entries.keys()].sort((a, b) => entries[b]! - entries[a]!).slice(0, 2);
  expect(furthest.length).toBeGreaterThan(0);
  for (const nth of furthest) {
    const told = ((await links.nth(nth).getAttribute('title')) ?? '').replace(/^\d+ ms: /, '');
    await links.nth(nth).evaluate(unfoldRound);
    await links.nth(nth).click();
    await expect.poll(async () => (await scope.said()).replace(/[.。]$/, ''), told).toBe(told);
  }
}

/** There is one, and each can be seen. */
export async function seen(what: Locator): Promise<void> {
  expect(await what.count(), String(what)).toBeGreaterThan(0);
  await expect(what.filter({ visible: false })).toHaveCount(0);
}

/** All that a chapter says can be seen, also what is folded until a reader asks for it. */
export async function seenWhole(page: Page): Promise<void> {
  const prose = page.locator('.sl-markdown-content');
  await seen(prose.locator('> :is(p, h2, .sl-heading-wrapper, .step), .goes-on > *'));
  await seen(prose.locator('.prediction li'));
  await seen(prose.locator('.experiment details > :not(summary)'));
  await seen(prose.locator('.exercise :is(.start, .what-holds, .hint p, .solution pre)'));
  await seen(prose.locator('.meaning'));
  const scope = page.locator('loop-scope').first();
  await seen(scope.locator('.picture-drawing').filter({ visible: true }));
  await seen(scope.locator('.sentence-what'));
}

/** The width of what is printed on A4. */
export const paper = { width: 672, height: 980 };

/** A printed page has all that the chapter says, and fits. */
export async function holdsTheChapter(page: Page): Promise<void> {
  await seenWhole(page);
  // Each section that tells of something has a still, and each step what happens there.
  await seen(page.locator('.still'));
  const told = page.locator('.step > a').first();
  expect(await told.evaluate((link) => getComputedStyle(link, '::after').content)).toContain(
    JSON.stringify(await told.getAttribute('title')).slice(1, -1),
  );
  await seen(page.locator('loop-scope').first().locator('.timeline'));
  // Nothing to press, and nothing beside the page.
  await expect(
    page.locator('button, select, input:not([type=radio]), .header').filter({ visible: true }),
  ).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(paper.width);
}
