import { type Page, chromium } from '@playwright/test';
import { launchOptions } from '../scripts/chromium.ts';
import { serve } from '../scripts/serve.ts';

/** What is read of an event of Chromium's trace; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  /** Of that, what the thread was given by the processor. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly type?: string } };
}

/** What the page's main thread does while it answers something that the reader did, and until the frame after that. */
export interface Answer {
  /** Processor time from what the reader did until the frame was handed to the compositor, in ms; waits are not in it. */
  readonly workMs: number;
  /** The same with the waits, such as that for the display's next refresh. */
  readonly toFrameMs: number;
  /** Of the work, what styles and layout took. */
  readonly layoutMs: number;
}

/** Serves a folder, and works on a page of 1440 px in a Chromium of its own. */
export async function onPage(
  directory: string,
  work: (page: Page, address: string) => Promise<void>,
): Promise<void> {
  const site = await serve(directory, 4440);
  const browser = await chromium.launch(launchOptions());
  try {
    await work(await browser.newPage({ viewport: { width: 1440, height: 900 } }), site.address);
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Chromium's trace of what `act` does to a page. */
export async function traced(page: Page, act: () => Promise<void>): Promise<TraceEvent[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('expected a page of a launched browser, found one without');
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await act();
  const trace = await browser.stopTracing();
  return (JSON.parse(String(trace)) as { traceEvents: TraceEvent[] }).traceEvents;
}

/**
 * How the page answered each DOM event of a type. Work is the processor time that the main thread's tasks take from the
 * event until the frame after it is committed: handlers, drawing into the document, style, layout, paint. Raster is not in
 * it: it runs beside the page, on a graphics card where there is one.
 */
export function answersTo(type: string, events: readonly TraceEvent[]): Answer[] {
  const whole = events.filter(({ ph }) => ph === 'X').sort((a, b) => a.ts - b.ts);
  const asked = whole.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === type);
  const main = whole.filter(({ pid, tid }) => pid === asked[0]?.pid && tid === asked[0]?.tid);
  const commits = main.filter(({ name }) => name === 'Commit');
  const tasks = main.filter(({ name }) => name === 'RunTask');
  const layouts = main.filter(({ name }) => name === 'UpdateLayoutTree' || name === 'Layout');
  return asked.flatMap((key) => {
    const commit = commits.find(({ ts }) => ts >= key.ts + key.dur);
    if (!commit) return [];
    const end = commit.ts + commit.dur;
    const within = (list: readonly TraceEvent[]): number =>
      list.reduce((sum, { ts, dur, tdur = dur }) => {
        const inside = Math.max(0, Math.min(ts + dur, end) - Math.max(ts, key.ts));
        return sum + (dur > 0 ? (inside / dur) * tdur : 0);
      }, 0) / 1000;
    return [{ workMs: within(tasks), toFrameMs: (end - key.ts) / 1000, layoutMs: within(layouts) }];
  });
}

/** The value that a share of a list does not exceed. */
export function at(list: readonly number[], share: number): number {
  const rising = [...list].sort((a, b) => a - b);
  return rising[Math.min(rising.length - 1, Math.floor(rising.length * share))] ?? NaN;
}

export function median(list: readonly number[]): number {
  return at(list, 0.5);
}

export function tell(ms: number): string {
  return ms.toFixed(1).padStart(5);
}
