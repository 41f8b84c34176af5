import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { highlightFile } from '../../../src/components/code/highlight.ts';
import {
  codeUrl,
  excerptOf,
  loadCode,
  symbolAt,
  upstreamPlace,
} from '../../../src/components/code/source.ts';

const source = `import type { Sim } from '../sim/sim.ts';

/**
 * Counts.
 * Mirrors: pkg/controller/counter.go#Counter
 */
export class Counter {
  #n = 0;

  constructor(sim: Sim) {
    this.#n = sim.now;
  }

  // Mirrors: pkg/controller/counter.go#Counter.Add
  *add(n: number): Blocking<boolean> {
    return this.#n + n < 3 && '<b>&' !== "";
  }
}

const double = (n: number): number => n * 2; // twice
export function half(n: number): number {
  return double(n) / 4;
}
`;

describe('highlightFile', () => {
  test('gives safe HTML for each line, and nothing of the text is lost', async () => {
    const { lines } = await highlightFile('counter.ts', source);
    const text = lines.map((line) =>
      line
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    );
    expect(text.join('\n')).toBe(source.trimEnd());
    expect(lines[15]).toContain(`<span class="tk-string">'&lt;b&gt;&amp;'</span>`);
    expect(lines.join('').replace(/<\/?span( class="tk-[a-z]+")?>/g, '')).not.toContain('<');
  });

  test('uses a handful of classes', async () => {
    const { lines } = await highlightFile('counter.ts', source);
    const classes = new Set([...lines.join('').matchAll(/class="(.*?)"/g)].map(([, name]) => name));
    expect([...classes].sort()).toEqual([
      'tk-comment',
      'tk-function',
      'tk-keyword',
      'tk-number',
      'tk-string',
      'tk-type',
    ]);
  });

  test('knows the functions of the file and what each mirrors', async () => {
    const { symbols } = await highlightFile('counter.ts', source);
    expect(
      symbols.map(({ name, kind, from, to, mirrors }) =>
        `${kind} ${name} ${from}-${to} ${mirrors ?? ''}`.trim(),
      ),
    ).toEqual([
      'class Counter 7-18 pkg/controller/counter.go#Counter',
      'function Counter.constructor 10-12',
      'function Counter.add 15-17 pkg/controller/counter.go#Counter.Add',
      'function double 20-20',
      'function half 21-23',
    ]);
    expect(symbolAt(symbols, 16)?.name).toBe('Counter.add');
    expect(symbolAt(symbols, 8)?.name).toBe('Counter');
    expect(symbolAt(symbols, 19)).toBeUndefined();
  });

  test('an excerpt keeps the numbers of its lines', async () => {
    const code = await highlightFile('counter.ts', source);
    const part = excerptOf(code, 15, 17);
    expect([part.from, part.lines.length, part.whole]).toEqual([15, 3, false]);
    expect(part.lines[0]).toBe(code.lines[14]);
    expect(part.symbols.map(({ name }) => name)).toEqual(['Counter', 'Counter.add']);
  });
});

test('a mirrored place links to the file at its tag', () => {
  expect(upstreamPlace('pkg/controller/counter.go#Counter.Add', 'kubernetes/kubernetes', 'v1.20.2')).toEqual({
    path: 'pkg/controller/counter.go',
    symbol: 'Counter.Add',
    url: 'https://github.com/kubernetes/kubernetes/blob/v1.20.2/pkg/controller/counter.go',
  });
});

describe('loadCode', () => {
  const fetchMock = vi.fn<(url: string) => Promise<Response>>();
  beforeEach(() => {
    fetchMock.mockReset();
    vi.stubGlobal('fetch', fetchMock);
  });

  test('fetches a file once, below the base of the site', async () => {
    const code = { file: 'a.ts', from: 1, whole: true, lines: ['x'], symbols: [] };
    fetchMock.mockResolvedValue(new Response(JSON.stringify(code)));
    expect(await loadCode('/docs/', 'a.ts')).toEqual(code);
    expect(await loadCode('/docs/', 'a.ts')).toEqual(code);
    expect(fetchMock.mock.calls).toEqual([['/docs/code/a.ts.json']]);
    expect(codeUrl('/', 'a.ts')).toBe('/code/a.ts.json');
  });

  test('a failure is told in words, and the next call tries again', async () => {
    fetchMock.mockResolvedValueOnce(new Response('', { status: 404 }));
    expect((await loadCode('/', 'b.ts')) as Error).toMatchObject({
      message: 'b.ts: expected its source at /code/b.ts.json, found 404. Reload the page to try again.',
    });
    fetchMock.mockRejectedValueOnce(new TypeError('offline'));
    expect(((await loadCode('/', 'b.ts')) as Error).message).toContain(
      'could not be fetched (TypeError: offline)',
    );
  });
});

/** Relative luminance of `#rrggbb`, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colours of code', () => {
  const css = readFileSync('src/styles/tokens.css', 'utf8');
  const pairs = new Map(
    [...css.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
      ([, name, day, night]) => [name, [day, night] as const],
    ),
  );
  const inks = [...pairs.keys()].filter((name) => name?.startsWith('tk-'));

  test.each(inks)('%s has at least 5.5:1 on paper and on the current line, by day and by night', (ink) => {
    for (const ground of ['paper', 'code-current']) {
      for (const side of [0, 1] as const) {
        const ratio = contrast(pairs.get(ink)?.[side] ?? '', pairs.get(ground)?.[side] ?? '');
        expect(ratio, `${ink} on ${ground}`).toBeGreaterThanOrEqual(5.5);
      }
    }
  });

  test('every class that the highlighter gives has a colour', () => {
    expect(inks).toHaveLength(6);
  });
});
