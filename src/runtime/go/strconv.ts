/** What the mirrored code needs of Go's `strconv`: the same texts are taken and refused, in the same words. */

import type { Result } from './result.ts';

const escapes: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** The text in double quotes, as `%q` prints it. */
export function quote(text: string): string {
  const inner = [...text].map((char) => {
    const known = escapes[char];
    if (known !== undefined) return known;
    const code = char.codePointAt(0) ?? 0;
    return code < 0x20 || code === 0x7f ? `\\x${code.toString(16).padStart(2, '0')}` : char;
  });
  return `"${inner.join('')}"`;
}

/** One character in single quotes, as `%q` prints a rune or a byte. */
export function quoteRune(char: string): string {
  return char === "'" ? String.raw`'\''` : `'${quote(char).slice(1, -1).replace('\\"', '"')}'`;
}

function refused(called: string, text: string, why: 'invalid syntax' | 'value out of range'): Error {
  return new Error(`strconv.${called}: parsing ${quote(text)}: ${why}`);
}

/** `1`, `t`, `T`, `TRUE`, `true`, `True`, and their opposites; nothing else. */
export function parseBool(text: string): Result<boolean> {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return [true, undefined];
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text)) return [false, undefined];
  return [undefined, refused('ParseBool', text, 'invalid syntax')];
}

/** A whole number of at most `bits` bits with a sign, decimal or with `0x`, `0o`, `0b` or a leading zero. */
export function parseInt(text: string, bits: 32 | 64): Result<number> {
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  const value = magnitude(rest);
  if (value === undefined) return [undefined, refused('ParseInt', text, 'invalid syntax')];
  const most = 2n ** BigInt(bits - 1);
  if (value > (sign === '-' ? most : most - 1n))
    return [undefined, refused('ParseInt', text, 'value out of range')];
  return [Number(sign === '-' ? -value : value), undefined];
}

/** A whole number of at most `bits` bits without a sign. */
export function parseUint(text: string, bits: 32 | 64): Result<number> {
  const value = magnitude(text);
  if (value === undefined) return [undefined, refused('ParseUint', text, 'invalid syntax')];
  if (value >= 2n ** BigInt(bits)) return [undefined, refused('ParseUint', text, 'value out of range')];
  return [Number(value), undefined];
}

/** A decimal whole number of at most 64 bits, with or without a sign. */
export function atoi(text: string): Result<number> {
  if (!/^[+-]?\d+$/.test(text)) return [undefined, refused('Atoi', text, 'invalid syntax')];
  const value = BigInt(text.replace('+', ''));
  if (BigInt.asIntN(64, value) !== value) return [undefined, refused('Atoi', text, 'value out of range')];
  return [Number(value), undefined];
}

/** Base 0 of Go: the prefix says the base, and underscores may stand between digits where there is a prefix. */
function magnitude(text: string): bigint | undefined {
  if (/^(0|[1-9]\d*(_\d+)*)$/.test(text)) return BigInt(text.replaceAll('_', ''));
  if (/^0[xX](_?[\da-fA-F])+$|^0[bB](_?[01])+$|^0[oO](_?[0-7])+$/.test(text))
    return BigInt(text.toLowerCase().replaceAll('_', ''));
  if (/^0(_?[0-7])+$/.test(text)) return BigInt(`0o${text.slice(1).replaceAll('_', '')}`);
  return undefined;
}

/** A decimal number that a float of 32 bits can hold. */
export function parseFloat32(text: string): Result<number> {
  return parseFloat(text, Math.fround);
}

/** A decimal number that a float of 64 bits can hold. */
export function parseFloat64(text: string): Result<number> {
  return parseFloat(text, Number);
}

function parseFloat(text: string, round: (value: number) => number): Result<number> {
  if (/^[+-]?(inf|infinity)$/i.test(text)) return [text.startsWith('-') ? -Infinity : Infinity, undefined];
  if (/^nan$/i.test(text)) return [NaN, undefined];
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text))
    return [undefined, refused('ParseFloat', text, 'invalid syntax')];
  const value = round(Number(text));
  return Number.isFinite(value)
    ? [value, undefined]
    : [undefined, refused('ParseFloat', text, 'value out of range')];
}

/** The shortest text that gives the same float of 32 bits, as `FormatFloat(f, 'g', -1, 32)`. */
export function formatFloat32(value: number): string {
  return formatFloat(Math.fround(value), Math.fround);
}

/** The shortest text that gives the same float of 64 bits. */
export function formatFloat64(value: number): string {
  return formatFloat(value, Number);
}

function formatFloat(value: number, round: (value: number) => number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return '0';
  let digits = 1;
  while (digits < 17 && round(Number(value.toExponential(digits - 1))) !== value) digits++;
  const shortest = value.toExponential(digits - 1);
  const [mantissa = '', exponentText = '0'] = shortest.split('e');
  const exponent = Number(exponentText);
  // Without a precision Go takes 6 for this decision.
  if (exponent >= -4 && exponent < 6) return Number(shortest).toString();
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent).toString().padStart(2, '0')}`;
}
