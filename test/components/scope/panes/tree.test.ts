import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { scalar, treeOf } from '../../../../src/subjects/api/tree.ts';
import { pod } from './worlds.ts';

/** The lines as a reader sees them, with `+`, `-` and `~` for what changed. */
function drawn(now: unknown, before?: unknown): string[] {
  const signs = { added: '+', removed: '-', changed: '~' } as const;
  return treeOf(now, before).map(({ depth, label, value, change, before: was }) => {
    const text = `${'  '.repeat(depth)}${label}${value === '' ? '' : ` ${value}`}`;
    return `${change ? signs[change] : ' '} ${text}${was === undefined ? '' : ` (was ${was})`}`;
  });
}

describe('treeOf', () => {
  test('writes YAML that reads back as the same object', () => {
    const objects = [
      pod('web-1', 7, { node: 'node-a', ready: true }),
      { a: [1, [2, 3], { b: [], c: {}, d: [{ e: 1, f: { g: 2 } }] }], h: null, i: 'true', j: '', k: 'x: y' },
    ];
    for (const object of objects) {
      const text = treeOf(object)
        .map(({ depth, label, value }) => `${'  '.repeat(depth)}${label} ${value}`)
        .join('\n');
      expect(parse(text)).toEqual(object);
    }
  });

  test('marks what a step changed, and keeps what went away where it stood', () => {
    const before = { spec: { replicas: 2, paused: true }, status: { ready: 1 } };
    const now = { spec: { replicas: 3 }, status: { ready: 1, available: 1 } };
    expect(drawn(now, before)).toEqual([
      '  spec:',
      '~   replicas: 3 (was 2)',
      '-   paused: true',
      '  status:',
      '    ready: 1',
      '+   available: 1',
    ]);
  });

  test('items of a list are matched by name or type, not by place', () => {
    const before = { conditions: [{ type: 'Ready', status: 'False' }] };
    const now = {
      conditions: [
        { type: 'PodScheduled', status: 'True' },
        { type: 'Ready', status: 'True' },
      ],
    };
    expect(drawn(now, before)).toEqual([
      '  conditions:',
      '+   - type: PodScheduled',
      '+     status: "True"',
      '    - type: Ready',
      '~     status: "True" (was "False")',
    ]);
  });

  test('a value that became a map says that it was something else', () => {
    expect(drawn({ a: 1 }, { a: { b: 2 } })).toEqual(['~ a: 1 (was …)']);
  });

  test('every line has a path of its own', () => {
    const paths = treeOf(pod('web-1', 7), pod('web-1', 6, { node: 'node-a' })).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

test.each([
  ['app:v1', 'app:v1'],
  ['12', '"12"'],
  ['2021-01-16T12:00:01Z', '"2021-01-16T12:00:01Z"'],
  ['no', '"no"'],
  ['a: b', '"a: b"'],
  ['', '""'],
  ['two\nlines', '"two\\nlines"'],
])('the text %j is written %s', (value, written) => {
  expect(scalar(value)).toBe(written);
});
