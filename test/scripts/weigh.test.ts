import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { weigh } from '../../scripts/weigh.ts';

const files = {
  'index.html':
    '<link rel="stylesheet" href="/a.css"><link rel="stylesheet" media="print" href="/print.css"><script type="module" src="/_astro/page.js"></script>',
  'zh-cn/index.html': '<html lang="zh-CN"><script type="module">import"/_astro/shared.js"</script>',
  'a.css': 'p { color: red }',
  '_astro/page.js':
    'import "./shared.js"; import("./mount.js"); new Worker(new URL(`./w.worker.js`, import.meta.url));',
  '_astro/shared.js': 'export const shared = 1;',
  '_astro/mount.js':
    'import { shared } from "./shared.js"; import { part } from "./part.js"; import("./late.js");',
  '_astro/part.js': 'export const part = 2;',
  '_astro/late.js': 'import { part } from "./part.js"; import "./shared.js"; export const late = part;',
  '_astro/w.worker.js': 'export {};',
};
type Name = keyof typeof files;

const dist = mkdtempSync(join(tmpdir(), 'weigh-'));
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), text);
}
afterAll(() => rmSync(dist, { recursive: true }));

const sizeOf = (...names: readonly Name[]): number =>
  names.reduce((sum, name) => sum + gzipSync(files[name], { level: 9 }).length, 0);
const { pages, later } = weigh(dist);

test('a page weighs what it loads by itself: no styles for paper, and nothing that is asked for later', () => {
  expect(pages.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['/index.html', sizeOf('index.html', 'a.css', '_astro/page.js', '_astro/shared.js')],
    ['/zh-cn/index.html', sizeOf('zh-cn/index.html', '_astro/shared.js')],
  ]);
});

test('what is asked for later weighs what was not there when it was asked for', () => {
  const own = [...later].map(([entry, sizes]) => [entry, [...sizes].map(([path, size]) => [path, size])]);
  const weighed = (...names: readonly Name[]) => names.map((name) => [`/${name}`, sizeOf(name)]);
  expect(own).toEqual([
    ['/_astro/mount.js', weighed('_astro/mount.js', '_astro/part.js')],
    ['/_astro/late.js', weighed('_astro/late.js')],
    ['/_astro/w.worker.js', weighed('_astro/w.worker.js')],
  ]);
});
