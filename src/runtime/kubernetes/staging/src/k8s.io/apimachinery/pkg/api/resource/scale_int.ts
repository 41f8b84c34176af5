import { powerOfTen } from './amount.ts';

/**
 * Rounds up what is above zero; below, upstream goes up too where a part is left over, so that -0.5 becomes 1. What is
 * too much for 64 bits loses its high ones. The scales count digits behind the point.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/scale_int.go#scaledValue
export function scaledValue(unscaled: bigint, scale: number, newScale: number): bigint {
  const dif = scale - newScale;
  if (dif <= 0) return BigInt.asIntN(64, BigInt.asIntN(64, unscaled) * powerOfTen(-dif));
  const log10MaxInt64 = 19;
  if (unscaled < 2n ** 63n - 1n && dif < log10MaxInt64) {
    const low = BigInt.asIntN(64, unscaled);
    const divide = powerOfTen(dif);
    return low / divide + (low % divide === 0n ? 0n : 1n);
  }
  const divisor = powerOfTen(dif);
  const remainder = ((unscaled % divisor) + divisor) % divisor;
  const result = (unscaled - remainder) / divisor;
  return BigInt.asIntN(64, result + (remainder === 0n ? 0n : 1n));
}
