import type { Result } from '../../../../../../../../go/result.ts';
import { quote } from '../../../../../../../../go/strconv.ts';
import { type StatusError, newBadRequest } from '../../../../apimachinery/pkg/api/errors/errors.ts';

/** The revision of a resourceVersion; 0 for none. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/api_object_versioner.go#APIObjectVersioner.ParseResourceVersion
export function parseResourceVersion(resourceVersion: string): Result<number, StatusError> {
  if (resourceVersion === '' || resourceVersion === '0') return [0, undefined];
  const digits = /^\d+$/.test(resourceVersion);
  const inRange = digits && BigInt(resourceVersion) < 2n ** 64n;
  if (inRange) return [Number(resourceVersion), undefined];
  const quoted = quote(resourceVersion);
  const why = `strconv.ParseUint: parsing ${quoted}: ${digits ? 'value out of range' : 'invalid syntax'}`;
  return [
    undefined,
    newBadRequest(`invalid resource version: resourceVersion: Invalid value: ${quoted}: ${why}`),
  ];
}
