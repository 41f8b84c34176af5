import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
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
  site = await serve(join(folder, 'site'), 4406);
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

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

test('a taken port is left alone, and the next one used', async () => {
  const next = await serve(join(folder, 'site'), Number(new URL(site.address).port));
  expect(next.address).not.toBe(site.address);
  expect(next.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await next.close();
});
