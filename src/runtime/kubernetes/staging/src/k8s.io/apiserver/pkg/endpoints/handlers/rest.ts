import { type StatusError, newBadRequest } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { GroupVersionKind } from '../../../../apimachinery/pkg/runtime/schema/group_version.ts';
import { namespaceMismatch } from '../../registry/rest/create.ts';

/**
 * What the API server says of a body that it cannot read. Upstream's decoder tells the place by types of Go and by the bytes
 * around it: `v1.Pod.Spec: v1.PodSpec.Containers: []v1.Container: decode slice: expect [ or n, but found 5, error found in #10
 * byte of …`. Bodies come to Loopscope without bytes, so it tells the path: `spec.containers: expected a list, found 5`.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go#transformDecodeError
export function transformDecodeError({ kind, version }: GroupVersionKind, baseErr: Error): StatusError {
  return newBadRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${baseErr.message}`);
}

/** What in an object does not fit the path that it was sent to, which gives it a name and a namespace if it has none. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go#checkName
export function checkName(
  object: Draft<KubeObject>,
  name: string,
  namespace: string,
): StatusError | undefined {
  const { metadata } = object;
  metadata.name ??= name;
  if (metadata.name !== name) {
    const found = `the name of the object (${metadata.name}) does not match the name on the URL (${name})`;
    return newBadRequest(found);
  }
  if (namespace === '') return undefined;
  metadata.namespace ||= namespace;
  return metadata.namespace === namespace ? undefined : newBadRequest(namespaceMismatch);
}
