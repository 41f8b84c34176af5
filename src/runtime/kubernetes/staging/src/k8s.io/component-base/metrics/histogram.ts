import { formatFloat64 } from '../../../../../../go/strconv.ts';
import type { Metric, Sample } from './legacyregistry/registry.ts';
import { Vector } from './metric.ts';

interface Distribution {
  /** How many were observed in each part, the last of which has no upper bound. */
  readonly counts: number[];
  sum: number;
}

/** How often which values were observed. */
// Mirrors: staging/src/k8s.io/component-base/metrics/histogram.go#HistogramVec
export class HistogramVec extends Vector<Distribution> implements Metric {
  readonly type = 'histogram';

  protected begin(): Distribution {
    return { counts: Array.from({ length: (this.opts.buckets?.length ?? 0) + 1 }, () => 0), sum: 0 };
  }

  /** The value is the first, as there may be no labels. */
  observe(value: number, ...values: readonly string[]): void {
    const { buckets = [] } = this.opts;
    const { value: distribution } = this.child(values);
    const part = buckets.findIndex((bound) => value <= bound);
    const at = part < 0 ? buckets.length : part;
    distribution.counts[at] = (distribution.counts[at] ?? 0) + 1;
    distribution.sum += value;
  }

  samples(): readonly Sample[] {
    const { buckets = [] } = this.opts;
    return this.all().flatMap(({ labels, value: { counts, sum } }) => {
      let count = 0;
      const parts = counts.map((observed, i): Sample => {
        count += observed;
        const le = i < buckets.length ? formatFloat64(buckets[i] ?? 0) : '+Inf';
        return { suffix: '_bucket', labels: { ...labels, le }, value: count };
      });
      return [...parts, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
    });
  }
}

/** So many bounds, each so many times the one before. */
// Mirrors: staging/src/k8s.io/component-base/metrics/histogram.go#ExponentialBuckets
export function exponentialBuckets(start: number, factor: number, count: number): readonly number[] {
  const buckets: number[] = [];
  for (let bound = start; buckets.length < count; bound *= factor) buckets.push(bound);
  return buckets;
}

// Mirrors: staging/src/k8s.io/component-base/metrics/histogram.go#LinearBuckets
export function linearBuckets(start: number, width: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => start + i * width);
}
