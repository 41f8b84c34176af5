import type { Result } from '../../../go/result.ts';
import { quote } from '../../../go/strconv.ts';
import type { KubeObject } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { isQualifiedName } from '../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';

/** A line for each key, in the order of the keys. */
// Mirrors: pkg/fieldpath/fieldpath.go#FormatMap
export function formatMap(m: Readonly<Record<string, string>> = {}): string {
  const keys = Object.keys(m).sort();
  return keys.map((key) => `${key}=${quote(m[key]!)}`).join('\n');
}

/** A field of the metadata of an object as text. */
// Mirrors: pkg/fieldpath/fieldpath.go#ExtractFieldPathAsString
export function extractFieldPathAsString({ metadata }: KubeObject, fieldPath: string): Result<string> {
  const { annotations, labels } = metadata;
  const [path, subscript, ok] = splitMaybeSubscriptedPath(fieldPath);
  if (ok) {
    const isAnnotation = path === 'metadata.annotations';
    if (!isAnnotation && path !== 'metadata.labels')
      return [undefined, new Error(`fieldPath ${quote(fieldPath)} does not support subscript`)];
    const errs = isQualifiedName(isAnnotation ? subscript.toLowerCase() : subscript);
    if (errs.length > 0)
      return [undefined, new Error(`invalid key subscript in ${fieldPath}: ${errs.join(';')}`)];
    return [(isAnnotation ? annotations : labels)?.[subscript] ?? '', undefined];
  }
  switch (fieldPath) {
    case 'metadata.annotations':
      return [formatMap(annotations), undefined];
    case 'metadata.labels':
      return [formatMap(labels), undefined];
    case 'metadata.name':
      return [metadata.name ?? '', undefined];
    case 'metadata.namespace':
      return [metadata.namespace ?? '', undefined];
    case 'metadata.uid':
      return [metadata.uid ?? '', undefined];
    default:
      return [undefined, new Error(`unsupported fieldPath: ${fieldPath}`)];
  }
}

/** Takes `metadata.labels['app']` apart; `ok` is false if there is no subscript. */
// Mirrors: pkg/fieldpath/fieldpath.go#SplitMaybeSubscriptedPath
export function splitMaybeSubscriptedPath(fieldPath: string): [path: string, subscript: string, ok: boolean] {
  const start = fieldPath.indexOf("['");
  if (!fieldPath.endsWith("']") || start <= 0 || start + 2 > fieldPath.length - 2)
    return [fieldPath, '', false];
  return [fieldPath.slice(0, start), fieldPath.slice(start + 2, -2), true];
}
