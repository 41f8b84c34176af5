import { expect, test } from 'vitest';
import { atLine } from '../../../../src/components/scope/desk/reading-line.ts';

test.each([
  ['above the first', [500, 900], 400, -1],
  ['at the first', [400, 900], 400, 0],
  ['between two, the one above', [-3000, 900], 400, 0],
  ['below all', [-3000, -200], 400, 1],
  ['one that is folded away is not there', [-3000, undefined, 900], 400, 0],
  ['nothing to read', [], 400, -1],
])('%s', (_what, tops, line, index) => {
  expect(atLine(tops, line)).toBe(index);
});

test('at the end of the page what is still in the window has been read', () => {
  const tops = [-500, 300, 600, 900];
  expect(atLine(tops, 400, { bottom: 800 })).toBe(1);
  expect(atLine(tops, 400, { bottom: 800, ended: true })).toBe(2);
});
