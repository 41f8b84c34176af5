import { isListType } from '../../../../apimachinery/pkg/api/meta/help.ts';
import { asPartialObjectMetadata } from '../../../../apimachinery/pkg/api/meta/meta.ts';
import { partialObjectMetadata } from '../../../../apimachinery/pkg/apis/meta/v1/types.ts';
import { deepFreeze } from '../../../../apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeList, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';

/**
 * What becomes of an answer to a client that asked for metadata only: of an object its metadata, of a list those of
 * its items. A Status stays as it is.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go#doTransformObject
export function transformObject(result: KubeObject): KubeObject {
  if (result.kind === 'Status') return result;
  if (isListType(result)) return asPartialObjectMetadataList(result);
  return asPartialObjectMetadata(result);
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go#asPartialObjectMetadataList
function asPartialObjectMetadataList(list: KubeList): KubeObject {
  const { apiVersion, kind } = partialObjectMetadata;
  const { metadata } = list;
  const items = list.items.map((item) => asPartialObjectMetadata(item));
  return deepFreeze({ apiVersion, kind: `${kind}List`, metadata, items }) as KubeObject;
}
