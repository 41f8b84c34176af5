import type { Result } from '../../../../../../../../go/result.ts';
import {
  type Amount,
  addAmounts,
  asCanonical,
  asCanonicalBase1024,
  asScale,
  compareAmounts,
  milli,
  nano,
  scaledInt64,
} from './amount.ts';
import { parseAmount } from './quantity_parse.ts';
import { type Format, construct } from './suffix.ts';

/**
 * An amount of a resource, exact to a billionth, such as `250m` (a quarter) or `3Gi`. It does not change: what changes it
 * upstream gives another one here.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity
 */
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

  /**
   * Rounded up to a whole number. A number of JavaScript holds it exactly up to 2^53.
   *
   * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Value
   */
  value(): number {
    this.#value ??= Number(this.scaledValue(0));
    return this.#value;
  }

  /**
   * In thousandths, rounded up to a whole number of them.
   *
   * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.MilliValue
   */
  milliValue(): number {
    this.#milliValue ??= Number(this.scaledValue(milli));
    return this.#milliValue;
  }

  /**
   * As a number of JavaScript, whose last digits may be off.
   *
   * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.AsApproximateFloat64
   */
  asApproximateFloat64(): number {
    const { value, scale } = this.#amount;
    return Number(value) * Number(`1e${scale}`);
  }

  /** In units of 10^scale, rounded up; 64 bits of it. */
  scaledValue(scale: number): bigint {
    return scaledInt64(this.#amount, scale);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.IsZero
  isZero(): boolean {
    return this.#amount.value === 0n;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Cmp
  cmp(y: Quantity): -1 | 0 | 1 {
    return compareAmounts(this.#amount, y.#amount);
  }

  /**
   * Nothing takes the format of what is added to it.
   *
   * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Add
   */
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

  /**
   * Rounded away from zero to a multiple of 10^scale.
   *
   * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.RoundUp
   */
  roundUp(scale: number): Quantity {
    const { dec, scale: own } = this.#amount;
    return !dec && own >= scale ? this : new Quantity(asScale(this.#amount, scale)[0], this.format);
  }

  /**
   * As it was written, if that is how Kubernetes writes it; else as that.
   *
   * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.String
   */
  toString(): string {
    this.#text ??= this.#canonicalize();
    return this.#text;
  }

  /**
   * No fraction, and as few digits as can be. A binary suffix is given up where the amount is less than 1024 or has a
   * fraction.
   *
   * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.CanonicalizeBytes
   */
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

/**
 * Reads a number with a decimal suffix (`m`, `k`, `M`), a binary one (`Ki`, `Mi`), or an exponent (`e3`).
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ParseQuantity
 */
export function parseQuantity(text: string): Result<Quantity> {
  const [read, err] = parseAmount(text);
  return err ? [undefined, err] : [new Quantity(read.amount, read.format, read.text), undefined];
}

/** Quantities that were read before: the same few texts come again with each pod. */
const known = new Map<string, Quantity>();

const mostKnown = 4096;

/**
 * As `parseQuantity`, of a text that was validated when its object was stored.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#MustParse
 */
export function mustParse(text: string): Quantity {
  const before = known.get(text);
  if (before) return before;
  const [quantity, err] = parseQuantity(text);
  if (err) throw new Error(`cannot parse '${text}': ${err.message}`);
  if (known.size === mostKnown) known.clear();
  known.set(text, quantity);
  return quantity;
}
