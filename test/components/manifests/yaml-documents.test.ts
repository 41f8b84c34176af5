import { describe, expect, test } from 'vitest';
import { LineCounter, parseAllDocuments } from 'yaml';
import { readDocuments } from '../../../src/components/manifests/yaml-documents.ts';

const told = (text: string): string[] =>
  readDocuments(text).flatMap(({ problems }) =>
    problems.map(({ line, column, message }) => `${line}:${column} ${message}`),
  );

const tooDeep = 'expected at most 200 levels, one inside another, found more. Write it flatter.';
const noData =
  'expected a text, a number, true, false, a list or a map, found something else. Remove its tag, or put quotes around it.';

describe('what a text holds that is no data', () => {
  test.each([
    [
      'a map that holds itself',
      'metadata: &m\n  labels: *m\n',
      ['2:3 expected a value that comes to an end, found one that holds itself. Write it out.'],
    ],
    [
      'a list that holds itself further in',
      '- &a [1, { b: [*a] }]\n',
      ['1:16 expected a value that comes to an end, found one that holds itself. Write it out.'],
    ],
    [
      'an alias of nothing',
      'a: 1\nb: *x\n',
      ['2:4 expected an anchor, "&x", before the alias "*x", found none. Write out what it stands for.'],
    ],
    [
      'an alias before its anchor',
      'b: *x\na: &x 1\n',
      ['1:4 expected an anchor, "&x", before the alias "*x", found none. Write out what it stands for.'],
    ],
    ['brackets without end', `a:\n  b: ${'['.repeat(100_000)}`, [expect.stringContaining(tooDeep)]],
    ['dashes without end', '- '.repeat(50_000), [expect.stringContaining(tooDeep)]],
    ['brackets that end', `a: ${'['.repeat(250)}${']'.repeat(250)}`, [`1:203 ${tooDeep}`]],
    ['a merge key', 'kind: !!merge x\n', [`1:1 ${noData}`]],
    ['bytes', 'a:\n- !!binary aGk=\n', [`2:12 ${noData}`]],
    ['a set', 'a: !!set { x, y }\n', [`1:1 ${noData}`]],
    ['a date', '%YAML 1.1\n---\na: 2021-01-16\n', [`3:1 ${noData}`]],
    [
      'more aliases than can be followed',
      `- &a 1\n${'- *a\n'.repeat(1001)}`,
      ['1002:3 expected at most 1000 aliases, found more. Write out the others.'],
    ],
  ])('%s', (_, text, problems) => {
    expect(told(text)).toEqual(problems);
  });

  test('what is nested 200 deep is data, and so is what two aliases share', () => {
    expect(told(`a: ${'['.repeat(199)}${']'.repeat(199)}`)).toEqual([]);
    const [document] = readDocuments('a: &x { y: [1] }\nb: *x\nc: *x\n');
    expect(document?.value).toEqual({ a: { y: [1] }, b: { y: [1] }, c: { y: [1] } });
  });

  test('a key that every object has is a key', () => {
    const [document] = readDocuments('__proto__: { polluted: 1 }\nconstructor: 2\n');
    expect(Object.entries(document?.value as object)).toEqual([
      ['__proto__', { polluted: 1 }],
      ['constructor', 2],
    ]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('keys that a map has twice', () => {
  test.each([
    'a: 1\nb: 2\na: 3\n',
    '{ a: 1, b: 2, a: 3, a: 4 }',
    'x:\n  - a: 1\n    "a": 2\n  - a: 3\n',
    '1: a\n"1": b\n1: c\n0x1: d\n',
    '? a\n? b\n? a\n',
    '&k a: 1\n!!str a: 2\n',
    '~: 1\nnull: 2\n',
    '[a]: 1\n[a]: 2\n',
    'a: { b: 1 }\nc: { b: 1 }\n',
    'x: [a: 1, b: 2]\n',
    'a: 1\n---\na: 2\na: 3\n',
    'a: { b: 1, b: 2 }\na: 1\n',
  ])('are told where the parser would tell them, which compares each with each: %j', (text) => {
    const lines = new LineCounter();
    const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
    const expected = [...documents].flatMap(({ errors }) =>
      errors.map(({ message, pos }) => {
        const { line, col } = lines.linePos(pos[0]);
        return `${line}:${col} expected YAML, found something else: ${message}. Correct it here or just before.`;
      }),
    );
    expect(told(text).toSorted()).toEqual(expected.toSorted());
  });

  test('of very many are found in a time that grows as they do', () => {
    const keys = Array.from({ length: 40_000 }, (_, i) => `k${i}: v\n`).join('');
    expect(told(`${keys}k7: v\n`)).toEqual([
      '40001:1 expected YAML, found something else: Map keys must be unique. Correct it here or just before.',
    ]);
  });
});
