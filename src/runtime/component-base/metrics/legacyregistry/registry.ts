import { type Handler, plainHandler } from '../../../go/http.ts';
import { packageVariable } from '../../../go/os.ts';
import type { OS } from '../../../go/os.ts';
import { quote } from '../../../go/strconv.ts';

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

/**
 * Adds a metric to those of the program; one that is there already stays.
 *
 * Mirrors: staging/src/k8s.io/component-base/metrics/legacyregistry/registry.go#Register
 */
export function register(os: OS, metric: Metric): void {
  const metrics = defaultRegistry(os);
  if (!metrics.has(metric.name)) metrics.set(metric.name, metric);
}

/**
 * Shows all metrics of the program, in the text format of Prometheus.
 *
 * Mirrors: staging/src/k8s.io/component-base/metrics/legacyregistry/registry.go#Handler
 */
export function legacyHandler(os: OS): Handler {
  return plainHandler((w) => {
    w.header.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    const metrics = [...defaultRegistry(os).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    w.write(metrics.map(textOf).join(''));
  });
}

function textOf(metric: Metric): string {
  const { name, help, type } = metric;
  const lines = metric.samples().map(({ suffix = '', labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${quote(text)}`);
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
