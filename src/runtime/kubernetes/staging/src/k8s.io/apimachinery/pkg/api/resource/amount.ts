import { removeFactors } from './math.ts';

/**
 * A number as digits and a power of 10. Upstream has two kinds, and their sums and roundings differ at the edges: one whose
 * digits fit into 64 bits, and one of any length, which is kept here with `dec`.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go#int64Amount
export interface Amount {
  readonly value: bigint;
  /** The amount is value × 10^scale. */
  readonly scale: number;
  /** True for a number of any length. */
  readonly dec: boolean;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go#Nano
export const nano = -9;

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go#Milli
export const milli = -3;

export const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/** 10^exponent. */
export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** `[rounded away from zero to a multiple of 10^scale, whether that changed nothing]`. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go#int64Amount.AsScale
export function asScale(a: Amount, scale: number): [Amount, boolean] {
  if (a.scale >= scale) {
    // A number of any length gets its zeros written out.
    const value = a.dec ? a.value * powerOfTen(a.scale - scale) : a.value;
    return [{ ...a, value, scale: a.dec ? scale : a.scale }, true];
  }
  const [value, exact] = roundedAway(a.value, scale - a.scale);
  return [{ ...a, value, scale }, exact];
}

/** `[value / 10^zeros away from zero, whether nothing was left]`. */
export function roundedAway(value: bigint, zeros: number): [bigint, boolean] {
  if (value === 0n) return [0n, true];
  const away = value < 0n ? -1n : 1n;
  if (zeros > value.toString().length) return [away, false];
  const divisor = powerOfTen(zeros);
  const result = value / divisor;
  return result * divisor === value ? [result, true] : [result + away, false];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go#int64Amount.Add
export function addAmounts(a: Amount, b: Amount): Amount {
  if (!a.dec && !b.dec) {
    if (b.value === 0n) return a;
    if (a.value === 0n) return b;
  }
  const scale = Math.min(a.scale, b.scale);
  const [x, y] = [a, b].map((each) => each.value * powerOfTen(each.scale - scale)) as [bigint, bigint];
  const fits = !a.dec && !b.dec && [x, y, x + y].every(isInt64);
  return { value: x + y, scale, dec: !fits };
}

/** Below 0 if the first is less, above if it is more. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go#int64Amount.Cmp
export function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  const scale = Math.min(a.scale, b.scale);
  const x = a.value * powerOfTen(a.scale - scale);
  const y = b.value * powerOfTen(b.scale - scale);
  return x === y ? 0 : x < y ? -1 : 1;
}

/** The digits without zeros at their end, and the power of 10, which is a multiple of 3. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go#int64Amount.AsCanonicalBytes
export function asCanonical({ value, scale }: Amount): [digits: string, exponent: number] {
  let [amount, times] = removeFactors(value, 10n);
  let exponent = scale + times;
  while (exponent % 3 !== 0) {
    amount *= 10n;
    exponent--;
  }
  return [amount.toString(), exponent];
}

/** The digits, and the power of 1024. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go#int64Amount.AsCanonicalBase1024Bytes
export function asCanonicalBase1024(a: Amount): [digits: string, exponent: number] {
  const whole = a.scale >= 0 ? a.value * powerOfTen(a.scale) : roundedAway(a.value, -a.scale)[0];
  const [amount, times] = removeFactors(whole, 1024n);
  return [amount.toString(), times];
}
