import { expect, test } from 'vitest';
import { firstPlace, lastBy } from '../../../src/components/base/search.ts';

test('the first place at which something holds is found in every list, and its length where it holds nowhere', () => {
  for (let length = 0; length < 20; length++)
    for (let from = 0; from <= length; from++)
      expect(firstPlace(length, (place) => place >= from)).toBe(from);
});

test.each([
  [5, 0],
  [10, 0],
  [19, 0],
  [20, 2],
  [25, 2],
  [99, 3],
])('by %i ms the last that is there is at %i; before all, the first', (at, index) => {
  expect(lastBy([{ at: 10 }, { at: 20 }, { at: 20 }, { at: 30 }], at)).toBe(index);
});
