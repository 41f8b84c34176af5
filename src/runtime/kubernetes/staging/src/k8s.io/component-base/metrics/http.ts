import { type Handler, plainHandler } from '../../../../../../go/http.ts';
import { formatFloat64, quote } from '../../../../../../go/strconv.ts';
import type { Metric } from './legacyregistry/registry.ts';

/**
 * Shows metrics as they are when it is asked, in the text format of Prometheus. One of which there is no number yet is
 * not there at all.
 */
// Mirrors: staging/src/k8s.io/component-base/metrics/http.go#HandlerFor
export function handlerFor(gather: () => Iterable<Metric>): Handler {
  return plainHandler((w) => {
    w.header.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    const metrics = [...gather()].sort((a, b) => (a.name < b.name ? -1 : 1));
    w.write(metrics.map(textOf).join(''));
  });
}

function textOf(metric: Metric): string {
  const { name, help, type } = metric;
  const lines = metric.samples().map(({ suffix = '', labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${quote(text)}`);
    const of = pairs.length > 0 ? `{${pairs.join(',')}}` : '';
    return `${name}${suffix}${of} ${formatFloat64(value)}\n`;
  });
  return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
