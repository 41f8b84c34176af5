import type { Container, ResourceRequirements } from 'kubernetes-types/core/v1';
import { mustParse } from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type {
  HugepageLimit,
  LinuxContainerConfig,
  LinuxContainerSecurityContext,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { Pod } from '../../api/objects.ts';
import {
  hugePageSizeFromResourceName,
  hugePageUnitSizeFromByteSize,
  isHugePageResourceName,
} from '../../apis/core/v1/helper/helpers.ts';
import type { ContainerID } from '../container/runtime.ts';
import { getContainerOOMScoreAdjust } from '../qos/policy.ts';
import { milliCPUToQuota, milliCPUToShares, quotaPeriodUs } from './helpers_linux.ts';
import { determineEffectiveSecurityContext } from './security_context.ts';
import type { KubeGenericRuntimeManager } from './kuberuntime_manager.ts';

/** Upstream puts it into the config of the container, and has another function of that name for each system. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container_linux.go#kubeGenericRuntimeManager.applyPlatformSpecificContainerConfig
export function applyPlatformSpecificContainerConfig(
  ...of: Parameters<typeof generateLinuxContainerConfig>
): { readonly linux: LinuxContainerConfig } {
  return { linux: generateLinuxContainerConfig(...of) };
}

/** What Linux is to let a container have and do. `nsTarget` is the container among whose processes it is to run. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container_linux.go#kubeGenericRuntimeManager.generateLinuxContainerConfig
export function generateLinuxContainerConfig(
  m: KubeGenericRuntimeManager,
  container: Container,
  pod: Pod,
  uid: number | undefined,
  username: string,
  nsTarget: ContainerID | undefined,
): LinuxContainerConfig {
  const { requests, limits } = container.resources ?? {};
  const cpuRequest = mustParse(requests?.cpu ?? '0');
  const cpuLimit = mustParse(limits?.cpu ?? '0');
  const memoryLimit = mustParse(limits?.memory ?? '0').value();
  // Who has a limit and asks for nothing asks for the limit.
  const asked = cpuRequest.isZero() && !cpuLimit.isZero() ? cpuLimit : cpuRequest;
  const cpuPeriodUs = m.gates.enabled('CustomCPUCFSQuotaPeriod') ? m.cpuCFSQuotaPeriodUs : quotaPeriodUs;
  const quota = { cpuQuotaUs: milliCPUToQuota(cpuLimit.milliValue(), cpuPeriodUs), cpuPeriodUs };
  return {
    resources: {
      cpuShares: milliCPUToShares(asked.milliValue()),
      ...(memoryLimit === 0 ? {} : { memoryLimitInBytes: memoryLimit }),
      oomScoreAdj: getContainerOOMScoreAdjust(pod, container, m.machineInfo.memoryCapacity),
      ...(m.cpuCFSQuota ? quota : {}),
      hugepageLimits: getHugepageLimitsFromResources(container.resources, m.machineInfo.hugePageSizes),
    },
    securityContext: withTarget(
      determineEffectiveSecurityContext(m, pod, container, uid, username),
      nsTarget,
    ),
  };
}

/** Where each container has processes of its own, one may join those of another. */
// Part of: pkg/kubelet/kuberuntime/kuberuntime_container_linux.go#kubeGenericRuntimeManager.generateLinuxContainerConfig
function withTarget(
  securityContext: LinuxContainerSecurityContext,
  nsTarget: ContainerID | undefined,
): LinuxContainerSecurityContext {
  const { namespaceOptions } = securityContext;
  if (!nsTarget || namespaceOptions?.pid !== 'CONTAINER') return securityContext;
  return {
    ...securityContext,
    namespaceOptions: { ...namespaceOptions, pid: 'TARGET', targetId: nsTarget.id },
  };
}

/** A limit for each size of large pages that the machine has, 0 where the container has none. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container_linux.go#GetHugepageLimitsFromResources
export function getHugepageLimitsFromResources(
  resources: ResourceRequirements = {},
  hugePageSizes: readonly string[],
): HugepageLimit[] {
  const requiredHugepageLimits = new Map<string, number>();
  for (const [resourceObj, amountObj] of Object.entries(resources.limits ?? {})) {
    if (!isHugePageResourceName(resourceObj)) continue;
    const [pageSize] = hugePageSizeFromResourceName(resourceObj);
    if (!pageSize) continue;
    const [sizeString] = hugePageUnitSizeFromByteSize(pageSize.value());
    if (sizeString !== undefined) requiredHugepageLimits.set(sizeString, mustParse(amountObj).value());
  }
  return hugePageSizes.map((pageSize) => ({ pageSize, limit: requiredHugepageLimits.get(pageSize) ?? 0 }));
}
