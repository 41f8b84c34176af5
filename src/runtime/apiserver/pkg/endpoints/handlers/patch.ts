import { StatusError, newBadRequest } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { deepCopy } from '../../../../apimachinery/pkg/runtime/deep-copy.ts';
import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import { mergePatch } from '../../../../apimachinery/pkg/util/jsonmergepatch/json-merge-patch.ts';
import { type Operation, applyJSONPatch } from '../../../../apimachinery/pkg/util/jsonpatch/json-patch.ts';
import { strategicMergePatch } from '../../../../apimachinery/pkg/util/strategicpatch/patch.ts';

type Outcome<T> = [T, undefined] | [undefined, Error];

// Mirrors: staging/src/k8s.io/apimachinery/pkg/types/patch.go#PatchType
const patchTypes: Readonly<Record<string, (object: KubeObject, patch: unknown) => Outcome<unknown>>> = {
  'application/merge-patch+json': (object, patch) => [mergePatch(object, patch), undefined],
  'application/strategic-merge-patch+json': (object, patch) =>
    strategicMergePatch(object, patch, object.kind),
  'application/json-patch+json': (object, patch) => applyJSONPatch(object, patch as readonly Operation[]),
};

/**
 * A copy of an object with a patch applied, or why it cannot be.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go#patcher.applyPatch
 */
export function applyPatch(
  existing: KubeObject,
  body: unknown,
  patchType = 'application/strategic-merge-patch+json',
): [Draft<KubeObject>, undefined] | [undefined, StatusError] {
  const apply = patchTypes[patchType];
  if (!apply) {
    const known = Object.keys(patchTypes).join(', ');
    const message = `the body of the request was in an unknown format - accepted media types include: ${known}`;
    return [undefined, new StatusError(415, 'UnsupportedMediaType', message)];
  }
  const list = patchType === 'application/json-patch+json';
  if (typeof body !== 'object' || body === null || Array.isArray(body) !== list) {
    const found = Array.isArray(body) ? 'a list' : body === null ? 'null' : typeof body;
    const expected = list ? 'a list of operations' : 'an object';
    return [undefined, newBadRequest(`patch: expected ${expected} for ${patchType}, found ${found}`)];
  }
  const [patched, err] = apply(existing, body);
  if (err)
    return [
      undefined,
      new StatusError(
        422,
        'Invalid',
        `the server rejected our request due to an error in our request: ${err.message}`,
      ),
    ];
  return [deepCopy(patched as KubeObject), undefined];
}
