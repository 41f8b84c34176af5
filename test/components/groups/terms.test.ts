import { describe, expect, test } from 'vitest';
import { inOrder, termOf } from '../../../src/components/groups/terms.ts';

const reading = (id: string, minutes: number, ...buildsOn: string[]) => ({ id, minutes, buildsOn });
const idsOf = (chapters: readonly { readonly id: string }[]): string => chapters.map(({ id }) => id).join('');

describe('the order of a term', () => {
  test('is that of the book, with each chapter after those that it builds on', () => {
    const book = [reading('a', 1, 'c'), reading('b', 1), reading('c', 1, 'd'), reading('d', 1)];
    expect(idsOf(inOrder(book))).toBe('dcab');
    expect(idsOf(inOrder(book.slice(1)))).toBe('bdc');
  });

  test('holds every chapter once, also where two build on one another', () => {
    expect(idsOf(inOrder([reading('a', 1, 'b'), reading('b', 1, 'a')]))).toBe('ba');
  });
});

describe('a term', () => {
  const weeksOf = (minutes: readonly number[], weeks: number): string[] =>
    termOf(
      minutes.map((each, i) => reading(String.fromCharCode(97 + i), each)),
      weeks,
    ).map(idsOf);

  test('has weeks that take about as long', () => {
    expect(weeksOf([10, 10, 10, 10], 2)).toEqual(['ab', 'cd']);
    expect(weeksOf([40, 10, 10, 20], 2)).toEqual(['a', 'bcd']);
    expect(weeksOf([10, 10, 10, 10, 20, 20, 40], 3)).toEqual(['abcd', 'ef', 'g']);
  });

  test('has no empty week, and none too many', () => {
    expect(weeksOf([10, 20], 4)).toEqual(['a', 'b']);
    expect(weeksOf([], 4)).toEqual([]);
    expect(weeksOf([1, 1, 1, 1, 1, 1, 1, 100], 8)).toHaveLength(8);
  });
});
