import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dist, newest, run } from './project.ts';
import { serveOrEnd } from './serve.ts';

const madeFrom = [
  'src',
  'content',
  'playground',
  'public',
  'astro.config.mjs',
  'sidebar.ts',
  'package-lock.json',
];
const front = join(dist, 'index.html');

if (existsSync(front) && statSync(front).mtimeMs > newest(madeFrom)) {
  console.log('The site is built and nothing has changed since.');
} else {
  console.log('Building the site; this takes about a minute.');
  const { code, output } = await run('astro', ['build']);
  if (code !== 0) {
    console.error(output);
    console.error('The build failed: see above.');
    process.exit(1);
  }
}
const site = await serveOrEnd(dist, 4321);
console.log(`\n  Loopscope is at ${site.address}/\n\n  Ctrl+C ends it.`);
process.on('SIGINT', () => process.exit(0));
