import {
  StatusError,
  newBadRequest,
  newInvalid,
  newRequestEntityTooLargeError,
} from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { anyObject } from '../../../../apimachinery/pkg/apis/meta/v1/shapes.ts';
import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import { type Shape, decode } from '../../../../apimachinery/pkg/runtime/shape.ts';
import type { PatchType } from '../../../../apimachinery/pkg/types/patch.ts';
import { mergePatch } from '../../../../apimachinery/pkg/util/jsonmergepatch/json-merge-patch.ts';
import { strategicMergePatch } from '../../../../apimachinery/pkg/util/strategicpatch/patch.ts';
import { invalid } from '../../../../apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../apimachinery/pkg/util/validation/field/path.ts';
import { get } from '../../../../../../../../go/map.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import {
  type Operation,
  applyJSONPatch,
} from '../../../../../../../vendor/github.com/evanphx/json-patch/patch.ts';

const patchTypes: Readonly<Record<PatchType, (object: KubeObject, patch: unknown) => Result<unknown>>> = {
  'application/merge-patch+json': (object, patch) => [mergePatch(object, patch), undefined],
  'application/strategic-merge-patch+json': (object, patch) =>
    strategicMergePatch(object, patch, object.kind),
  'application/json-patch+json': (object, patch) => applyJSONPatch(object, patch as readonly Operation[]),
};

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go#maxJSONPatchOperations
const maxJSONPatchOperations = 10000;

/**
 * A copy of an object with a patch applied, or why it cannot be, or why what comes of it is no such object. Of that, upstream
 * tells the patch as Go prints it or all that came of it, by the type of the patch; here it is the patch as it was sent.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go#patcher.applyPatch
export function applyPatch(
  existing: KubeObject,
  body: unknown,
  patchType = 'application/strategic-merge-patch+json',
  shape: Shape = anyObject,
): Result<Draft<KubeObject>, StatusError> {
  const apply = get(patchTypes, patchType);
  if (!apply) {
    const known = Object.keys(patchTypes).join(', ');
    const message = `the body of the request was in an unknown format - accepted media types include: ${known}`;
    return [undefined, new StatusError(415, 'UnsupportedMediaType', message)];
  }
  const malformed = wrongPatch(body, patchType);
  if (malformed) return [undefined, malformed];
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
  const refused = (message: string): [undefined, StatusError] => {
    const errs = [invalid(newPath('patch'), JSON.stringify(body), message)];
    return [undefined, newInvalid({ group: '', kind: '' }, '', errs)];
  };
  const [object, wrong] = decode<KubeObject>(patched, shape);
  if (wrong) return refused(wrong.message);
  const { kind, apiVersion } = existing;
  if (object.kind !== kind || object.apiVersion !== apiVersion) {
    const found = `found kind ${object.kind} of ${object.apiVersion}`;
    return refused(`expected kind ${kind} of ${apiVersion}, ${found}; a patch cannot change them`);
  }
  object.metadata ??= {};
  return [object, undefined];
}

/** Why a body is no patch of a type. A JSON patch is a list of maps, of which there may not be too many; any other patch is a map. */
function wrongPatch(body: unknown, patchType: string): StatusError | undefined {
  const [, wrong] = decode(body, patchType === 'application/json-patch+json' ? [{}] : {});
  if (wrong) return newBadRequest(`error decoding patch: ${wrong.message}`);
  if (!Array.isArray(body) || body.length <= maxJSONPatchOperations) return undefined;
  const most = `The allowed maximum operations in a JSON patch is ${maxJSONPatchOperations}`;
  return newRequestEntityTooLargeError(`${most}, got ${body.length}`);
}
