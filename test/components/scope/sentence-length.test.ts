import { expect, test } from 'vitest';
import { lengthOf } from '../../../src/components/scope/sentence-length.ts';

test.each([
  ['a'.repeat(120), undefined],
  ['a'.repeat(121), 'long'],
  ['a'.repeat(155), 'long'],
  ['a'.repeat(156), 'longest'],
  ['字'.repeat(60), undefined],
  ['字'.repeat(61), 'long'],
  ['字'.repeat(78), 'longest'],
])('%s is as long for its box as it is wide', (words, length) => {
  expect(lengthOf(words)).toBe(length);
});
