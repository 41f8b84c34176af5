import {
  milliCPUToQuota,
  milliCPUToShares,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/helpers_linux.ts';

/** How much of a processor a container gets. */
export function answer(question: unknown): unknown {
  const { MilliCPU, Period } = question as { readonly MilliCPU: number; readonly Period: number };
  return { quota: milliCPUToQuota(MilliCPU, Period), shares: milliCPUToShares(MilliCPU) };
}
