import { mulDiv } from '../../../../go/int64.ts';

// Mirrors: pkg/kubelet/kuberuntime/helpers_linux.go#minShares
const minShares = 2;
// Mirrors: pkg/kubelet/kuberuntime/helpers_linux.go#sharesPerCPU
const sharesPerCPU = 1024;
// Mirrors: pkg/kubelet/kuberuntime/helpers_linux.go#milliCPUToCPU
const milliCPUToCPU = 1000;

/** The period of a quota unless another is set, in microseconds: 100 ms. */
// Mirrors: pkg/kubelet/kuberuntime/helpers_linux.go#quotaPeriod
export const quotaPeriodUs = 100_000;
// Mirrors: pkg/kubelet/kuberuntime/helpers_linux.go#minQuotaPeriod
const minQuotaPeriodUs = 1000;

/** How much of the processor a container gets beside others. */
// Mirrors: pkg/kubelet/kuberuntime/helpers_linux.go#milliCPUToShares
export function milliCPUToShares(milliCPU: number): number {
  // The kernel gives that much to who asks for nothing.
  if (milliCPU === 0) return minShares;
  const shares = mulDiv(milliCPU, sharesPerCPU, milliCPUToCPU);
  return shares < minShares ? minShares : shares;
}

/** For how many microseconds of each period a container may run at most; 0 for no limit. */
// Mirrors: pkg/kubelet/kuberuntime/helpers_linux.go#milliCPUToQuota
export function milliCPUToQuota(milliCPU: number, periodUs: number): number {
  if (milliCPU === 0) return 0;
  const quota = mulDiv(milliCPU, periodUs, milliCPUToCPU);
  return quota < minQuotaPeriodUs ? minQuotaPeriodUs : quota;
}
