import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placesOf } from '../../../../src/components/scope/desk/ToldMarks.tsx';

test('each number stands as near to its moment as the others let it', () => {
  expect(placesOf([0, 0, 0.4, 7.2], 10)).toEqual([0, 1, 2, 7]);
  expect(placesOf([8, 9, 9.4, 9.9], 10)).toEqual([6, 7, 8, 9]);
});

test('none leaves the row, and two share a place only where there are more than places', () => {
  const rising = fc.array(fc.double({ min: 0, max: 25, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(rising, (wanted) => {
      const at = placesOf(
        wanted.sort((a, b) => a - b),
        25,
      );
      expect(at.every((place) => place >= 0 && place < 25)).toBe(true);
      expect(at).toEqual([...at].sort((a, b) => a - b));
      if (at.length <= 25) expect(new Set(at).size).toBe(at.length);
    }),
  );
});
