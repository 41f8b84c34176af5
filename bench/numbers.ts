import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dist, root } from '../scripts/project.ts';
import { readScenarios } from '../src/chapters/scenarios.ts';
import { at, median, onPage, tell } from './frames.ts';

/** How long a reader who drags a number may wait for the picture. */
const gateMs = 100;
/** Changes of each number, after some that make the machine warm. */
const changes = 24;
const warm = 6;

/**
 * From an arrow key on the slider of a number to the frame after the picture of the run that follows, on the built site: the worker runs
 * the whole story again, the page takes the run, compares it with the story, and draws. Beside it, what a frame costs that changes
 * nothing. On a busy machine the least says most.
 */
export async function measureNumbers(): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) {
    console.error('  There is no built site: run `npm run build` first.');
    process.exitCode = 1;
    return;
  }
  const chapters = new Set<string>();
  for (const { scenarios } of await readScenarios(root))
    for (const { id, numbers = [] } of scenarios) if (numbers.length > 0) chapters.add(id.split('#')[0]!);
  console.log(
    '  ms                                                answer: least   p50   p95   empty: p50   within 100 ms',
  );
  await onPage(dist, async (page, address) => {
    for (const chapter of chapters) {
      await page.goto(`${address}/${chapter}/`);
      await measureChapter(page, chapter);
    }
  });
}

/** The first run of a chapter that offers numbers, where the page shows it first. */
async function measureChapter(page: Page, chapter: string): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Change a number' });
  await page.locator('.scope[data-live="true"]').first().waitFor();
  // A chapter may begin with another story: the first link into one that has numbers leads there.
  for (const link of await page.locator('a[href^="#scope="]').all()) {
    if (await tab.isVisible()) break;
    await link.evaluate((element: HTMLAnchorElement) => element.click());
    await tab.waitFor({ timeout: 2000 }).catch(() => undefined);
  }
  await tab.click();
  const sliders = page.locator('.numbers input');
  await sliders.first().waitFor();
  for (const slider of await sliders.all()) {
    const name = (await slider.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)) ?? '';
    await slider.focus();
    const took: number[] = [];
    const empty: number[] = [];
    // Back at the story's own value nothing is run: the steps go to and fro beside it.
    const away = await slider.evaluate((input: HTMLInputElement) => (input.value === input.max ? -1 : 1));
    await answerMs(page, away);
    for (let i = 0; i < warm + changes; i++) {
      const answer = await answerMs(page, i % 2 === 0 ? away : -away);
      const nothing = await page.evaluate(frameMs);
      if (i < warm) continue;
      took.push(answer);
      empty.push(nothing);
    }
    const within = took.filter((ms) => ms <= gateMs).length;
    const what = `${chapter} ${name}`.slice(0, 56).padEnd(56);
    console.log(
      `  ${what}   ${tell(Math.min(...took))} ${tell(median(took))} ${tell(at(took, 0.95))}        ${tell(median(empty))}   ${within} of ${took.length}`,
    );
    await page
      .locator('.number-marks button:enabled')
      .first()
      .click()
      .catch(() => undefined);
  }
}

/** One step of the slider that has the focus, as a drag makes it, until the frame in which the page says that its run is shown. */
function answerMs(page: Page, by: number): Promise<number> {
  return page.evaluate(
    (step) =>
      new Promise<number>((resolve) => {
        const input = document.activeElement as HTMLInputElement;
        const said = document.querySelector('.numbers-foot [role=status]')!;
        const began = performance.now();
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        });
        observer.observe(said, { characterData: true, childList: true, subtree: true });
        input.valueAsNumber += step;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }),
    by,
  );
}

/** A frame in which nothing changes. */
function frameMs(): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began))),
  );
}
