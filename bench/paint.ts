import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dist, root } from '../scripts/project.ts';
import { readContent } from '../src/chapters/content.ts';
import { type Answer, answersTo, at, median, onPage, tell, traced } from './frames.ts';

const scenario = 'playground/long-run';
const leastEntries = 10_000;
const rounds = 5;
/** Of each chapter's picture, which many others are measured beside. */
const roundsOfChapter = 2;
/** Steps of one round, at each size and pace: 300 on and 100 back in all rounds together. */
const forward = 60;
const back = 20;
const sizes = ['line', 'event'] as const;
/** A held key, and a reader who lets each step's motion play for a while. */
const paces = [
  { name: 'a held key', gapMs: 33 },
  { name: 'key by key', gapMs: 250 },
] as const;
/** A step may take this long, 95 times in 100, where the machine is calm: where an empty one takes at most the other figure. */
const gateMs = 16;
const calmMs = 4;
const emptyKey = 'F9';

/**
 * From a key to the frame painted after it, on the built site: in a run of more than 10,000 entries, and in the first run of each
 * chapter, for its picture.
 */
export async function measurePaint(): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) {
    console.error('  There is no built site: run `npm run build` first.');
    process.exitCode = 1;
    return;
  }
  await onPage(dist, async (page, address) => {
    await open(page, address);
    await listenForEmptyKey(page);
    for (const pace of paces) {
      for (const size of sizes) await measure(page, `${size}, ${pace.name}`, size, pace.gapMs);
    }
    for (const { id, language, frontmatter } of readContent(root)) {
      if (frontmatter['kind'] !== 'chapter' || language !== 'en') continue;
      await page.goto(`${address}/${id}/`);
      await slider(page).waitFor();
      await listenForEmptyKey(page);
      await measure(page, id, 'event', paces[0].gapMs, roundsOfChapter);
    }
  });
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/playground/?scenario=${scenario}`);
  await page.waitForFunction(
    (least) => Number(document.querySelector('[role=slider]')?.getAttribute('aria-valuemax')) >= least,
    leastEntries,
  );
  const entries = await slider(page).getAttribute('aria-valuemax');
  console.log(`  ${scenario}: ${entries} entries, 1440 px, no graphics processor`);
  console.log(
    '  ms                                    work: p50   p95   max   empty: p50   p95   ratio   to the frame: p50   p95',
  );
}

function slider(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('slider', { name: 'Where you are in the run' });
}

/** A step that only changes one text node: what keyboard, page and frame cost by themselves. */
async function listenForEmptyKey(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const empty = document.createTextNode('0');
    document.querySelector('.scope-head')?.append(empty);
    addEventListener('keydown', (event: KeyboardEvent) => {
      if (event.key === key) empty.data = String(Number(empty.data) + 1);
    });
  }, emptyKey);
}

async function measure(page: Page, name: string, size: string, gapMs: number, times = rounds): Promise<void> {
  await page.locator('.controls-set select').first().selectOption(size);
  const found: { steps: Answer[]; empty: Answer[] }[] = [];
  for (let round = 0; round < times; round++) {
    await toMiddle(page);
    const steps = [
      ...(await press(page, 'ArrowRight', forward, gapMs)),
      ...(await press(page, 'ArrowLeft', back, gapMs)),
    ];
    await page.waitForTimeout(1000);
    found.push({ steps, empty: await press(page, emptyKey, back, gapMs) });
  }
  const of = (which: 'steps' | 'empty', value: (step: Answer) => number, share: number): number =>
    median(found.map((round) => at(round[which].map(value), share)));
  const work = (share: number): number => of('steps', ({ workMs }) => workMs, share);
  const empty = (share: number): number => of('empty', ({ workMs }) => workMs, share);
  const toFrame = (share: number): number => of('steps', ({ toFrameMs }) => toFrameMs, share);
  console.log(
    `  ${name.padEnd(42)} ${tell(work(0.5))} ${tell(work(0.95))} ${tell(work(1))}` +
      `          ${tell(empty(0.5))} ${tell(empty(0.95))} ${tell(work(0.5) / empty(0.5)).padStart(7)}` +
      `                ${tell(toFrame(0.5))} ${tell(toFrame(0.95))}`,
  );
  if (work(0.95) <= gateMs) return;
  console.error(
    `  expected at most ${gateMs} ms of work in 95 of 100 steps, found ${work(0.95).toFixed(1)} ms`,
  );
  if (empty(0.95) <= calmMs) process.exitCode = 1;
  else console.error('  but the machine is too busy to judge: an empty step takes long here too');
}

/** Where much happens, with the pointer away from what moves. */
async function toMiddle(page: Page): Promise<void> {
  await slider(page).scrollIntoViewIfNeeded();
  const box = await slider(page).boundingBox();
  if (!box) throw new Error('expected the timeline in the page, found none');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.move(2, 2);
  await slider(page).focus();
  await page.waitForTimeout(1000);
}

async function press(page: Page, key: string, times: number, gapMs: number): Promise<Answer[]> {
  const events = await traced(page, async () => {
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(key);
      await page.waitForTimeout(gapMs);
    }
    await page.waitForTimeout(200);
  });
  return answersTo('keydown', events);
}
