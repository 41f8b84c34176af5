import { formatFloat32 } from '../../../src/runtime/go/strconv.ts';
import type {
  Threshold,
  ThresholdValue,
} from '../../../src/runtime/kubernetes/pkg/kubelet/eviction/api/types.ts';

/** A threshold as the recordings tell it. */
export function toldThreshold({ signal, operator, value, gracePeriodMs, minReclaim }: Threshold): unknown {
  const told = ({ quantity, percentage }: ThresholdValue): string =>
    quantity ? String(quantity) : formatFloat32(percentage);
  return {
    graceS: gracePeriodMs / 1000,
    minReclaim: minReclaim && told(minReclaim),
    operator,
    signal,
    value: told(value),
  };
}

/** Orders values by their JSON. */
export function byText(a: unknown, b: unknown): number {
  const [left, right] = [a, b].map((value) => textOf(value));
  return left! < right! ? -1 : left! > right! ? 1 : 0;
}

function textOf(value: unknown): string {
  const entries = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries);
}
