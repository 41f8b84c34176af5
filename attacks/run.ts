/**
 * npm run attacks [-- --only KIND --seed S --most N]: tries to break the site and its engine, on this machine alone. What broke is
 * printed with the input that did it, and the last line is `N passed, N failed`.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from '../scripts/chromium.ts';
import { dist, root } from '../scripts/project.ts';
import { type SiteServer, serveOrEnd } from '../scripts/serve.ts';
import type { Attack, Ground } from './attack.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '20261122' },
    most: { type: 'string', default: '100000' },
  },
});
const seed = wholeNumber('seed', values.seed);
const most = wholeNumber('most', values.most);

const paths = globSync('attacks/kinds/*.ts', { cwd: root }).sort();
const attacks = await Promise.all(
  paths.map(async (path) => ((await import(join(root, path))) as { readonly attack: Attack }).attack),
);
const chosen = attacks.filter(({ kind }) => kind.startsWith(values.only));
if (chosen.length === 0) {
  const kinds = attacks.map(({ kind }) => kind).join(', ');
  fail(`expected the beginning of one of ${kinds}, found "${values.only}"`);
}

let site: Promise<SiteServer> | undefined;
let browser: Promise<Browser> | undefined;
const ground: Ground = {
  seed,
  most,
  site: async () => (await (site ??= serveOrEnd(dist, 4500))).address,
  browser: () => (browser ??= chromium.launch(launchOptions())),
};

let passed = 0;
let failed = 0;
try {
  for (const { kind, tries } of chosen) {
    const broken: string[] = [];
    let tried = 0;
    for await (const { input, broke } of tries(ground)) {
      tried++;
      if (broke !== undefined) broken.push(`  ${input}: ${broke}`);
    }
    console.log(`${kind}: ${tried} tried, ${tried - broken.length} held, ${broken.length} failed`);
    if (broken.length > 0) console.log(broken.slice(0, 20).join('\n'));
    passed += tried - broken.length;
    failed += broken.length;
  }
} finally {
  await (await browser)?.close();
  await (await site)?.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    fail(`expected a whole number as --${option}, found "${text}"`);
  return value;
}

function fail(message: string): never {
  console.error(`attacks: ${message}`);
  process.exit(2);
}
