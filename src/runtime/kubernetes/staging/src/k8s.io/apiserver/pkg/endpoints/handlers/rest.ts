import { type StatusError, newBadRequest } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import type { GroupVersionKind } from '../../../../apimachinery/pkg/runtime/schema/group_version.ts';

/**
 * What the API server says of a body that it cannot read. Upstream's decoder tells the place by types of Go and by the bytes
 * around it: `v1.Pod.Spec: v1.PodSpec.Containers: []v1.Container: decode slice: expect [ or n, but found 5, error found in #10
 * byte of …`. Bodies come to Loopscope without bytes, so it tells the path: `spec.containers: expected a list, found 5`.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go#transformDecodeError
export function transformDecodeError({ kind, version }: GroupVersionKind, baseErr: Error): StatusError {
  return newBadRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${baseErr.message}`);
}
