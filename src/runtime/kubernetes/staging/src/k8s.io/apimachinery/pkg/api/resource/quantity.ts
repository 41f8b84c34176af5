import type { Result } from '../../../../../../../../go/result.ts';
import {
  type Amount,
  addAmounts,
  asCanonical,
  asCanonicalBase1024,
  asScale,
  compareAmounts,
  isInt64,
  milli,
  nano,
  powerOfTen,
  roundedAway,
} from './amount.ts';
import { type Interpreted, construct, interpret } from './suffix.ts';
import { scaledValue } from './scale_int.ts';

/**
 * An amount of a resource, exact to a billionth, such as `250m` (a quarter) or `3Gi`. It does not change: what changes it
 * upstream gives another one here.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity
export class Quantity {
  readonly format: Format;
  readonly #amount: Amount;
  #text: string | undefined;
  #value: number | undefined;
  #milliValue: number | undefined;

  constructor(amount: Amount, format: Format, text?: string) {
    this.#amount = amount;
    this.format = format;
    this.#text = text;
  }

  /** The amount in billionths. */
  get nano(): bigint {
    return asScale({ ...this.#amount, dec: true }, nano)[0].value;
  }

  /** Rounded up to a whole number. A number of JavaScript holds it exactly up to 2^53. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Value
  value(): number {
    this.#value ??= Number(this.scaledValue(0));
    return this.#value;
  }

  /** In thousandths, rounded up to a whole number of them. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.MilliValue
  milliValue(): number {
    this.#milliValue ??= Number(this.scaledValue(milli));
    return this.#milliValue;
  }

  /** As a number of JavaScript, whose last digits may be off. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.AsApproximateFloat64
  asApproximateFloat64(): number {
    const { value, scale } = this.#amount;
    return Number(value) * Number(`1e${scale}`);
  }

  /** In units of 10^scale, rounded up; 64 bits of it. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.ScaledValue
  scaledValue(scale: number): bigint {
    return scaledInt64(this.#amount, scale);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.IsZero
  isZero(): boolean {
    return this.#amount.value === 0n;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Sign
  sign(): -1 | 0 | 1 {
    return this.#amount.value === 0n ? 0 : this.#amount.value < 0n ? -1 : 1;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Cmp
  cmp(y: Quantity): -1 | 0 | 1 {
    return compareAmounts(this.#amount, y.#amount);
  }

  /** Nothing takes the format of what is added to it. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Add
  add(y: Quantity): Quantity {
    const format = this.isZero() ? y.format : this.format;
    return new Quantity(addAmounts(this.#amount, y.#amount), format);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Sub
  sub(y: Quantity): Quantity {
    return this.add(y.neg());
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Neg
  neg(): Quantity {
    return new Quantity({ ...this.#amount, value: -this.#amount.value }, this.format);
  }

  /** Rounded away from zero to a multiple of 10^scale. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.RoundUp
  roundUp(scale: number): Quantity {
    const { dec, scale: own } = this.#amount;
    return !dec && own >= scale ? this : new Quantity(asScale(this.#amount, scale)[0], this.format);
  }

  /** As it was written, if that is how Kubernetes writes it; else as that. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.String
  toString(): string {
    this.#text ??= this.#canonicalize();
    return this.#text;
  }

  /** The fields, as `%v` prints a Quantity that is no pointer: some messages show them by a slip. */
  get fields(): string {
    const { value, scale } = this.#amount;
    return `{{${value} ${scale}} {<nil>}  ${this.format}}`;
  }

  /**
   * No fraction, and as few digits as can be. A binary suffix is given up where the amount is less than 1024 or has a
   * fraction.
   */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.CanonicalizeBytes
  #canonicalize(): string {
    if (this.isZero()) return '0';
    let { format } = this;
    if (format === 'BinarySI') {
      const [rounded, exact] = asScale(this.#amount, 0);
      const small = [-1024n, 1024n].map((value) => ({ value, scale: 0, dec: false }));
      const [least, most] = small as [Amount, Amount];
      const isSmall = compareAmounts(this.#amount, least) > 0 && compareAmounts(this.#amount, most) < 0;
      if (exact && !isSmall) {
        const [digits, exponent] = asCanonicalBase1024(rounded);
        return `${digits}${construct(exponent * 10, format)}`;
      }
      format = 'DecimalSI';
    }
    const [digits, exponent] = asCanonical(this.#amount);
    return `${digits}${construct(exponent, format)}`;
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#NewQuantity
export function newQuantity(value: number, format: Format): Quantity {
  return new Quantity({ value: BigInt(value), scale: 0, dec: false }, format);
}

/** Of so many thousandths. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#NewMilliQuantity
export function newMilliQuantity(value: number, format: Format): Quantity {
  return new Quantity({ value: BigInt(value), scale: milli, dec: false }, format);
}

/** Quantities that were read before: the same few texts come again with each pod. */
const known = new Map<string, Quantity>();

const mostKnown = 4096;

/** How an amount was written, and is written again: `12e6`, `12Mi` or `12M`. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Format
export type Format = 'DecimalExponent' | 'BinarySI' | 'DecimalSI';

/** As `parseQuantity`, of a text that was validated when its object was stored. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#MustParse
export function mustParse(text: string): Quantity {
  const before = known.get(text);
  if (before) return before;
  const [quantity, err] = parseQuantity(text);
  if (err) throw new Error(`cannot parse '${text}': ${err.message}`);
  if (known.size === mostKnown) known.clear();
  known.set(text, quantity);
  return quantity;
}

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

/** It takes more than the expression that the error tells of: no digits at all are 0. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#parseQuantityString
function parseQuantityString(text: string): Parts | undefined {
  const match = /^(([+-]?)0*(\d*)(?:\.(\d*))?)([eEinumkKMGTP]*[-+]?\d*)$/.exec(text);
  if (!match) return undefined;
  const [, value = '', sign = '', num = '', denom = '', suffix = ''] = match;
  return { positive: sign !== '-', value, num: num || '0', denom, suffix };
}

/** Reads a number with a decimal suffix (`m`, `k`, `M`), a binary one (`Ki`, `Mi`), or an exponent (`e3`). */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ParseQuantity
export function parseQuantity(text: string): Result<Quantity> {
  const [read, err] = parseAmount(text);
  return err ? [undefined, err] : [new Quantity(read.amount, read.format, read.text), undefined];
}

/**
 * Few digits are kept as 64 bits, and the text with them where it is in its canonical form already; others are rounded
 * up to a billionth, and cut where they have a binary suffix.
 */
// Part of: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ParseQuantity
function parseAmount(text: string): Result<ReadAmount> {
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

/** In units of 10^scale, as 64 bits hold it. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.ScaledValue
export function scaledInt64(a: Amount, scale: number): bigint {
  if (a.dec) return scaledValue(a.value, -a.scale, -scale);
  if (a.scale < scale) return roundedAway(a.value, scale - a.scale)[0];
  // Too much for 64 bits is nothing.
  if (a.value === 0n || a.scale - scale > 18) return 0n;
  const value = a.value * powerOfTen(a.scale - scale);
  return isInt64(value) ? value : 0n;
}
