import type { Result } from '../../../../../../../../go/result.ts';
import type { GroupKind } from '../errors/errors.ts';
import type { GroupVersionKind, GroupVersionResource } from '../../runtime/schema/group_version.ts';

/** Whether the objects of a kind are in namespaces. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/interfaces.go#RESTScopeName
export type RESTScope = 'namespace' | 'root';

/** By which resource the API serves a kind. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/interfaces.go#RESTMapping
export interface RESTMapping {
  readonly resource: GroupVersionResource;
  readonly groupVersionKind: GroupVersionKind;
  readonly scope: RESTScope;
}

/**
 * Translates between resources and kinds. What is left empty in a resource, may be anything. It knows what it knows
 * and asks nobody.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/interfaces.go#RESTMapper
export interface RESTMapper {
  /** The only kind of a resource. */
  kindFor(resource: GroupVersionResource): Result<GroupVersionKind>;
  /** All of them, the preferred first; an error if there is none. */
  kindsFor(resource: GroupVersionResource): Result<GroupVersionKind[]>;
  /** The whole name of a resource. */
  resourceFor(input: GroupVersionResource): Result<GroupVersionResource>;
  resourcesFor(input: GroupVersionResource): Result<GroupVersionResource[]>;
  /** The resource of a kind in the first of the versions that has it, or in the preferred version. */
  restMapping(gk: GroupKind, ...versions: string[]): Result<RESTMapping>;
  restMappings(gk: GroupKind, ...versions: string[]): Result<RESTMapping[]>;
}
