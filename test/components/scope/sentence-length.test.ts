import { expect, test } from 'vitest';
import { lengthOf } from '../../../src/components/scope/sentence-length.ts';

test.each([
  ['a'.repeat(115), undefined],
  ['a'.repeat(116), 'long'],
  ['a'.repeat(155), 'long'],
  ['a'.repeat(156), 'longest'],
  ['字'.repeat(57), undefined],
  ['字'.repeat(58), 'long'],
  ['字'.repeat(78), 'longest'],
])('%s is as long for its box as it is wide', (words, length) => {
  expect(lengthOf(words)).toBe(length);
});
