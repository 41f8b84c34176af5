import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { auditFlowArtifacts, type Flags } from 'lighthouse';
import { findChromium } from './chromium.ts';
import { inCpuTime } from './cpu-time.ts';
import { least, type Report, verdictOf } from './lighthouse-verdict.ts';
import { pagesToMeasure } from './pages.ts';
import { dist } from './project.ts';
import { serveOrEnd } from './serve.ts';

/**
 * What Lighthouse reports of a page, on the phone that it simulates. A task takes the time that it had a core: by the clock, a page
 * would be slow wherever the machine has other things to do.
 */
async function reportOf(address: string, port: number): Promise<Report> {
  const flags: Flags = {
    port,
    logLevel: 'silent',
    onlyCategories: Object.keys(least),
    disableFullPageScreenshot: true,
  };
  const result = await lighthouse(address, flags);
  if (!result) throw new Error(`expected a report of ${address}, found none.`);
  const { artifacts, lhr } = result;
  if (lhr.runtimeError) return lhr;
  inCpuTime(artifacts.Trace.traceEvents);
  const again = await auditFlowArtifacts({ gatherSteps: [{ artifacts, flags }] });
  return again.steps[0]?.lhr ?? lhr;
}

const performanceOf = ({ categories }: Report): number => categories.performance?.score ?? 0;

/** The report of a page. One load may fall together with something else: of a slow one, the median of three counts. */
async function steadyReportOf(address: string, port: number): Promise<Report> {
  const first = await reportOf(address, port);
  if (performanceOf(first) * 100 >= least.performance) return first;
  const three = [first, await reportOf(address, port), await reportOf(address, port)];
  return three.sort((a, b) => performanceOf(a) - performanceOf(b))[1]!;
}

const named = process.argv.slice(2);
const paths = named.length > 0 ? named : pagesToMeasure();
const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'));
const site = await serveOrEnd(dist, 4400);
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--remote-debugging-port=0'],
});
const problems: string[] = [];
try {
  const port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
  const wide = Math.max(...paths.map((path) => path.length));
  console.log(['of 100'.padEnd(wide), ...Object.keys(least)].join('  '));
  for (const path of paths) {
    const verdict = verdictOf(path, await steadyReportOf(site.address + path, port));
    const scores = Object.entries(verdict.scores).map(([id, score]) =>
      String(score ?? '–').padStart(id.length),
    );
    console.log([path.padEnd(wide), ...scores].join('  '));
    problems.push(...verdict.problems);
  }
} finally {
  await browser.close();
  await site.close();
  rmSync(profile, { recursive: true, force: true });
}
if (problems.length > 0) {
  console.error(`\n${problems.join('\n\n')}`);
  process.exit(1);
}
