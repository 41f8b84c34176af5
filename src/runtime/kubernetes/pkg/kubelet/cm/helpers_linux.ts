import { mulDiv } from '../../../../go/int64.ts';
import { mustParse } from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../../api/objects.ts';
import { podRequestsAndLimits } from '../../api/v1/resource/helpers.ts';
import { hugePageSizeFromResourceName } from '../../apis/core/v1/helper/helpers.ts';
import { getPodQOS } from '../../apis/core/v1/helper/qos/qos.ts';
import type { ResourceConfig } from './types.ts';

/** The kernel takes no fewer, */
// Mirrors: pkg/kubelet/cm/helpers_linux.go#MinShares
export const minShares = 2;
/** and no more. */
// Mirrors: pkg/kubelet/cm/helpers_linux.go#MaxShares
const maxShares = 262_144;
// Mirrors: pkg/kubelet/cm/helpers_linux.go#SharesPerCPU
const sharesPerCPU = 1024;
// Mirrors: pkg/kubelet/cm/helpers_linux.go#MilliCPUToCPU
const milliCPUToCPU = 1000;
/** 100 ms. */
// Mirrors: pkg/kubelet/cm/helpers_linux.go#QuotaPeriod
const quotaPeriodUs = 100_000;
// Mirrors: pkg/kubelet/cm/helpers_linux.go#MinQuotaPeriod
const minQuotaPeriodUs = 1000;

/** For how many microseconds of each period something may run; 0 for no limit. */
// Mirrors: pkg/kubelet/cm/helpers_linux.go#MilliCPUToQuota
export function milliCPUToQuota(gates: Gates, milliCPU: number, periodUs: number): number {
  if (milliCPU === 0) return 0;
  const appliedUs = gates.enabled('CPUCFSQuotaPeriod') ? periodUs : quotaPeriodUs;
  return Math.max(mulDiv(milliCPU, appliedUs, milliCPUToCPU), minQuotaPeriodUs);
}

// Mirrors: pkg/kubelet/cm/helpers_linux.go#MilliCPUToShares
export function milliCPUToShares(milliCPU: number): number {
  if (milliCPU === 0) return minShares;
  const shares = mulDiv(milliCPU, sharesPerCPU, milliCPUToCPU);
  return Math.min(Math.max(shares, minShares), maxShares);
}

type ResourceList = Readonly<Record<string, string>>;

/** Bytes in huge pages, by the size of a page. */
// Mirrors: pkg/kubelet/cm/helpers_linux.go#HugePageLimits
export function hugePageLimits(resourceList: ResourceList): Map<number, number> {
  const limits = new Map<number, number>();
  for (const [k, v] of Object.entries(resourceList)) {
    const [size] = hugePageSizeFromResourceName(k);
    if (!size) continue;
    const pageSize = size.value();
    limits.set(pageSize, (limits.get(pageSize) ?? 0) + mustParse(v).value());
  }
  return limits;
}

/** What the cgroup of a pod is to give. A limit of the whole is there only where each container has one. */
// Mirrors: pkg/kubelet/cm/helpers_linux.go#ResourceConfigForPod
export function resourceConfigForPod(
  gates: Gates,
  pod: Pod,
  enforceCPULimits: boolean,
  cpuPeriodUs: number,
): ResourceConfig {
  const { reqs, limits } = podRequestsAndLimits(pod);
  const cpuShares = milliCPUToShares(reqs.get('cpu')?.milliValue() ?? 0);
  const cpuLimits = limits.get('cpu')?.milliValue() ?? 0;
  const cpuQuota = enforceCPULimits ? milliCPUToQuota(gates, cpuLimits, cpuPeriodUs) : -1;
  const memory = limits.get('memory')?.value() ?? 0;

  const { containers } = pod.spec;
  const declared = (name: string): boolean =>
    containers.every(({ resources }) => !mustParse(resources?.limits?.[name] ?? '0').isZero());
  const hugePageLimit = new Map<number, number>();
  for (const { resources } of containers)
    for (const [k, v] of hugePageLimits(resources?.requests ?? {}))
      hugePageLimit.set(k, (hugePageLimit.get(k) ?? 0) + v);

  const qosClass = getPodQOS(pod);
  if (qosClass === 'Guaranteed') return { cpuShares, cpuQuota, cpuPeriodUs, memory, hugePageLimit };
  if (qosClass === 'BestEffort') return { cpuShares: minShares, hugePageLimit };
  return {
    cpuShares,
    ...(declared('cpu') ? { cpuQuota, cpuPeriodUs } : {}),
    ...(declared('memory') ? { memory } : {}),
    hugePageLimit,
  };
}

// Mirrors: pkg/kubelet/cm/helpers_linux.go#GetPodCgroupNameSuffix
export function getPodCgroupNameSuffix(podUID: string): string {
  return `pod${podUID}`;
}
