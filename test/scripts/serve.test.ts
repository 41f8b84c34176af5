import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type Site } from '../../scripts/serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'serve-'));
let site: Site;

beforeAll(async () => {
  mkdirSync(join(folder, 'site/part'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'site/index.html'), 'front');
  writeFileSync(join(folder, 'site/part/index.html'), 'part');
  writeFileSync(join(folder, 'site/404.html'), 'missing');
  mkdirSync(join(folder, 'site/_astro'));
  writeFileSync(join(folder, 'site/_astro/page.Bq3xYz12.js'), '');
  site = await serve(join(folder, 'site'), 4406);
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

/** Asks as a browser does, without unpacking what comes. */
function ask(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const { hostname, port } = new URL(site.address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response);
    })
      .on('error', reject)
      .end();
  });
}

/** Sends the path as it is; fetch would tidy it first. */
function get(path: string): Promise<string> {
  const { hostname, port } = new URL(site.address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve(`${response.statusCode} ${response.headers.location ?? body}`));
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['/', '200 front'],
  ['/part/', '200 part'],
  ['/part?x=1', '301 /part/?x=1'],
  ['/nowhere', '404 missing'],
  ['/../secret.txt', '404 missing'],
  ['/%2e%2e/secret.txt', '404 missing'],
  ['/..%2fsecret.txt', '404 Not found\n'],
  ['/%E0%A4%A', '400 Not found\n'],
])('%s gives %j', async (path, answer) => {
  expect(await get(path)).toBe(answer);
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])('text is sent compressed to who accepts %s: %s', async (accepted, encoding) => {
  const { headers } = await ask('/part/', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
});

test('what has not changed since is not sent again, and a hashed name is never asked for again', async () => {
  const first = await ask('/part/', {});
  expect(first.headers['cache-control']).toBe('no-cache');
  const again = await ask('/part/', { 'if-none-match': first.headers.etag ?? '' });
  expect(again.statusCode).toBe(304);
  writeFileSync(join(folder, 'site/part/index.html'), 'another part');
  const changed = await ask('/part/', { 'if-none-match': first.headers.etag ?? '' });
  expect(changed.statusCode).toBe(200);
  const asset = await ask('/_astro/page.Bq3xYz12.js', {});
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const missing = await ask('/_astro/page.Zz99zZ99.js', {});
  expect(missing.headers['cache-control']).toBe('no-cache');
});

test('a taken port is left alone, and the next one used', async () => {
  const next = await serve(join(folder, 'site'), Number(new URL(site.address).port));
  expect(next.address).not.toBe(site.address);
  expect(next.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await next.close();
});
