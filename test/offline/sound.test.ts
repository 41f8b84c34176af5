import { expect, test } from 'vitest';
import { digestOf, fits, isSound } from '../../src/offline/sound.ts';

test.each([
  ['/_astro/mount.Bq3xYz12.js', 'text/javascript; charset=utf-8', true],
  ['/_astro/mount.Bq3xYz12.js', 'application/javascript', true],
  ['/_astro/mount.Bq3xYz12.js', 'text/html', false],
  ['/_astro/mount.Bq3xYz12.js', 'text/plain', false],
  ['/_astro/mount.Bq3xYz12.js', '', false],
  ['/_astro/all.Cq3xYz12.css', 'text/css', true],
  ['/_astro/all.Cq3xYz12.css', 'text/html; charset=utf-8', false],
  ['/code/controllers/replicaset/replica_set.ts.json', 'application/json', true],
  ['/code/controllers/replicaset/replica_set.ts.json', 'text/html', false],
  ['/_astro/a.wasm', 'application/wasm', true],
  ['/_astro/a.wasm', 'text/html', false],
  // What browsers read whatever it is called, hosts call by many names.
  ['/_astro/serif.Eq3xYz12.woff2', 'font/woff2', true],
  ['/_astro/serif.Eq3xYz12.woff2', 'application/octet-stream', true],
  ['/pagefind/fragment/en_1.pf_fragment', '', true],
  ['/pagefind/fragment/en_1.pf_fragment', 'text/html', false],
  ['/controllers/replicaset/', 'text/html; charset=utf-8', true],
  ['/controllers/replicaset/', 'application/json', false],
  ['/404.html', 'text/html', true],
])('%s may be %s: %s', (path, type, may) => {
  expect(fits(path, type)).toBe(may);
});

const script = '/_astro/mount.Bq3xYz12.js';
const text = 'export const says = 1;';
const digest = await digestOf(new TextEncoder().encode(text));
const answer = (body: string, type = 'text/javascript', status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': type } });
const redirected = answer(text);
Object.defineProperty(redirected, 'redirected', { value: true });

test.each<[string, string, Response, boolean]>([
  ['what the build made', script, answer(text), true],
  ['garbage', script, answer('\0\u0001}{'), false],
  ['nothing', script, answer(''), false],
  ['its beginning alone', script, answer(text.slice(0, -4)), false],
  ['a page to sign in at', script, answer('<title>Sign in</title>', 'text/html'), false],
  ['the right letters under the wrong type', script, answer(text, 'text/plain'), false],
  ['what is not there any more', script, answer(text, 'text/javascript', 404), false],
  ['what stands elsewhere', script, redirected, false],
])('%s is sound, or is not', async (_name, path, response, sound) => {
  expect(await isSound(path, response, digest)).toBe(sound);
});

test('what has no digest is known by its type; a page by what it names', async () => {
  const page = '/controllers/replicaset/';
  expect(await isSound('/code/a.ts.json', answer('{}', 'application/json'))).toBe(true);
  expect(await isSound('/code/a.ts.json', answer('<p>', 'text/html'))).toBe(false);
  const ours = '<!doctype html><script type="module" src="/_astro/page.Bq3xYz12.js"></script>';
  expect(await isSound(page, answer(ours, 'text/html'))).toBe(true);
  // The one without a script of the site.
  const frame = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
  expect(await isSound('/edited-code/', answer(frame, 'text/html'))).toBe(true);
  expect(await isSound(page, answer('<title>Sign in</title>', 'text/html'))).toBe(false);
});
