import type { Result } from '../../../../../../../../go/result.ts';
import { type Amount, asScale, isInt64, nano } from './amount.ts';
import { type Format, type Interpreted, interpret } from './suffix.ts';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ErrFormatWrong
export const errFormatWrong =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ErrNumeric
export const errNumeric = 'unable to parse numeric part of quantity';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ErrSuffix
export const errSuffix = "unable to parse quantity's suffix";

/** The largest amount that has a binary suffix: more is cut to it. */
const maxAllowed = 2n ** 63n - 1n;

/** How many digits are sure to fit into 64 bits. */
const maxInt64Factors = 18;

/** The largest power of 10. Kubernetes takes any that 64 bits hold, and counts its zeros for hours; Loopscope refuses it. */
const mostZeros = 10_000;

/** What a text says, and the text where it needs no other form. */
export interface ReadAmount {
  readonly amount: Amount;
  readonly format: Format;
  readonly text?: string | undefined;
}

/** The parts of a text: `num` has no leading zeros, `value` is all before the suffix. */
interface Parts {
  readonly positive: boolean;
  readonly value: string;
  readonly num: string;
  readonly denom: string;
  readonly suffix: string;
}

/**
 * It takes more than the expression that the error tells of: no digits at all are 0.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#parseQuantityString
 */
function parseQuantityString(text: string): Parts | undefined {
  const match = /^(([+-]?)0*(\d*)(?:\.(\d*))?)([eEinumkKMGTP]*[-+]?\d*)$/.exec(text);
  if (!match) return undefined;
  const [, value = '', sign = '', num = '', denom = '', suffix = ''] = match;
  return { positive: sign !== '-', value, num: num || '0', denom, suffix };
}

/**
 * Few digits are kept as 64 bits, and the text with them where it is in its canonical form already; others are rounded
 * up to a billionth, and cut where they have a binary suffix.
 *
 * Part of: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ParseQuantity
 */
export function parseAmount(text: string): Result<ReadAmount> {
  if (text === '') return [undefined, new Error(errFormatWrong)];
  if (text === '0')
    return [{ amount: { value: 0n, scale: 0, dec: false }, format: 'DecimalSI', text }, undefined];
  const parts = parseQuantityString(text);
  if (!parts) return [undefined, new Error(errFormatWrong)];
  const interpreted = interpret(parts.suffix);
  if (!interpreted) return [undefined, new Error(errSuffix)];
  if (interpreted.exponent > mostZeros)
    return [undefined, new Error(`expected at most ${mostZeros} zeros, found ${interpreted.exponent}`)];
  const read = inInt64(text, parts, interpreted) ?? inDec(parts, interpreted);
  return read ? [read, undefined] : [undefined, new Error(errNumeric)];
}

/** Undefined if 64 bits may be too few, or a billionth too coarse. */
function inInt64(
  text: string,
  { positive, num, denom }: Parts,
  { exponent, format }: Interpreted,
): ReadAmount | undefined {
  const binary = format === 'BinarySI';
  let precision = maxInt64Factors - (num.length + denom.length);
  if (binary) precision = denom === '' ? 15 - num.length - Math.trunc((exponent * 3) / 10) - 1 : -1;
  const scale = (binary ? 0 : exponent) - denom.length;
  if (precision < 0 || scale < nano) return undefined;
  const shifted = num + denom;
  const value = BigInt(shifted);
  const result = binary ? value << BigInt(exponent) : value;
  if (!isInt64(result)) return undefined;
  const canonical = binary
    ? exponent % 10 === 0 && (value & 7n) !== 0n
    : scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0');
  const amount = { value: positive ? result : -result, scale, dec: false };
  return { amount, format, text: canonical ? text : undefined };
}

/** Undefined if there is no digit. */
function inDec({ positive, value }: Parts, { exponent, format }: Interpreted): ReadAmount | undefined {
  const [whole = '', fraction = ''] = value.replace(/^[+-]/, '').split('.');
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(whole + fraction);
  const behind = -fraction.length;
  if (digits === 0n) return { amount: { value: 0n, scale: 0, dec: true }, format };
  const exact: Amount =
    format === 'BinarySI'
      ? { value: digits << BigInt(exponent), scale: behind, dec: true }
      : { value: digits, scale: behind + exponent, dec: true };
  let [amount] = asScale(exact, nano);
  let kept = format;
  if (format === 'BinarySI') {
    if (amount.value > maxAllowed * 10n ** 9n) amount = { value: maxAllowed, scale: 0, dec: true };
    // Less than one is not told in powers of 1024.
    else if (amount.value < 10n ** 9n) kept = 'DecimalSI';
  }
  return { amount: positive ? amount : { ...amount, value: -amount.value }, format: kept };
}
