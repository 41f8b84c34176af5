import type { Blocking } from '../../../sim/process.ts';
import type { Kubelet } from './kubelet.ts';

/** Tells the runtime from which addresses pods have theirs. Whether they are others than before, and what failed. */
// Mirrors: pkg/kubelet/kubelet_network.go#Kubelet.updatePodCIDR
export function* updatePodCIDR(
  kl: Pick<Kubelet, 'runtimeState' | 'containerRuntime'>,
  cidr: string,
): Blocking<[changed: boolean, err: Error | undefined]> {
  if (kl.runtimeState.podCIDR() === cidr) return [false, undefined];
  const err = yield* kl.containerRuntime.updatePodCIDR(cidr);
  if (err) return [true, new Error(`failed to update pod CIDR: ${err.message}`)];
  kl.runtimeState.setPodCIDR(cidr);
  return [true, undefined];
}
