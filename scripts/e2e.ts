import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
const { code } = await run('playwright', ['test', ...process.argv.slice(2)], {
  show: true,
  env: { SITE_ADDRESS: site.address, CHROMIUM_PATH: chromium },
});
await site.close();
process.exit(code);
