import type { KubeList, KubeObject } from '../../runtime/object.ts';

/**
 * True for what a list request gives. Upstream looks at its type; here its kind says it, because an object may have any field,
 * one of the name `items` too.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/help.go#IsListType
export function isListType(obj: KubeObject): obj is KubeObject & KubeList {
  return obj.kind.endsWith('List');
}
