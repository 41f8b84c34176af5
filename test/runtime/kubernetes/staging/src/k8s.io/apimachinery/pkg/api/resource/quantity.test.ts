import { describe, expect, test } from 'vitest';
import {
  type Format,
  Quantity,
  errFormatWrong,
  errNumeric,
  errSuffix,
  mustParse,
  parseQuantity,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';

/** Of both kinds of numbers. */
const kinds = [false, true];

const amount = (value: bigint | number, scale: number, format: Format, dec: boolean): Quantity =>
  new Quantity({ value: BigInt(value), scale, dec }, format);

// Upstream's TestQuantityParse.
describe('a text is read', () => {
  const rows: readonly (readonly [string, bigint, number, Format])[] = [
    ['0', 0n, 0, 'DecimalSI'],
    ['0n', 0n, 0, 'DecimalSI'],
    ['0u', 0n, 0, 'DecimalSI'],
    ['0m', 0n, 0, 'DecimalSI'],
    ['0Ki', 0n, 0, 'BinarySI'],
    ['0k', 0n, 0, 'DecimalSI'],
    ['0Mi', 0n, 0, 'BinarySI'],
    ['0M', 0n, 0, 'DecimalSI'],
    ['0Gi', 0n, 0, 'BinarySI'],
    ['0G', 0n, 0, 'DecimalSI'],
    ['0Ti', 0n, 0, 'BinarySI'],
    ['0T', 0n, 0, 'DecimalSI'],
    ['1', 1n, 0, 'DecimalSI'],
    ['1Ki', 1024n, 0, 'BinarySI'],
    ['8Ki', 8192n, 0, 'BinarySI'],
    ['7Mi', 7340032n, 0, 'BinarySI'],
    ['6Gi', 6442450944n, 0, 'BinarySI'],
    ['5Ti', 5497558138880n, 0, 'BinarySI'],
    ['4Pi', 4503599627370496n, 0, 'BinarySI'],
    ['3Ei', 3458764513820540928n, 0, 'BinarySI'],
    ['10Ti', 10995116277760n, 0, 'BinarySI'],
    ['100Ti', 109951162777600n, 0, 'BinarySI'],
    ['5n', 5n, -9, 'DecimalSI'],
    ['4u', 4n, -6, 'DecimalSI'],
    ['3m', 3n, -3, 'DecimalSI'],
    ['9', 9n, 0, 'DecimalSI'],
    ['8k', 8n, 3, 'DecimalSI'],
    ['50k', 5n, 4, 'DecimalSI'],
    ['7M', 7n, 6, 'DecimalSI'],
    ['6G', 6n, 9, 'DecimalSI'],
    ['5T', 5n, 12, 'DecimalSI'],
    ['40T', 4n, 13, 'DecimalSI'],
    ['300T', 3n, 14, 'DecimalSI'],
    ['2P', 2n, 15, 'DecimalSI'],
    ['1E', 1n, 18, 'DecimalSI'],
    ['1E-3', 1n, -3, 'DecimalExponent'],
    ['1e3', 1n, 3, 'DecimalExponent'],
    ['1E6', 1n, 6, 'DecimalExponent'],
    ['1e9', 1n, 9, 'DecimalExponent'],
    ['1E12', 1n, 12, 'DecimalExponent'],
    ['1e15', 1n, 15, 'DecimalExponent'],
    ['1E18', 1n, 18, 'DecimalExponent'],
    ['1e14', 1n, 14, 'DecimalExponent'],
    ['1e13', 1n, 13, 'DecimalExponent'],
    ['1e3', 1n, 3, 'DecimalExponent'],
    ['100.035k', 100035n, 0, 'DecimalSI'],
    ['0.001', 1n, -3, 'DecimalSI'],
    ['0.0005k', 5n, -1, 'DecimalSI'],
    ['0.005', 5n, -3, 'DecimalSI'],
    ['0.05', 5n, -2, 'DecimalSI'],
    ['0.5', 5n, -1, 'DecimalSI'],
    ['0.00050k', 5n, -1, 'DecimalSI'],
    ['0.00500', 5n, -3, 'DecimalSI'],
    ['0.05000', 5n, -2, 'DecimalSI'],
    ['0.50000', 5n, -1, 'DecimalSI'],
    ['0.5e0', 5n, -1, 'DecimalExponent'],
    ['0.5e-1', 5n, -2, 'DecimalExponent'],
    ['0.5e-2', 5n, -3, 'DecimalExponent'],
    ['0.5e0', 5n, -1, 'DecimalExponent'],
    ['10.035M', 10035n, 3, 'DecimalSI'],
    ['1.2e3', 12n, 2, 'DecimalExponent'],
    ['1.3E+6', 13n, 5, 'DecimalExponent'],
    ['1.40e9', 14n, 8, 'DecimalExponent'],
    ['1.53E12', 153n, 10, 'DecimalExponent'],
    ['1.6e15', 16n, 14, 'DecimalExponent'],
    ['1.7E18', 17n, 17, 'DecimalExponent'],
    ['9.01', 901n, -2, 'DecimalSI'],
    ['8.1k', 81n, 2, 'DecimalSI'],
    ['7.123456M', 7123456n, 0, 'DecimalSI'],
    ['6.987654321G', 6987654321n, 0, 'DecimalSI'],
    ['5.444T', 5444n, 9, 'DecimalSI'],
    ['40.1T', 401n, 11, 'DecimalSI'],
    ['300.2T', 3002n, 11, 'DecimalSI'],
    ['2.5P', 25n, 14, 'DecimalSI'],
    ['1.01E', 101n, 16, 'DecimalSI'],
    ['3.001n', 4n, -9, 'DecimalSI'],
    ['1.1E-9', 2n, -9, 'DecimalExponent'],
    ['0.0000000001', 1n, -9, 'DecimalSI'],
    ['0.0000000005', 1n, -9, 'DecimalSI'],
    ['0.00000000050', 1n, -9, 'DecimalSI'],
    ['0.5e-9', 1n, -9, 'DecimalExponent'],
    ['0.9n', 1n, -9, 'DecimalSI'],
    ['0.00000012345', 124n, -9, 'DecimalSI'],
    ['0.00000012354', 124n, -9, 'DecimalSI'],
    ['12E', 12n, 18, 'DecimalSI'],
    ['100.035Ki', 10243584n, -2, 'BinarySI'],
    ['0.5Mi', 524288n, 0, 'BinarySI'],
    ['0.05Gi', 536870912n, -1, 'BinarySI'],
    ['0.025Ti', 274877906944n, -1, 'BinarySI'],
    ['0.000000000001Ki', 2n, -9, 'DecimalSI'],
    ['.001', 1n, -3, 'DecimalSI'],
    ['.0001k', 100n, -3, 'DecimalSI'],
    ['1.', 1n, 0, 'DecimalSI'],
    ['1.G', 1n, 9, 'DecimalSI'],
    ['9Ei', 2n ** 63n - 1n, 0, 'BinarySI'],
    ['9223372036854775807Ki', 2n ** 63n - 1n, 0, 'BinarySI'],
  ];
  test.each(rows)('%s', (text, value, scale, format) => {
    for (const dec of kinds)
      for (const sign of ['', '+', '-']) {
        const [read, err] = parseQuantity(`${sign}${text}`);
        expect(err).toBeUndefined();
        const expected = amount(sign === '-' ? -value : value, scale, format, dec);
        expect(read?.cmp(expected), `${sign}${text} is ${read?.toString()}`).toBe(0);
        expect(read?.format).toBe(format);
      }
  });

  test.each([
    ['', errFormatWrong],
    ['1.1.M', errFormatWrong],
    ['1+1.0M', errFormatWrong],
    ['0.1mi', errSuffix],
    ['0.1am', errFormatWrong],
    ['aoeu', errFormatWrong],
    ['.5i', errSuffix],
    ['1i', errSuffix],
    ['-3.01i', errSuffix],
    ['-3.01e-', errSuffix],
    [' 1', errFormatWrong],
    ['1 ', errFormatWrong],
    ['1gi', errFormatWrong],
    ['1KiB', errFormatWrong],
    ['1e', errSuffix],
    ['1e99999999999999999999', errSuffix],
    ['1e10001', 'expected at most 10000 zeros, found 10001'],
    ['-1e1000000000', 'expected at most 10000 zeros, found 1000000000'],
    ['.e-20', errNumeric],
  ])('%j is none', (text, message) => {
    expect(parseQuantity(text)[1]?.message).toBe(message);
  });

  test.each(['+', '-', '.', 'Gi', '-T'])('%j is nothing', (text) => {
    expect(mustParse(text).toString()).toBe('0');
  });

  test('that was stored and is none is a mistake of ours', () => {
    expect(() => mustParse('1KK')).toThrow(`cannot parse '1KK': ${errSuffix}`);
  });
});

// Upstream's TestQuantityParseEmit and TestQuantityString.
describe('a quantity is written', () => {
  test.each([
    ['1Ki', '1Ki'],
    ['1Mi', '1Mi'],
    ['1Gi', '1Gi'],
    ['1024Mi', '1Gi'],
    ['1000M', '1G'],
    ['.001Ki', '1024m'],
    ['.000001Ki', '1024u'],
    ['.000000001Ki', '1024n'],
    ['.000000000001Ki', '2n'],
  ])('%s as %s', (text, canonical) => {
    expect(mustParse(text).toString()).toBe(canonical);
    expect(mustParse(`-${text}`).toString()).toBe(`-${canonical}`);
  });

  const rows: readonly (readonly [bigint, number, Format, string, string])[] = [
    [1073741824n, 0, 'BinarySI', '1Gi', '1024Mi'],
    [314572800n, 0, 'BinarySI', '300Mi', '307200Ki'],
    [6144n, 0, 'BinarySI', '6Ki', ''],
    [1074815565824n, 0, 'BinarySI', '1001Gi', '1025024Mi'],
    [1099511627776n, 0, 'BinarySI', '1Ti', '1024Gi'],
    [5n, 0, 'BinarySI', '5', '5000m'],
    [500n, -3, 'BinarySI', '500m', '0.5'],
    [1n, 9, 'DecimalSI', '1G', '1000M'],
    [1000n, 6, 'DecimalSI', '1G', '0.001T'],
    [1000000n, 3, 'DecimalSI', '1G', ''],
    [1000000000n, 0, 'DecimalSI', '1G', ''],
    [1n, -3, 'DecimalSI', '1m', '1000u'],
    [80n, -3, 'DecimalSI', '80m', ''],
    [1080n, -3, 'DecimalSI', '1080m', '1.08'],
    [108n, -2, 'DecimalSI', '1080m', '1080000000n'],
    [10800n, -4, 'DecimalSI', '1080m', ''],
    [300n, 6, 'DecimalSI', '300M', ''],
    [1n, 12, 'DecimalSI', '1T', ''],
    [1234567n, 6, 'DecimalSI', '1234567M', ''],
    [1234567n, -3, 'BinarySI', '1234567m', ''],
    [3n, 3, 'DecimalSI', '3k', ''],
    [1025n, 0, 'BinarySI', '1025', ''],
    [0n, 0, 'DecimalSI', '0', ''],
    [0n, 0, 'BinarySI', '0', ''],
    [1n, 9, 'DecimalExponent', '1e9', '.001e12'],
    [1n, -3, 'DecimalExponent', '1e-3', '0.001e0'],
    [1n, -9, 'DecimalExponent', '1e-9', '1000e-12'],
    [80n, -3, 'DecimalExponent', '80e-3', ''],
    [300n, 6, 'DecimalExponent', '300e6', ''],
    [1n, 12, 'DecimalExponent', '1e12', ''],
    [1n, 3, 'DecimalExponent', '1e3', ''],
    [3n, 3, 'DecimalExponent', '3e3', ''],
    [3n, 3, 'DecimalSI', '3k', ''],
    [0n, 0, 'DecimalExponent', '0', '00'],
    [1n, -9, 'DecimalSI', '1n', ''],
    [80n, -9, 'DecimalSI', '80n', ''],
    [1080n, -9, 'DecimalSI', '1080n', ''],
    [108n, -8, 'DecimalSI', '1080n', ''],
    [10800n, -10, 'DecimalSI', '1080n', ''],
    [1n, -6, 'DecimalSI', '1u', ''],
    [80n, -6, 'DecimalSI', '80u', ''],
    [1080n, -6, 'DecimalSI', '1080u', ''],
  ];
  test.each(rows)('%d, %d places, %s', (value, scale, format, canonical, alternate) => {
    for (const dec of kinds) {
      expect(amount(value, scale, format, dec).toString()).toBe(canonical);
      if (value > 0n) expect(amount(-value, scale, format, dec).toString()).toBe(`-${canonical}`);
    }
    expect(mustParse(canonical).toString()).toBe(canonical);
    if (alternate !== '') expect(mustParse(alternate).toString()).toBe(canonical);
  });

  test('without a suffix where there is none for it, as upstream does', () => {
    expect(mustParse('1000E').toString()).toBe('1');
  });
});

// Upstream's TestQuantityRoundUp.
test.each([
  [-3, 901, -2],
  [-2, 901, -2],
  [-1, 91, -1],
  [0, 10, 0],
  [1, 10, 0],
  [2, 100, 0],
])('9.01 rounded up to %d places', (scale, value, places) => {
  for (const sign of [1, -1]) {
    for (const dec of kinds) {
      const rounded = amount(901 * sign, -2, 'DecimalSI', dec).roundUp(scale);
      expect(rounded.cmp(amount(value * sign, places, 'DecimalSI', dec))).toBe(0);
    }
  }
});

// Upstream's TestQuantityCmp, TestAdd, TestSub and TestNeg.
describe('two quantities', () => {
  test.each([
    ['0', '0', 0],
    ['100m', '50m', 1],
    ['50m', '100m', -1],
    ['10000T', '100Gi', 1],
  ])('%s and %s compared', (x, y, expected) => {
    expect(mustParse(x).cmp(mustParse(y))).toBe(expected);
  });

  test.each([
    [10, 0, 'DecimalSI', 1, 1, 'DecimalSI', '20', '0'],
    [10, 0, 'DecimalSI', 1, 0, 'BinarySI', '11', '9'],
    [10, 0, 'BinarySI', 1, 0, 'DecimalSI', '11', '9'],
    [0, 0, 'DecimalSI', 50, 0, 'DecimalSI', '50', '-50'],
    [50, 0, 'DecimalSI', 0, 0, 'DecimalSI', '50', '50'],
    [0, 0, 'DecimalSI', 0, 0, 'DecimalSI', '0', '0'],
    [0, 0, 'DecimalSI', 2048, 0, 'BinarySI', '2Ki', '-2Ki'],
  ] as const)('%d e%d %s and %d e%d %s', (a, aScale, aFormat, b, bScale, bFormat, sum, difference) => {
    for (const dec of kinds) {
      const [x, y] = [amount(a, aScale, aFormat, dec), amount(b, bScale, bFormat, dec)];
      expect(x.add(y).toString()).toBe(sum);
      expect(x.sub(y).toString()).toBe(difference);
      expect(x.neg().neg().cmp(x)).toBe(0);
    }
  });

  test('a sum of more than 64 bits is still exact', () => {
    const most = mustParse('9223372036854775807');
    expect(most.add(most).toString()).toBe('18446744073709551614');
  });
});

// Upstream's TestScaledValue and TestScaledValueInternal.
describe('in other units', () => {
  test.each([
    [-9, -9, 1],
    [-9, -6, 1],
    [-9, -3, 1],
    [-9, 0, 1],
    [-6, -9, 1000],
    [-6, -6, 1],
    [-6, -3, 1],
    [-6, 0, 1],
    [-3, -9, 1000 * 1000],
    [-3, -6, 1000],
    [-3, -3, 1],
    [-3, 0, 1],
    [0, -9, 1000 * 1000 * 1000],
    [0, -6, 1000 * 1000],
    [0, -3, 1000],
    [0, 0, 1],
    [2, -2, 100 * 100],
  ])('1 e%d in e%d', (from, to, expected) => {
    expect(amount(1, from, 'DecimalSI', false).scaledValue(to)).toBe(BigInt(expected));
  });

  const maxInt64 = 2n ** 63n - 1n;
  const rows: readonly (readonly [bigint, number, number, bigint])[] = [
    [1000n, 0, 0, 1000n],
    [1000n, 0, -3, 1n],
    [1000n, 3, 0, 1n],
    [0n, 3, 0, 0n],
    [999n, 3, 0, 1n],
    [500n, 3, 0, 1n],
    [499n, 3, 0, 1n],
    [1n, 3, 0, 1n],
    [maxInt64 - 1n, 1, 0, (maxInt64 - 1n) / 10n + 1n],
    [10n ** 100n, 100, 0, 1n],
    [0n, 0, 3, 0n],
    [1n, 0, 3, 1000n],
    [1n, -3, 0, 1000n],
    [1000n, -3, 2, 100000000n],
    [maxInt64 / 1000n, 0, 3, (maxInt64 / 1000n) * 1000n],
    // What is left over of less than nothing goes up to one, as upstream has it.
    [-641600n, 9, 0, 1n],
  ];
  test.each(rows)('%d with %d places in units with %d', (unscaled, scale, newScale, expected) => {
    expect(amount(unscaled, -scale, 'DecimalSI', true).scaledValue(-newScale)).toBe(expected);
  });

  test.each([
    ['250m', 1, 250],
    ['1.5', 2, 1500],
    ['100u', 1, 1],
    ['3Gi', 3 * 2 ** 30, 3000 * 2 ** 30],
    ['0.5Ki', 512, 512_000],
    ['836.9040n', 1, 1],
    ['-2k', -2000, -2_000_000],
    ['1E', 1e18, 0],
    ['1e100', 0, 0],
  ])(
    '%s as a whole number and in thousandths; what is too much for 64 bits is nothing',
    (text, value, milli) => {
      expect([mustParse(text).value(), mustParse(text).milliValue()]).toEqual([value, milli]);
    },
  );
});
