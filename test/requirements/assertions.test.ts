import { describe, expect, test } from 'vitest';
import { assertionsIn, idsIn } from '../../src/requirements/assertions.ts';

const titles = (source: string, path = 'test/a.test.ts') =>
  assertionsIn(path, source).map(({ row, line, title }) => `${line} ${row} ${title}`);

describe('a test asserts a row', () => {
  test.each([
    ['whose id begins its title', `test('XX-01 it falls', () => { f(); });`, ['1 XX-01 XX-01 it falls']],
    ['whose id stands anywhere in it', `it("falls (XX-01)", () => f());`, ['1 XX-01 falls (XX-01)']],
    [
      'and another, when it names two',
      `test('XX-01, XX-02: both', () => f());`,
      ['1 XX-01 XX-01, XX-02: both', '1 XX-02 XX-01, XX-02: both'],
    ],
    ['in a template', 'test(`XX-01 ${kind} falls`, () => f());', ['1 XX-01 XX-01 … falls']],
    ['for each of a table', `test.each([1, 2])('XX-01 %i', (n) => f(n));`, ['1 XX-01 XX-01 %i']],
    ['for each of a tagged table', 'it.each`a\n${1}`("XX-01 $a", ({ a }) => f(a));', ['1 XX-01 XX-01 $a']],
    ['with options', `test('XX-01', { timeout: 9 }, () => f());`, ['1 XX-01 XX-01']],
    ['in a group', `describe('group', () => {\n  test('XX-01', () => f());\n});`, ['2 XX-01 XX-01']],
    ['by a function that stands elsewhere', `test('XX-01', falls);`, ['1 XX-01 XX-01']],
    ['by a generator of tests', `test.for(all)('XX-01', falls);`, ['1 XX-01 XX-01']],
  ])('%s', (_, source, expected) => {
    expect(titles(source)).toEqual(expected);
  });

  test('in a file with tags too', () => {
    expect(titles(`test('XX-01', () => { render(<A b />); });`, 'test/a.test.tsx')).toEqual([
      '1 XX-01 XX-01',
    ]);
  });
});

describe('nothing is asserted by', () => {
  test.each([
    ['a comment', `// test('XX-01', () => f());\n/* XX-01 */`],
    ['a string elsewhere', `const title = 'XX-01'; f('XX-01', () => f());`],
    ['a title that is computed', `const title = 'XX-01'; test(title, () => f());`],
    ['the title of a group', `describe('XX-01', () => { test('falls', () => f()); });`],
    ['a skipped test', `test.skip('XX-01', () => f());`],
    ['a test that is to be written', `test.todo('XX-01');`],
    ['a title alone', `test('XX-01');`],
    ['an empty test', `test('XX-01', () => {});`],
    ['a test that may be skipped', `test.skipIf(!process.env.X)('XX-01', () => f());`],
    ['a test that runs on a condition', `it.runIf(x)('XX-01', () => f());`],
    ['a test that is meant to fail', `test.fails('XX-01', () => f());`],
    ['a skipped row of a table', `test.skip.each([1])('XX-01 %i', () => f());`],
    ['a test that its options skip', `test('XX-01', { skip: true }, () => f());`],
    ['a test in a skipped group', `describe.skip('group', () => { it('XX-01', () => f()); });`],
    ['a test in a group that its options skip', `describe('g', { todo: true }, () => { it('XX-01', f); });`],
  ])('%s', (_, source) => {
    expect(titles(source)).toEqual([]);
  });
});

test('an id is two or three capitals, a hyphen and two digits', () => {
  expect(idsIn('XX-01, XYZ-02; XX-01 again')).toEqual(['XX-01', 'XYZ-02']);
  expect(idsIn('SHA-256 UTF-8 x-01 X-01 XX-1 AXX-011 ABCD-01')).toEqual([]);
});
