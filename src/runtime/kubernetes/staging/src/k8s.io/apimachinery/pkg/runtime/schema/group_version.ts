import type { Result } from '../../../../../../../../go/result.ts';

/** A group and one of its versions. The core group is the empty string. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#GroupVersion
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** A resource, as paths of the API name it, with its group and version. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#GroupVersionResource
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** The kind of an object, with its group and version. The core group is the empty string. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#GroupVersionKind
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The group and version as an object's `apiVersion`: `v1`, or `apps/v1`. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#GroupVersion.String
export function groupVersion(gvk: { readonly group: string; readonly version: string }): string {
  return gvk.group ? `${gvk.group}/${gvk.version}` : gvk.version;
}

/** Group, version and kind of an object. An `apiVersion` with more than one slash gives an empty version. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#FromAPIVersionAndKind
export function fromAPIVersionAndKind(apiVersion: string, kind: string): GroupVersionKind {
  const parts = apiVersion.split('/');
  if (parts.length === 1) return { group: '', version: apiVersion, kind };
  if (parts.length === 2) return { group: parts[0] as string, version: parts[1] as string, kind };
  return { group: '', version: '', kind };
}

/** The group and version that an `apiVersion` names. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#ParseGroupVersion
export function parseGroupVersion(gv: string): Result<GroupVersion> {
  if (gv === '' || gv === '/') return [{ group: '', version: '' }, undefined];
  const parts = gv.split('/');
  if (parts.length === 1) return [{ group: '', version: gv }, undefined];
  if (parts.length === 2) return [{ group: parts[0] as string, version: parts[1] as string }, undefined];
  return [undefined, new Error(`unexpected GroupVersion string: ${gv}`)];
}

/** As errors name a resource: `apps/v1, Resource=deployments`. It also serves as the key of one in a map. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#GroupVersionResource.String
export function resourceText({ group, version, resource }: GroupVersionResource): string {
  return `${group}/${version}, Resource=${resource}`;
}

/** As errors name a kind: `apps/v1, Kind=Deployment`. It also serves as the key of one in a map. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.go#GroupVersionKind.String
export function kindText({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}
