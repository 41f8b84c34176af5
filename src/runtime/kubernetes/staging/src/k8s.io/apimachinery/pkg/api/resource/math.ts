// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/math.go#removeBigIntFactors
export function removeFactors(d: bigint, factor: bigint): [result: bigint, times: number] {
  let result = d;
  let times = 0;
  while (result !== 0n && result % factor === 0n) {
    result /= factor;
    times++;
  }
  return [result, times];
}
