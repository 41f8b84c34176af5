/**
 * The kind of an object, with its group and version. The core group is the empty string.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#GroupVersionKind
 */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * The group and version as an object's `apiVersion`: `v1`, or `apps/v1`.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#GroupVersion.String
 */
export function groupVersion(gvk: { readonly group: string; readonly version: string }): string {
  return gvk.group ? `${gvk.group}/${gvk.version}` : gvk.version;
}

/**
 * Group, version and kind of an object. An `apiVersion` with more than one slash gives an empty version.
 *
 * Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#FromAPIVersionAndKind
 */
export function fromAPIVersionAndKind(apiVersion: string, kind: string): GroupVersionKind {
  const parts = apiVersion.split('/');
  if (parts.length === 1) return { group: '', version: apiVersion, kind };
  if (parts.length === 2) return { group: parts[0] as string, version: parts[1] as string, kind };
  return { group: '', version: '', kind };
}
