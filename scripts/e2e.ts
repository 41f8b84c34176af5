import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addPassed, readReport, reportFile, saysNothing, undrawn } from './browser-report.ts';
import { findChromium } from './chromium.ts';
import { dist, run } from './project.ts';
import { serveOrEnd } from './serve.ts';

if (!existsSync(join(dist, 'index.html'))) {
  console.error('There is no built site: run `npm run build` first.');
  process.exit(1);
}
const chromium = findChromium();
const site = await serveOrEnd(dist, 4400);
console.log(`Testing ${site.address} in ${chromium}`);

async function playwright(args: readonly string[]): Promise<number> {
  const { code } = await run('playwright', ['test', ...args], {
    show: true,
    env: { SITE_ADDRESS: site.address, CHROMIUM_PATH: chromium },
  });
  return code;
}

rmSync(reportFile, { force: true });
const asked = process.argv.slice(2);
let code = await playwright(asked);
const report = existsSync(reportFile) ? readReport() : undefined;
for (const title of report ? undrawn(report) : []) console.log(`Chromium ceased to draw in: ${title}`);
if (report && saysNothing(report)) {
  // Chromium's own: nothing that a test does to the page brings it back. What failed for any other reason is not asked again.
  console.log('That says nothing of the site: these tests are asked once more.');
  rmSync(reportFile);
  code = await playwright([...asked, '--last-failed']);
  if (existsSync(reportFile)) addPassed(report);
}
await site.close();
process.exit(code);
