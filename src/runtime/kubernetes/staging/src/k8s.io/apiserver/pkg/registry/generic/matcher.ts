import type { Set as FieldSet } from '../../../../apimachinery/pkg/fields/fields.ts';
import type { KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';

/** The selectable fields that every object has. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.go#ObjectMetaFieldsSet
export function objectMetaFieldsSet({ metadata }: KubeObject, hasNamespaceField: boolean): FieldSet {
  const name = { 'metadata.name': metadata.name ?? '' };
  return hasNamespaceField ? { ...name, 'metadata.namespace': metadata.namespace ?? '' } : name;
}
