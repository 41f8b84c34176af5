import { type Page, expect } from '@playwright/test';
import { isWhole, pagesToMeasure, pagesUnalike } from '../../scripts/pages.ts';
import { leadsFar } from './prose.ts';
import { axeFindings, pagesWithScope, readToTheEnd, test } from './site.ts';

/** Runs in words are many, and alike: a short one, and one of several pages. */
const runs = ['/runs/controllers/replicaset/slow-cache/', '/runs/playground/scaling/2/'];

/** Notes from now on what moves on its own, with the part and how far. */
async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources = [] } = entry as PerformanceEntry & {
          value: number;
          sources?: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        // What a picture shows of a run moves as the run goes on, which follows what is read.
        const isDrawn = ({ node }: { node?: Node }): boolean =>
          (node instanceof Element ? node : node?.parentElement)?.closest('.scope-picture') != null;
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

/** Others are laid out as these: they are looked at less. */
const inAllWays = new Set([...pagesToMeasure(), ...runs, '/404.html']);
const tellsARun = new Set(pagesWithScope().filter(isWhole));

for (const path of [...pagesUnalike(), ...runs, '/404.html']) {
  const themes = inAllWays.has(path) ? 'in light and dark' : 'in light';
  const leads = tellsARun.has(path) ? 'leads to the moments that it names, ' : '';
  // Loaded once for all of it: that takes longer than most of what is looked at.
  test(`${path} stands still while it is read, passes axe ${themes}, ${leads}and fits 360 px`, async ({
    page,
  }) => {
    const shifts = await watchShifts(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await readToTheEnd(page);
    expect(await shifts()).toEqual([]);

    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect.soft(await axeFindings(page)).toEqual([]);
    if (inAllWays.has(path)) {
      // Of what axe looks at, only colours differ by theme.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      expect.soft(await axeFindings(page, { only: ['color-contrast', 'link-in-text-block'] })).toEqual([]);
    }
    if (tellsARun.has(path)) await leadsFar(page);

    await page.setViewportSize({ width: 360, height: 740 });
    if (inAllWays.has(path)) {
      await page.goto(path);
      await readToTheEnd(page);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}

test('a page that does not exist says so, with status 404 and ways on', async ({ request }) => {
  const response = await request.get('/no/such/page/');
  expect(response.status()).toBe(404);
  expect(await response.text()).toContain('The store answered 404');
});
