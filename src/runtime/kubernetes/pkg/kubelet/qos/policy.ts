import type { Container } from 'kubernetes-types/core/v1';
import { mulDiv } from '../../../../go/int64.ts';
import { mustParse } from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Pod } from '../../api/objects.ts';
import { getPodQOS } from '../../apis/core/v1/helper/qos/qos.ts';
import { isCriticalPod } from '../types/pod_update.ts';

// Mirrors: pkg/kubelet/qos/policy.go#KubeletOOMScoreAdj
export const kubeletOOMScoreAdj = -999;
// Mirrors: pkg/kubelet/qos/policy.go#KubeProxyOOMScoreAdj
export const kubeProxyOOMScoreAdj = -999;
// Mirrors: pkg/kubelet/qos/policy.go#guaranteedOOMScoreAdj
const guaranteedOOMScoreAdj = -997;
// Mirrors: pkg/kubelet/qos/policy.go#besteffortOOMScoreAdj
const besteffortOOMScoreAdj = 1000;

/**
 * What is added to the score of a container's processes, by which the kernel chooses whom to kill when memory runs out: the
 * most for who asked for nothing, and the less the larger the share of the memory was that a container asked for.
 */
// Mirrors: pkg/kubelet/qos/policy.go#GetContainerOOMScoreAdjust
export function getContainerOOMScoreAdjust(pod: Pod, container: Container, memoryCapacity: number): number {
  if (isCriticalPod(pod)) return guaranteedOOMScoreAdj;
  switch (getPodQOS(pod)) {
    case 'Guaranteed':
      return guaranteedOOMScoreAdj;
    case 'BestEffort':
      return besteffortOOMScoreAdj;
    case 'Burstable':
  }
  const memoryRequest = mustParse(container.resources?.requests?.memory ?? '0').value();
  const oomScoreAdjust = 1000 - mulDiv(1000, memoryRequest, memoryCapacity);
  // Even one that asked for all memory goes before those that are guaranteed theirs.
  if (oomScoreAdjust < 1000 + guaranteedOOMScoreAdj) return 1000 + guaranteedOOMScoreAdj;
  // And after those that asked for nothing.
  if (oomScoreAdjust === besteffortOOMScoreAdj) return oomScoreAdjust - 1;
  return oomScoreAdjust;
}
