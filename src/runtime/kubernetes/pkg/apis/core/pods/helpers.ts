import type { Result } from '../../../../../go/result.ts';
import { splitMaybeSubscriptedPath } from '../../../fieldpath/fieldpath.ts';

const fields: ReadonlySet<string> = new Set([
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.podIP',
  'status.podIPs',
]);

/** The path by which a field of a pod goes that a container asks for. */
// Mirrors: pkg/apis/core/pods/helpers.go#ConvertDownwardAPIFieldLabel
export function convertDownwardAPIFieldLabel(version: string, label: string): Result<string> {
  if (version !== 'v1') return [undefined, new Error(`unsupported pod version: ${version}`)];
  const [path, , ok] = splitMaybeSubscriptedPath(label);
  if (ok) {
    if (path === 'metadata.annotations' || path === 'metadata.labels') return [label, undefined];
    return [undefined, new Error(`field label does not support subscript: ${label}`)];
  }
  if (fields.has(label)) return [label, undefined];
  // For clients of long ago.
  if (label === 'spec.host') return ['spec.nodeName', undefined];
  return [undefined, new Error(`field label not supported: ${label}`)];
}
