import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { CodeChoice } from '../../../src/components/code/CodeChoice.tsx';
import { GoRows } from '../../../src/components/code/GoRows.tsx';
import { GoText } from '../../../src/components/code/GoText.tsx';
import { urlInRepository, sourceOf } from '../../../src/components/code/go-files.ts';
import { goTokens } from '../../../src/components/code/go-tokens.ts';

const pin = { path: 'pkg/kettle.go', symbol: 'Boil', startLine: 3, endLine: 5, sha256: 'ab'.repeat(32) };
const part = {
  pin,
  from: 10,
  to: 12,
  html: ['a', '<b>b</b>', 'c'],
  ranges: [
    [0, 0],
    [1, 2],
  ] as const,
};

/** What is said of each line of a listing. */
const rows = (html: string): string[] =>
  [...html.matchAll(/<(?:li|span) [^>]*?(?:class="code-row"|style="--i)[^>]*>/g)].map(([tag]) => {
    const current = /data-current="(\w+)"/.exec(tag)?.[1] ?? '';
    return tag.includes('aria-current="step"') ? `${current} step` : current;
  });

describe('upstream’s text', () => {
  test.each(['pane', 'prose'] as const)(
    'that the site has is shown at once, with the step lit (%s)',
    (look) => {
      const html = renderToString(<GoText source={sourceOf(part, [part])} look={look} line={1} />);
      expect(rows(html)).toEqual(['', 'now step', 'now']);
      expect(html).toContain('<b>b</b>');
      expect(html).not.toContain('<button');
    },
  );

  test('is lit, but not as the step, where another process acts', () => {
    const html = renderToString(<GoText source={sourceOf(part, [part])} look="pane" line={0} when="last" />);
    expect(rows(html)).toEqual(['last', '', '']);
  });

  test('that was fetched is never markup', () => {
    const text = ['<img src=x onerror="alert(1)"> // <script>', 'a && b'];
    const html = renderToString(
      <GoRows rows={goTokens(text)} from={3} lit={undefined} when="now" look="pane" name="Boil" />,
    );
    expect(html).not.toMatch(/<(img|script)/);
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain(
      '&lt;img src=x onerror=&quot;alert(1)&quot;> // &lt;script>',
    );
    expect(html).toContain('a &amp;&amp; b');
  });
});

test('the other pins of the same file are known to be wanted too', () => {
  const same = { pin: { ...pin, symbol: 'Pour' } };
  const other = { pin: { ...pin, path: 'pkg/lid.go' } };
  expect(sourceOf(part, [part, same, other]).more?.map(({ symbol }) => symbol)).toEqual(['Boil', 'Pour']);
  expect(urlInRepository({ repository: 'a/b', tag: 'v1', pin })).toBe(
    'https://github.com/a/b/blob/v1/pkg/kettle.go#L3-L5',
  );
});

test('the choice is a group of three, one of which is pressed', () => {
  const html = renderToString(<CodeChoice name="n" chosen="both" />);
  expect(html).toContain('role="radiogroup" aria-label="Language of the code"');
  const inputs = [...html.matchAll(/<input [^>]*>/g)].map(([tag]) => tag);
  expect(inputs.map((tag) => [/value="(\w+)"/.exec(tag)?.[1], tag.includes('checked')])).toEqual([
    ['typescript', false],
    ['go', false],
    ['both', true],
  ]);
  expect(inputs.every((tag) => tag.includes('name="n"'))).toBe(true);
});
