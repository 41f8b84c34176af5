import type { Event } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { getReference } from '../kubernetes/staging/src/k8s.io/client-go/tools/reference/ref.ts';
import type { Blocking } from '../sim/process.ts';

/**
 * What `kubectl describe pod` prints of a pod and its events. The events are not in the pod: they are asked for by a
 * reference to it, without its kind, as Kubernetes does for pods.
 */
export function* describePod(client: Clientset, name: string, now: number): Blocking<string> {
  const [pod, err] = yield* client.coreV1().pods('default').get(name);
  if (err) return `Error from server: ${err.message}`;
  const [ref] = getReference(pod);
  const [found] = yield* client
    .coreV1()
    .events('default')
    .search({ ...ref, kind: '' });
  return `Name:       ${name}\nNamespace:  default\n${eventLines(found?.items ?? [], now)}`;
}

function eventLines(events: readonly Event[], now: number): string {
  if (events.length === 0) return 'Events:     <none>';
  const rows = events
    .toSorted((a, b) => lastOf(a) - lastOf(b))
    .map((event) => {
      const { type = '', reason = '', message = '', source } = event;
      return [type, reason, ageOf(event, now), source?.component ?? '', message];
    });
  const table = [['Type', 'Reason', 'Age', 'From', 'Message'], ...rows];
  const widths = (table[0] ?? []).map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0)));
  const lines = table.map((row) => row.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  '));
  return ['Events:', ...lines.map((line) => `  ${line.trimEnd()}`)].join('\n');
}

const lastOf = ({ lastTimestamp }: Event): number => Date.parse(lastTimestamp ?? '');

/** `10s`, or `10s (x3 over 21s)` of one that was counted. */
function ageOf(event: Event, now: number): string {
  const ago = (time: string | undefined): string => `${Math.floor((now - Date.parse(time ?? '')) / 1000)}s`;
  const { count = 1, firstTimestamp, lastTimestamp } = event;
  return count > 1 ? `${ago(lastTimestamp)} (x${count} over ${ago(firstTimestamp)})` : ago(firstTimestamp);
}
