/** Go's arithmetic of 64 bits, where a number of JavaScript is not exact enough. */

/** Beyond it a quotient may be rounded up to the next whole number. */
const mostDivisor = 1e14;

/**
 * `a * b / c` of int64: cut off towards zero, and what is beyond 64 bits wraps round. It is exact as far as `a`, `b` and `c`
 * are.
 */
export function mulDiv(a: number, b: number, c: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product) && Math.abs(c) < mostDivisor) return Math.trunc(product / c);
  return Number(BigInt.asIntN(64, BigInt(a) * BigInt(b)) / BigInt(c));
}
