import {
  type Quantity,
  mustParse,
} from '../../../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Pod } from '../../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

// Mirrors: pkg/apis/core/v1/helper/qos/qos.go#supportedQoSComputeResources
const supportedQoSComputeResources: readonly string[] = ['cpu', 'memory'];

// Mirrors: pkg/apis/core/v1/helper/qos/qos.go#isSupportedQoSComputeResource
function isSupportedQoSComputeResource(name: string): boolean {
  return supportedQoSComputeResources.includes(name);
}

/**
 * How well a pod is protected when memory runs out. One that asks for nothing is not at all; one whose containers all have
 * limits for processor and memory, and ask for just that, is best.
 */
// Mirrors: pkg/apis/core/v1/helper/qos/qos.go#GetPodQOS
export function getPodQOS({ spec }: Pod): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const requests = new Map<string, Quantity>();
  const limits = new Map<string, Quantity>();
  let isGuaranteed = true;
  const allContainers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  for (const { resources } of allContainers) {
    addSupported(requests, resources?.requests);
    const qosLimitsFound = addSupported(limits, resources?.limits);
    if (!supportedQoSComputeResources.every((name) => qosLimitsFound.has(name))) isGuaranteed = false;
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  if (isGuaranteed) {
    isGuaranteed = [...requests].every(([name, req]) => limits.get(name)?.cmp(req) === 0);
  }
  return isGuaranteed && requests.size === limits.size ? 'Guaranteed' : 'Burstable';
}

/** Adds the amounts that count and are more than nothing. Gives their names. */
// Part of: pkg/apis/core/v1/helper/qos/qos.go#GetPodQOS
function addSupported(
  sums: Map<string, Quantity>,
  list: Readonly<Record<string, string>> = {},
): ReadonlySet<string> {
  const found = new Set<string>();
  const zeroQuantity = mustParse('0');
  for (const [name, text] of Object.entries(list)) {
    if (!isSupportedQoSComputeResource(name)) continue;
    const quantity = mustParse(text);
    if (quantity.cmp(zeroQuantity) !== 1) continue;
    found.add(name);
    const sum = sums.get(name);
    sums.set(name, sum ? quantity.add(sum) : quantity);
  }
  return found;
}
