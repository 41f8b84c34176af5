import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../scripts/project.ts';
import { beforePaint } from '../src/before-paint.ts';
import { hasOwnPolicy, headersOf, pagePolicy } from '../src/headers.ts';
import { rawUrl } from '../src/sources/fetch-pinned.ts';
import { pins } from '../src/sources/pins.ts';

type Headers = Readonly<Record<string, string>>;

const directives = (policy: string): ReadonlyMap<string | undefined, readonly string[]> =>
  new Map(policy.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1)]));

describe('the policy of pages', () => {
  const page = directives(pagePolicy);

  test('lets scripts of the site run, and the one in the pages by its digest', () => {
    const digest = createHash('sha256').update(beforePaint).digest('base64');
    expect(page.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'", `'sha256-${digest}'`]);
  });

  test('names nothing from elsewhere but the server that has the text of upstream', () => {
    const [pin] = pins;
    const elsewhere = [...page.values()]
      .flat()
      .filter((source) => !source.startsWith("'") && source !== 'data:');
    expect(elsewhere).toEqual([new URL(rawUrl({ repository: 'a/b', tag: 'v1', pin: pin! })).origin]);
  });

  test('leaves what it does not name to the site itself, and refuses what no page has', () => {
    expect(page.get('default-src')).toEqual(["'self'"]);
    for (const name of ['object-src', 'base-uri', 'form-action'])
      expect(page.get(name), name).toEqual(["'none'"]);
  });

  test('is sent with pages, which no page frames; one with a policy of its own is framed by the site alone', () => {
    for (const path of ['/', '/glossary/', '/zh-cn/glossary/index.html', '/404.html'])
      expect(headersOf(path)['Content-Security-Policy']).toBe(`${pagePolicy}; frame-ancestors 'none'`);
    expect(hasOwnPolicy('/edited-code/')).toBe(true);
    for (const path of ['/edited-code/', '/edited-code/index.html'])
      expect(headersOf(path)['Content-Security-Policy']).toBe("frame-ancestors 'self'");
    expect(headersOf('/_astro/page.js')).not.toHaveProperty('Content-Security-Policy');
  });
});

/** Files of the site, one of each way in which headers differ. */
const files = [
  '/index.html',
  '/zh-cn/glossary/index.html',
  '/edited-code/index.html',
  '/_astro/page.Bq3xYz12.js',
  '/pagefind/index/en_1.pf_index',
  '/pagefind/fragment/en_1.pf_fragment',
  '/pagefind/pagefind.js',
  '/sw.js',
];
const read = (path: string): string => readFileSync(join(root, path), 'utf8').replaceAll(/^\s*#.*\n/gm, '');

/** A `_headers` file: a path on a line, headers on those below it. */
const rules = read('public/_headers')
  .split(/^(?=\/)/m)
  .map((rule) => {
    const [path = '', ...lines] = rule.trim().split('\n');
    const fits = new RegExp(`^${path.replaceAll('*', '.*')}$`);
    return { fits, headers: lines.map((line) => line.trim().split(/: (.*)/, 2) as [string, string]) };
  });

/** What a host sends that joins the values of all rules that fit. */
function joined(path: string): Headers {
  const sent: Record<string, string> = {};
  for (const [name, value] of rules.filter(({ fits }) => fits.test(path)).flatMap(({ headers }) => headers))
    sent[name] = name in sent ? `${sent[name]}, ${value}` : value;
  return sent;
}

/** What nginx sends, where headers stand in the server and `map`s tell values by path. */
function byNginx(path: string): Headers {
  const text = read('docs/nginx.conf');
  const mapped = (name: string): string | undefined => {
    const [, body = ''] = new RegExp(`map \\$uri \\${name} \\{([^}]*)\\}`).exec(text) ?? [];
    const cases = [...body.matchAll(/^\s*(?:~(\S+)|default)\s+"(.*)";/gm)];
    const found = cases.find(([, pattern]) => pattern !== undefined && new RegExp(pattern).test(path));
    return (found ?? cases.find(([, pattern]) => pattern === undefined))?.[2];
  };
  const added = [...text.matchAll(/add_header (\S+) (?:"(.*)"|(\$\w+))(?: always)?;/g)];
  return Object.fromEntries(
    added.map(([, name, value, variable]) => [name, value ?? mapped(variable!) ?? '']),
  );
}

describe('the files for hosts', () => {
  test.each(files)('_headers sends with %s what we do, and to pages of the site leaves frames', (path) => {
    const { 'Cache-Control': cached, 'Content-Security-Policy': _, ...rest } = headersOf(path);
    expect(joined(path)).toEqual({
      ...rest,
      ...(cached?.includes('immutable') && { 'Cache-Control': cached }),
      'Content-Security-Policy': "frame-ancestors 'self'",
    });
  });

  test.each(files)('nginx.conf sends with %s what we do, and leaves the policy to the page', (path) => {
    const expected = headersOf(path);
    const framed = directives(expected['Content-Security-Policy'] ?? '').get('frame-ancestors') ?? ["'none'"];
    expect(byNginx(path)).toEqual({
      ...expected,
      'Content-Security-Policy': `frame-ancestors ${framed.join(' ')}`,
    });
  });
});
