import { describe, expect, test } from 'vitest';
import {
  errFormatWrong,
  errSuffix,
  mustParse,
  parseQuantity,
} from '../../../../../../src/runtime/apimachinery/pkg/api/resource/quantity.ts';

describe('a quantity', () => {
  test.each([
    ['0', 0, 0],
    ['250m', 1, 250],
    ['2', 2, 2000],
    ['1.5', 2, 1500],
    ['100u', 1, 1],
    ['3Gi', 3 * 2 ** 30, 3000 * 2 ** 30],
    ['0.5Ki', 512, 512_000],
    ['1e3', 1000, 1_000_000],
    ['5E2', 500, 500_000],
    ['1E', 1e18, 1e21],
    ['836.9040n', 1, 1],
    ['-2k', -2000, -2_000_000],
  ])('%s is %d, and %d thousandths, rounded up', (text, value, milli) => {
    expect([mustParse(text).value(), mustParse(text).milliValue()]).toEqual([value, milli]);
  });

  test.each([
    ['', errFormatWrong],
    ['1 Gi', errFormatWrong],
    ['one', errFormatWrong],
    ['1gi', errFormatWrong],
    ['1KiB', errFormatWrong],
    ['1iK', errSuffix],
    ['1e', errSuffix],
  ])('%j is none', (text, message) => {
    expect(parseQuantity(text)[1]?.message).toBe(message);
  });

  test('that was stored and is none is a mistake of ours', () => {
    expect(() => mustParse('1KK')).toThrow('cannot parse "1KK"');
  });
});
