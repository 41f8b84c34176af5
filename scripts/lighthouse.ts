import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { auditFlowArtifacts, type Flags } from 'lighthouse';
import { launchOptions } from './chromium.ts';
import { inCpuTime, slowdownOn } from './cpu-time.ts';
import { least, performanceOf, type Report, verdictOf } from './lighthouse-verdict.ts';
import { pagesToMeasure } from './pages.ts';
import { dist } from './project.ts';
import { serveOrEnd } from './serve.ts';

/**
 * What Lighthouse reports of a page, on the phone that it simulates. A task takes the time that it had a core, as on a machine of the
 * speed that Lighthouse's phone is drawn from: by the clock, a page would be slow wherever the machine has other things to do.
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
  const phone = artifacts.settings.throttling;
  const cpuSlowdownMultiplier = slowdownOn(artifacts.BenchmarkIndex, phone.cpuSlowdownMultiplier);
  const throttling = { ...phone, cpuSlowdownMultiplier };
  artifacts.settings = { ...artifacts.settings, throttling };
  const again = await auditFlowArtifacts({ gatherSteps: [{ artifacts, flags: { ...flags, throttling } }] });
  return again.steps[0]?.lhr ?? lhr;
}

/** How many loads of a slow page are looked at. */
const loads = 5;

/** The report of a page: of a slow one the best of several loads, since other work of the machine can only slow a load down. */
async function bestReportOf(address: string, port: number): Promise<Report> {
  let best = await reportOf(address, port);
  for (let load = 1; load < loads && performanceOf(best) < least.performance; load++) {
    const next = await reportOf(address, port);
    if (performanceOf(next) > performanceOf(best)) best = next;
  }
  return best;
}

const named = process.argv.slice(2);
const paths = named.length > 0 ? named : pagesToMeasure();
const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'));
const site = await serveOrEnd(dist, 4400);
const { args, ...options } = launchOptions();
const browser = await chromium.launchPersistentContext(profile, {
  ...options,
  args: [...args, '--remote-debugging-port=0'],
});
const problems: string[] = [];
try {
  const port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
  const wide = Math.max(...paths.map((path) => path.length));
  console.log(['of 100'.padEnd(wide), ...Object.keys(least)].join('  '));
  for (const path of paths) {
    const verdict = verdictOf(path, await bestReportOf(site.address + path, port));
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
