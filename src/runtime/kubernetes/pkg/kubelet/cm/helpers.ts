import { mustParse } from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { type Threshold, getThresholdQuantity } from '../eviction/api/types.ts';

type ResourceList = Readonly<Record<string, string>>;

/** How much pods may not have since they would be evicted before it is used. */
// Mirrors: pkg/kubelet/cm/helpers.go#hardEvictionReservation
export function hardEvictionReservation(
  thresholds: readonly Threshold[],
  capacity: ResourceList,
): ResourceList {
  const ret: Record<string, string> = {};
  for (const { signal, value } of thresholds) {
    const name =
      signal === 'memory.available'
        ? 'memory'
        : signal === 'nodefs.available'
          ? 'ephemeral-storage'
          : undefined;
    if (name) ret[name] = String(getThresholdQuantity(value, mustParse(capacity[name] ?? '0')));
  }
  return ret;
}
