import { StatusError, newBadRequest, newInvalid } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { deepCopy } from '../../../../apimachinery/pkg/runtime/deep-copy.ts';
import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import { type Shape, decode, text } from '../../../../apimachinery/pkg/runtime/shape.ts';
import { mergePatch } from '../../../../apimachinery/pkg/util/jsonmergepatch/json-merge-patch.ts';
import { type Operation, applyJSONPatch } from '../../../../apimachinery/pkg/util/jsonpatch/json-patch.ts';
import { strategicMergePatch } from '../../../../apimachinery/pkg/util/strategicpatch/patch.ts';
import { invalid } from '../../../../apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../apimachinery/pkg/util/validation/field/path.ts';

type Outcome<T> = [T, undefined] | [undefined, Error];

// Mirrors: staging/src/k8s.io/apimachinery/pkg/types/patch.go#PatchType
const patchTypes: Readonly<Record<string, (object: KubeObject, patch: unknown) => Outcome<unknown>>> = {
  'application/merge-patch+json': (object, patch) => [mergePatch(object, patch), undefined],
  'application/strategic-merge-patch+json': (object, patch) =>
    strategicMergePatch(object, patch, object.kind),
  'application/json-patch+json': (object, patch) => applyJSONPatch(object, patch as readonly Operation[]),
};

/** A JSON patch. Any other patch is a map. */
const jsonPatch = [{ op: text, path: text, from: text }] as const;

/**
 * A copy of an object with a patch applied, or why it cannot be, or why what comes of it is no such object. Of that, upstream
 * tells the patch as Go prints it or all that came of it, by the type of the patch; here it is the patch as it was sent.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go#patcher.applyPatch
 */
export function applyPatch(
  existing: KubeObject,
  body: unknown,
  patchType = 'application/strategic-merge-patch+json',
  shape: Shape = {},
): [Draft<KubeObject>, undefined] | [undefined, StatusError] {
  const apply = patchTypes[patchType];
  if (!apply) {
    const known = Object.keys(patchTypes).join(', ');
    const message = `the body of the request was in an unknown format - accepted media types include: ${known}`;
    return [undefined, new StatusError(415, 'UnsupportedMediaType', message)];
  }
  const malformed = decode(body, patchType === 'application/json-patch+json' ? jsonPatch : {});
  if (malformed) return [undefined, newBadRequest(`error decoding patch: ${malformed.message}`)];
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
  const object = deepCopy(patched as KubeObject);
  const wrong = decode(object, shape);
  if (wrong) {
    const errs = [invalid(newPath('patch'), JSON.stringify(body), wrong.message)];
    return [undefined, newInvalid({ group: '', kind: '' }, '', errs)];
  }
  object.metadata ??= {};
  return [object, undefined];
}
