import type { APIResource, APIResourceList } from 'kubernetes-types/meta/v1';
import {
  type GroupVersionResource,
  parseGroupVersion,
  resourceText,
} from '../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Result } from '../../../../../../go/result.ts';

/** A set of resources, by their text. */
export type GroupVersionResourceSet = ReadonlyMap<string, GroupVersionResource>;

/** Every resource of the lists. */
// Mirrors: staging/src/k8s.io/client-go/discovery/helper.go#GroupVersionResources
export function groupVersionResources(lists: readonly APIResourceList[]): Result<GroupVersionResourceSet> {
  const gvrs = new Map<string, GroupVersionResource>();
  for (const { groupVersion, resources } of lists) {
    const [gv, err] = parseGroupVersion(groupVersion);
    if (err) return [undefined, err];
    for (const { name } of resources) {
      const gvr = { ...gv, resource: name };
      gvrs.set(resourceText(gvr), gvr);
    }
  }
  return [gvrs, undefined];
}

/** Tells whether a resource of a list is wanted. */
// Mirrors: staging/src/k8s.io/client-go/discovery/helper.go#ResourcePredicate
export type ResourcePredicate = (groupVersion: string, resource: APIResource) => boolean;

/** The lists with the wanted resources alone; a list that is left empty is dropped. */
// Mirrors: staging/src/k8s.io/client-go/discovery/helper.go#FilteredBy
export function filteredBy(pred: ResourcePredicate, lists: readonly APIResourceList[]): APIResourceList[] {
  return lists.flatMap((list) => {
    const resources = list.resources.filter((resource) => pred(list.groupVersion, resource));
    return resources.length > 0 ? [{ ...list, resources }] : [];
  });
}

/** Wants the resources that support all of these verbs. */
// Mirrors: staging/src/k8s.io/client-go/discovery/helper.go#SupportsAllVerbs
export const supportsAllVerbs =
  (...verbs: readonly string[]): ResourcePredicate =>
  (_groupVersion, resource) =>
    verbs.every((verb) => resource.verbs.includes(verb));
