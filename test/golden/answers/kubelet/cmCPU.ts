import {
  milliCPUToQuota,
  milliCPUToShares,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/cm/helpers_linux.ts';

/** Thousandths of a processor as the kernel counts them. */
export function answer(question: unknown): unknown {
  const { MilliCPU, Period } = question as { readonly MilliCPU: number; readonly Period: number };
  const gates = { enabled: () => false };
  return { quota: milliCPUToQuota(gates, MilliCPU, Period), shares: milliCPUToShares(MilliCPU) };
}
