import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSite } from '../../src/offline/list-site.ts';
import { isHashed, stemOf } from '../../src/offline/site.ts';
import { digestLetters, digestOf } from '../../src/offline/sound.ts';

let dist: string;
const put = (path: string, text = ''): void => {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), text);
};

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'list-'));
  put('index.html', '<script src="/_astro/page.Bq3xYz12.js"></script>');
  put(
    'offline/index.html',
    '<link href="/_astro/all.Cq3xYz12.css"><script src="/_astro/a.Aq3xYz12.js"></script>',
  );
  put('edited-code/index.html');
  put('_astro/page.Bq3xYz12.js');
  put('_astro/a.Aq3xYz12.js', 'import{b}from"./b.Dq3xYz12.js";');
  put('_astro/b.Dq3xYz12.js');
  put('_astro/all.Cq3xYz12.css', 'src:url(/_astro/serif.Eq3xYz12.woff2)');
  put('_astro/serif.Eq3xYz12.woff2');
  put('_astro/apply-yaml.Fq3xYz12.js');
  put('_astro/code-editor.Gq3xYz12.js');
  put('pagefind/pagefind.js');
  put('pagefind/pagefind-ui.js');
  put('pagefind/fragment/en_1.pf_fragment');
});
afterEach(() => rmSync(dist, { recursive: true }));

test('the site is listed by what needs it', () => {
  const { assets, extras, offline } = listSite(dist);
  expect(assets).toEqual([
    '/_astro/a.Aq3xYz12.js',
    '/_astro/all.Cq3xYz12.css',
    '/_astro/b.Dq3xYz12.js',
    '/_astro/page.Bq3xYz12.js',
    '/_astro/serif.Eq3xYz12.woff2',
  ]);
  expect(extras).toEqual([
    '/_astro/apply-yaml.Fq3xYz12.js',
    '/_astro/code-editor.Gq3xYz12.js',
    '/pagefind/fragment/en_1.pf_fragment',
    '/pagefind/pagefind.js',
  ]);
  // The page that stands in has to be whole, with what its scripts and styles load in turn, and edited code needs its own.
  expect(offline).toEqual([
    '/edited-code/',
    '/offline/',
    '/_astro/a.Aq3xYz12.js',
    '/_astro/all.Cq3xYz12.css',
    '/_astro/b.Dq3xYz12.js',
    '/_astro/serif.Eq3xYz12.woff2',
  ]);
});

test('each has the digest by which the worker knows it', async () => {
  const { assets, extras, digests } = listSite(dist);
  const files = [...assets, ...extras].map((path) => readFileSync(join(dist, path)));
  expect(digests).toBe((await Promise.all(files.map(digestOf))).join(''));
  expect(digests).toHaveLength(files.length * digestLetters);
});

test('a build is another one when anything in it has changed, but for the worker that names it', () => {
  put('when-idle.js', 'register("/sw.js")');
  put('offline/index.html', '<script src="/when-idle.js"></script>');
  const list = listSite(dist);
  put('sw.js', 'self.site = {"assets":["/_astro/page.Bq3xYz12.js"]};');
  expect(listSite(dist)).toEqual(list);
  put('index.html', 'Another word');
  expect(listSite(dist).build).not.toBe(list.build);
});

test.each([
  ['/_astro/mount.Bq3xYz12.js', true, '/_astro/mount.js'],
  ['/_astro/recorder.worker-Cu8ja2ym.js', true, '/_astro/recorder.worker.js'],
  ['/_astro/long-run-B19y_u-A.js', true, '/_astro/long-run.js'],
  ['/pagefind/fragment/en_1a2b3c4.pf_fragment', true, '/pagefind/fragment/en_1a2b3c4.pf_fragment'],
  ['/pagefind/pagefind.js', false, '/pagefind/pagefind.js'],
  [
    '/code/controllers/replicaset/replica_set.ts.json',
    false,
    '/code/controllers/replicaset/replica_set.ts.json',
  ],
])('%s is hashed: %s', (path, hashed, stem) => {
  expect(isHashed(path)).toBe(hashed);
  if (hashed) expect(stemOf(path)).toBe(stem);
});
