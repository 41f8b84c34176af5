import type { Handler } from '../../../../../../../go/http.ts';
import { packageVariable } from '../../../../../../../go/os.ts';
import type { OS } from '../../../../../../../go/os.ts';
import { handlerFor } from '../http.ts';

/** One number of a metric. */
export interface Sample {
  /** What stands behind the name: a histogram has several kinds of number. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Numbers for each set of labels, under one name. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** What it is now. */
  samples(): readonly Sample[];
}

// Mirrors: staging/src/k8s.io/component-base/metrics/legacyregistry/registry.go#defaultRegistry
const defaultRegistry = packageVariable(() => new Map<string, Metric>());

/** Adds a metric to those of the program; one that is there already stays. */
// Mirrors: staging/src/k8s.io/component-base/metrics/legacyregistry/registry.go#Register
export function register(os: OS, metric: Metric): void {
  const metrics = defaultRegistry(os);
  if (!metrics.has(metric.name)) metrics.set(metric.name, metric);
}

/** Shows all metrics of the program, in the text format of Prometheus. */
// Mirrors: staging/src/k8s.io/component-base/metrics/legacyregistry/registry.go#Handler
export function legacyHandler(os: OS): Handler {
  return handlerFor(() => defaultRegistry(os).values());
}
