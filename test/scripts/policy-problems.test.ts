import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { policyProblems } from '../../scripts/policy-problems.ts';

const known = 'document.title = "known";';
const digest = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const policy = `default-src 'self'; script-src 'self' ${digest(known)}`;
const page = (body: string, { head = '', says = policy }: { head?: string; says?: string } = {}): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${says}"/>` +
  `${head}</head><body>${body}</body></html>`;

test.each([
  [
    'scripts in files, and one that the policy knows',
    page('<script src="/a.js"></script>', { head: `<script>${known}</script>` }),
  ],
  ['data that is called a script', page('<script type="application/json">{"on": "<a onclick>"}</script>')],
  [
    'a handler that is only told of',
    page('<p title=\'<a onclick="go()">\'>Write <code>&lt;a onclick="go()"></code></p>'),
  ],
])('a page may have %s', (_, html) => {
  expect(policyProblems(html, policy)).toEqual([]);
});

test.each([
  [
    'a handler in an attribute',
    page('<a href="/" onclick="go()">x</a>'),
    ['has onclick of <a>, which no policy lets run: listen in a script that the page loads.'],
  ],
  [
    'a handler in upper case, on every element that there is',
    page('<svg ONLOAD=go()></svg>'),
    ['has onload of <svg>, which no policy lets run: listen in a script that the page loads.'],
  ],
  [
    'a link that runs a script',
    page('<a href=" javascript:go()">x</a>'),
    ['has  javascript:go() of <a>, which no policy lets run: listen in a script that the page loads.'],
  ],
  [
    'a script that the policy does not know',
    page('<script type="module">import "/a.js"</script>'),
    [
      `has a script that its policy does not know by ${digest('import "/a.js"')}: put it into a file. It begins: import "/a.js"`,
    ],
  ],
  [
    'a script that differs by a space',
    page(`<script>${known} </script>`),
    [
      `has a script that its policy does not know by ${digest(`${known} `)}: put it into a file. It begins: ${known}`,
    ],
  ],
  [
    'no policy',
    '<html><head></head><body></body></html>',
    ['states no policy: write one in a <meta> at the beginning of the head.'],
  ],
  [
    'a policy behind what it is to hold',
    `<html><head><link rel="stylesheet" href="/a.css"><meta http-equiv="content-security-policy" content="${policy}"></head></html>`,
    ['has <link> before its policy: put the policy first.'],
  ],
  [
    'another policy than the one of the site',
    page('', { says: `${policy} 'unsafe-eval'` }),
    [`states "${policy} 'unsafe-eval'", expected "${policy}": take it from src/headers.ts.`],
  ],
  [
    'two policies',
    page('', { head: `<meta http-equiv="content-security-policy" content="${policy}">` }),
    ['states 2 policies: leave one.'],
  ],
])('a page may not have %s', (_, html, problems) => {
  expect(policyProblems(html, policy)).toEqual(problems);
});

test('a page may state a policy of its own where none is expected, and is held to that', () => {
  const own = `script-src 'self' 'unsafe-eval'`;
  expect(policyProblems(page('', { says: own }))).toEqual([]);
  expect(policyProblems(page(`<script>${known}</script>`, { says: own }))).toHaveLength(1);
});
