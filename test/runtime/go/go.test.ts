import { describe, expect, test } from 'vitest';
import { readRecord, writeRecord } from '../../../src/runtime/go/csv.ts';
import { formatDuration, parseDuration } from '../../../src/runtime/go/duration.ts';
import { get, set } from '../../../src/runtime/go/map.ts';
import { parseCIDR, parseIP } from '../../../src/runtime/go/net.ts';
import {
  atoi,
  formatFloat32,
  parseBool,
  parseFloat32,
  parseInt,
  quote,
  quoteRune,
} from '../../../src/runtime/go/strconv.ts';

const told = ([value, error]: readonly [unknown, Error | undefined]): unknown => error?.message ?? value;

describe('strconv', () => {
  test.each([
    ['1', true],
    ['T', true],
    ['False', false],
    ['yes', 'strconv.ParseBool: parsing "yes": invalid syntax'],
    ['tRUE', 'strconv.ParseBool: parsing "tRUE": invalid syntax'],
  ])('ParseBool(%j) is %j', (text, answer) => expect(told(parseBool(text))).toBe(answer));

  test.each([
    ['10', 10],
    ['-0x1f', -31],
    ['0b11', 3],
    ['010', 8],
    ['1_000', 1000],
    ['2147483647', 2147483647],
    ['2147483648', 'strconv.ParseInt: parsing "2147483648": value out of range'],
    ['five', 'strconv.ParseInt: parsing "five": invalid syntax'],
    ['', 'strconv.ParseInt: parsing "": invalid syntax'],
  ])('ParseInt(%j, 0, 32) is %j', (text, answer) => expect(told(parseInt(text, 32))).toBe(answer));

  test.each([
    ['10', 10],
    ['-1', -1],
    ['+007', 7],
    ['9223372036854775808', 'strconv.Atoi: parsing "9223372036854775808": value out of range'],
    ['-9223372036854775809', 'strconv.Atoi: parsing "-9223372036854775809": value out of range'],
    ['1_000', 'strconv.Atoi: parsing "1_000": invalid syntax'],
    ['1.0', 'strconv.Atoi: parsing "1.0": invalid syntax'],
    [' 1', 'strconv.Atoi: parsing " 1": invalid syntax'],
    ['-', 'strconv.Atoi: parsing "-": invalid syntax'],
    ['', 'strconv.Atoi: parsing "": invalid syntax'],
  ])('Atoi(%j) is %j', (text, answer) => expect(told(atoi(text))).toBe(answer));

  test.each([
    [0.1, '0.1'],
    [20, '20'],
    [0.55, '0.55'],
    [1e6, '1e+06'],
    [123456, '123456'],
    [1234567, '1.234567e+06'],
    [0.00001, '1e-05'],
  ])('FormatFloat(%j) is %j', (value, text) => expect(formatFloat32(value)).toBe(text));

  test('a float is refused in the words of Go', () => {
    expect(told(parseFloat32('fast'))).toBe('strconv.ParseFloat: parsing "fast": invalid syntax');
    expect(told(parseFloat32('1e40'))).toBe('strconv.ParseFloat: parsing "1e40": value out of range');
  });

  test('quotes as %q does', () => {
    expect(quote('a "b"\n\u0001')).toBe(String.raw`"a \"b\"\n\x01"`);
    expect(quoteRune('x')).toBe("'x'");
    expect(quoteRune("'")).toBe(String.raw`'\''`);
  });
});

describe('time', () => {
  test.each([
    ['12h', '12h0m0s'],
    ['1h15m30.918s', '1h15m30.918s'],
    ['300ms', '300ms'],
    ['1.5ms', '1.5ms'],
    ['2us', '2µs'],
    ['15ns', '15ns'],
    ['-1.5h', '-1h30m0s'],
    ['0', '0s'],
    ['8760h', '8760h0m0s'],
    ['10', 'time: missing unit in duration "10"'],
    ['1d', 'time: unknown unit "d" in duration "1d"'],
    ['', 'time: invalid duration ""'],
    ['soon', 'time: invalid duration "soon"'],
  ])('%j is printed as %j', (text, answer) => {
    const [value, error] = parseDuration(text);
    expect(error?.message ?? formatDuration(value as number)).toBe(answer);
  });
});

describe('csv', () => {
  test.each([
    ['a,b', ['a', 'b']],
    ['"a,b",c', ['a,b', 'c']],
    ['"a ""b""",', ['a "b"', '']],
    ['a"b', 'parse error on line 1, column 1: bare " in non-quoted-field'],
    ['"a"b', 'parse error on line 1, column 2: extraneous or missing " in quoted-field'],
    ['"a', 'record on line 1; parse error on line 2, column 0: extraneous or missing " in quoted-field'],
    ['\n', 'EOF'],
  ])('%j is %j', (text, answer) => expect(told(readRecord(text))).toEqual(answer));

  test('writes what it reads', () => {
    const fields = ['a,b', ' c', 'd "e"', '', 'f'];
    expect(writeRecord(fields)).toBe('"a,b"," c","d ""e""",,f');
    expect(told(readRecord(writeRecord(fields)))).toEqual(fields);
  });
});

describe('net', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.256', undefined],
    ['1.2.3', undefined],
    ['::', '::'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['1::2::3', undefined],
    ['fe80:0:0:0:0:0:0:1', 'fe80::1'],
    ['not an address', undefined],
  ])('ParseIP(%j) is %j', (text, answer) => expect(parseIP(text)).toBe(answer));

  test('a prefix has a length that fits', () => {
    expect(told(parseCIDR('10.0.0.0/8'))).toBe('10.0.0.0/8');
    expect(told(parseCIDR('10.0.0.0/33'))).toBe('invalid CIDR address: 10.0.0.0/33');
    expect(told(parseCIDR('10.0.0.0'))).toBe('invalid CIDR address: 10.0.0.0');
  });
});

describe('maps', () => {
  test.each(['a', '__proto__', 'constructor'])('have no member %s before it is set', (name) => {
    const map: Record<string, number> = {};
    expect(get(map, name)).toBeUndefined();
    set(map, name, 1);
    set(map, name, 2);
    expect([get(map, name), Object.entries(map), JSON.stringify(map)]).toEqual([
      2,
      [[name, 2]],
      `{"${name}":2}`,
    ]);
  });
});
