import { quote } from '../../../../go/strconv.ts';

/**
 * An amount of a resource, exact to a billionth, such as `250m` (a quarter) or `3Gi`.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity
 */
export class Quantity {
  /** The amount in billionths. */
  readonly nano: bigint;

  constructor(nano: bigint) {
    this.nano = nano;
  }

  /**
   * Rounded up to a whole number.
   *
   * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.Value
   */
  value(): number {
    return Number(dividedUp(this.nano, 1_000_000_000n));
  }

  /**
   * In thousandths, rounded up to a whole number of them.
   *
   * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#Quantity.MilliValue
   */
  milliValue(): number {
    return Number(dividedUp(this.nano, 1_000_000n));
  }
}

/** Rounds away from zero, as Kubernetes rounds: who asks for a little gets a little. */
function dividedUp(amount: bigint, by: bigint): bigint {
  const whole = amount / by;
  if (whole * by === amount) return whole;
  return amount < 0n ? whole - 1n : whole + 1n;
}

const decimalSuffixes: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

const binarySuffixes: Readonly<Record<string, bigint>> = {
  Ki: 10n,
  Mi: 20n,
  Gi: 30n,
  Ti: 40n,
  Pi: 50n,
  Ei: 60n,
};

/** The largest amount that has a binary suffix: more is cut to it. */
const maxBinary = (2n ** 63n - 1n) * 1_000_000_000n;

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ErrFormatWrong
export const errFormatWrong =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ErrSuffix
export const errSuffix = "unable to parse quantity's suffix";

type Parsed<T> = [T, undefined] | [undefined, Error];

/**
 * Reads a number with a decimal suffix (`m`, `k`, `M`), a binary one (`Ki`, `Mi`), or an exponent (`e3`).
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#ParseQuantity
 */
export function parseQuantity(text: string): Parsed<Quantity> {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/.exec(text);
  if (!match || text === '') return [undefined, new Error(errFormatWrong)];
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  const digits = BigInt(`${whole}${fraction}` || '0');
  const nano = scaled(digits, fraction.length, suffix);
  if (nano === undefined) return [undefined, new Error(errSuffix)];
  return [new Quantity(sign === '-' ? -nano : nano), undefined];
}

/** The digits with so many of them behind the point, in billionths; undefined if the suffix is none. */
function scaled(digits: bigint, behind: number, suffix: string): bigint | undefined {
  const binary = Object.hasOwn(binarySuffixes, suffix) ? binarySuffixes[suffix] : undefined;
  if (binary !== undefined) {
    const nano = timesTenTo(digits << binary, 9 - behind);
    return nano > maxBinary ? maxBinary : nano;
  }
  const known = Object.hasOwn(decimalSuffixes, suffix) ? decimalSuffixes[suffix] : undefined;
  const exponent = known ?? exponentOf(suffix);
  return exponent === undefined ? undefined : timesTenTo(digits, exponent + 9 - behind);
}

function exponentOf(suffix: string): number | undefined {
  const found = /^[eE]([-+]?\d+)$/.exec(suffix)?.[1];
  return found === undefined ? undefined : Number(found);
}

function timesTenTo(digits: bigint, exponent: number): bigint {
  if (digits === 0n) return 0n;
  return exponent >= 0 ? digits * 10n ** BigInt(exponent) : dividedUp(digits, 10n ** BigInt(-exponent));
}

/**
 * As `parseQuantity`, of a text that was validated when its object was stored.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go#MustParse
 */
export function mustParse(text: string): Quantity {
  const [quantity, err] = parseQuantity(text);
  if (err) throw new Error(`cannot parse ${quote(text)}: ${err.message}`);
  return quantity;
}
