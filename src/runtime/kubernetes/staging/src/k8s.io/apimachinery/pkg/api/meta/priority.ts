import type { Result } from '../../../../../../../../go/result.ts';
import type { GroupKind } from '../errors/errors.ts';
import type { GroupVersionKind, GroupVersionResource } from '../../runtime/schema/group_version.ts';
import { AmbiguousKindError, AmbiguousResourceError } from './errors.ts';
import type { RESTMapper, RESTMapping } from './interfaces.ts';

/** In a pattern: whatever it is. Upstream has a name for each field. */
export const any = '*';

/**
 * Chooses where another mapper finds several: patterns, one after the other, narrow the choice until one is left.
 * A pattern that fits nothing is passed over.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/priority.go#PriorityRESTMapper
export class PriorityRESTMapper implements RESTMapper {
  readonly #delegate: RESTMapper;
  readonly #resourcePriority: readonly GroupVersionResource[];
  readonly #kindPriority: readonly GroupVersionKind[];

  constructor(
    delegate: RESTMapper,
    resourcePriority: readonly GroupVersionResource[],
    kindPriority: readonly GroupVersionKind[],
  ) {
    this.#delegate = delegate;
    this.#resourcePriority = resourcePriority;
    this.#kindPriority = kindPriority;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/priority.go#PriorityRESTMapper.ResourcesFor
  resourcesFor(resource: GroupVersionResource): Result<GroupVersionResource[]> {
    return this.#delegate.resourcesFor(resource);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/priority.go#PriorityRESTMapper.KindsFor
  kindsFor(resource: GroupVersionResource): Result<GroupVersionKind[]> {
    return this.#delegate.kindsFor(resource);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/priority.go#PriorityRESTMapper.RESTMappings
  restMappings(gk: GroupKind, ...versions: string[]): Result<RESTMapping[]> {
    return this.#delegate.restMappings(gk, ...versions);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/priority.go#PriorityRESTMapper.ResourceFor
  resourceFor(partial: GroupVersionResource): Result<GroupVersionResource> {
    const [resources, err] = this.#delegate.resourcesFor(partial);
    if (err) return [undefined, err];
    const [only] = narrow(resources, this.#resourcePriority, resourceMatches);
    return only ? [only, undefined] : [undefined, new AmbiguousResourceError(partial, { resources })];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/priority.go#PriorityRESTMapper.KindFor
  kindFor(partial: GroupVersionResource): Result<GroupVersionKind> {
    const [kinds, err] = this.#delegate.kindsFor(partial);
    if (err) return [undefined, err];
    const [only] = narrow(kinds, this.#kindPriority, kindMatches);
    return only ? [only, undefined] : [undefined, new AmbiguousResourceError(partial, { kinds })];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/priority.go#PriorityRESTMapper.RESTMapping
  restMapping(gk: GroupKind, ...versions: string[]): Result<RESTMapping> {
    const [mappings, err] = this.#delegate.restMappings(gk, ...versions);
    if (err) return [undefined, err];
    // The versions that the caller names come before all patterns.
    const named = versions.map((version) => ({ group: gk.group, version, kind: any }));
    const matches = (pattern: GroupVersionKind, mapping: RESTMapping): boolean =>
      kindMatches(pattern, mapping.groupVersionKind);
    const [only] = narrow(mappings, [...named, ...this.#kindPriority], matches);
    if (only) return [only, undefined];
    const kinds = mappings.map(({ groupVersionKind }) => groupVersionKind);
    return [undefined, new AmbiguousKindError({ ...gk, version: '' }, kinds)];
  }
}

/** The one candidate that is left; nothing if the patterns leave several. */
function narrow<T, P>(
  candidates: readonly T[],
  patterns: readonly P[],
  matches: (pattern: P, candidate: T) => boolean,
): readonly T[] {
  let remaining = candidates;
  for (const pattern of patterns) {
    if (remaining.length === 1) break;
    const matched = remaining.filter((candidate) => matches(pattern, candidate));
    if (matched.length > 0) remaining = matched;
  }
  return remaining.length === 1 ? remaining : [];
}

const fits = (pattern: string, value: string): boolean => pattern === any || pattern === value;

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/priority.go#resourceMatches
function resourceMatches(pattern: GroupVersionResource, resource: GroupVersionResource): boolean {
  const { group, version } = pattern;
  return (
    fits(group, resource.group) &&
    fits(version, resource.version) &&
    fits(pattern.resource, resource.resource)
  );
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/priority.go#kindMatches
function kindMatches(pattern: GroupVersionKind, kind: GroupVersionKind): boolean {
  const { group, version } = pattern;
  return fits(group, kind.group) && fits(version, kind.version) && fits(pattern.kind, kind.kind);
}
