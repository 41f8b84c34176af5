import axe, { type RunOptions } from 'axe-core';
import { expect, test as base, type Page } from '@playwright/test';
import { ceasedToDraw } from '../../scripts/browser-report.ts';
import { hasScope, pagesUnalike } from '../../scripts/pages.ts';

/** Pages that have a Scope. */
export function pagesWithScope(): string[] {
  return pagesUnalike().filter(hasScope);
}

/** Scrolls from top to bottom, so that everything that waits to be seen wakes. */
export async function readToTheEnd(page: Page): Promise<void> {
  const screens = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / innerHeight));
  for (let screen = 0; screen <= screens; screen++) {
    await page.evaluate((each) => scrollTo({ top: each * innerHeight, behavior: 'instant' }), screen);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
  await page.waitForLoadState('networkidle');
}

/** Notes from now on what moves on its own, with the part and how far. */
export async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources = [] } = entry as PerformanceEntry & {
          value: number;
          sources?: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        // What a picture shows of a run, and the run in words, move as the run goes on, which follows what is read.
        const isDrawn = ({ node }: { node?: Node }): boolean =>
          !!(node instanceof Element ? node : node?.parentElement)?.closest(
            '.scope-picture, [data-open="words"]',
          );
        if (sources.length > 0 && sources.every(isDrawn)) continue;
        const where = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.nodeName;
          return `${name} ${previousRect.x},${previousRect.y}→${currentRect.x},${currentRect.y}`;
        });
        shifts.push(`${value.toFixed(4)} ${where.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with a page, or with the part of it that a selector names: rule and place of each. */
export async function axeFindings(
  page: Page,
  { part, only }: { part?: string; only?: readonly string[] } = {},
): Promise<readonly object[]> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: only ? { type: 'rule', values: [...only] } : { type: 'tag', values: rules },
    iframes: false,
  };
  // It is large: a page gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([where, how]) => {
      const { violations } = await (globalThis as unknown as { readonly axe: typeof axe }).axe.run(
        where,
        how,
      );
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(
          ({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      }));
    },
    [part ?? 'html', options] as const,
  );
}

/** False where the page answers, and Chromium draws nothing of it: on a busy machine it ceases to, now and then, for good. */
function draws(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(true));
        setTimeout(() => resolve(false), 20_000);
      }),
  );
}

/** What an address elsewhere has: a text, with a status that is not 200 if there is one, or nothing that answers. */
type Answer = { readonly text: string; readonly status?: number } | 'nothing';

interface Fixtures {
  /** Lets a page ask for an address elsewhere, and answers in its place. */
  readonly answer: (url: string, answer: Answer) => Promise<void>;
  /** The addresses that are answered. */
  readonly elsewhere: Set<string>;
  readonly quiet: void;
}

/** A test that is marked where it fails and Chromium had ceased to draw one of its pages. */
export const drawn = base.extend<{ readonly marked: void }>({
  marked: [
    async ({ context }, use, test) => {
      await use();
      if (test.status === test.expectedStatus) return;
      const pages = await Promise.all(context.pages().map(draws));
      if (pages.includes(false)) test.annotations.push({ type: ceasedToDraw });
    },
    { auto: true },
  ],
});

/** A test in which each page must stay on this machine, but for what the test answers itself, and log no error. */
export const test = drawn.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  elsewhere: ({}, use) => use(new Set()),
  answer: ({ page, elsewhere }, use) =>
    use(async (url, answer) => {
      elsewhere.add(url);
      await page.route(url, (route) => {
        if (answer === 'nothing') return route.abort();
        const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/plain; charset=utf-8' };
        return route.fulfill({ status: answer.status ?? 200, body: answer.text, headers });
      });
    }),
  quiet: [
    async ({ page, baseURL, elsewhere }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !elsewhere.has(message.location().url))
          noise.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => noise.push(`error: ${error.message}`));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url) && !elsewhere.has(url))
          noise.push(`request: ${url}`);
      });
      await use();
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
});
