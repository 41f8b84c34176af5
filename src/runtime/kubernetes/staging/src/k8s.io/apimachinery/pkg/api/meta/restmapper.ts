import type { Result } from '../../../../../../../../go/result.ts';
import type { GroupKind } from '../errors/errors.ts';
import {
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  groupVersion,
  kindText,
  resourceText,
} from '../../runtime/schema/group_version.ts';
import { apiVersionInternal } from '../../runtime/interfaces.ts';
import { AmbiguousResourceError, NoKindMatchError, NoResourceMatchError } from './errors.ts';
import type { RESTMapper, RESTMapping, RESTScope } from './interfaces.ts';

/** Keeps what it is told of kinds and resources. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#DefaultRESTMapper
export class DefaultRESTMapper implements RESTMapper {
  readonly #defaultGroupVersions: readonly GroupVersion[];
  /** By text of the resource: the resource, by plural or singular, and its kind. */
  readonly #resourceToKind = new Map<string, readonly [GroupVersionResource, GroupVersionKind]>();
  /** By text of the kind. */
  readonly #kindToPluralResource = new Map<string, readonly [GroupVersionResource, RESTScope]>();
  /** By text of the plural: plural and singular. */
  readonly #pluralToSingular = new Map<string, readonly [GroupVersionResource, GroupVersionResource]>();

  /** `defaultGroupVersions` are the versions that are searched when none is said, the preferred first. */
  constructor(defaultGroupVersions: readonly GroupVersion[]) {
    this.#defaultGroupVersions = defaultGroupVersions;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#DefaultRESTMapper.Add
  add(kind: GroupVersionKind, scope: RESTScope): void {
    const [plural, singular] = unsafeGuessKindToResource(kind);
    this.addSpecific(kind, plural, singular, scope);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#DefaultRESTMapper.AddSpecific
  addSpecific(
    kind: GroupVersionKind,
    plural: GroupVersionResource,
    singular: GroupVersionResource,
    scope: RESTScope,
  ): void {
    this.#pluralToSingular.set(resourceText(plural), [plural, singular]);
    this.#resourceToKind.set(resourceText(singular), [singular, kind]);
    this.#resourceToKind.set(resourceText(plural), [plural, kind]);
    this.#kindToPluralResource.set(kindText(kind), [plural, scope]);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#DefaultRESTMapper.ResourcesFor
  resourcesFor(input: GroupVersionResource): Result<GroupVersionResource[]> {
    const resource = coerceResourceForMatching(input);
    if (resource.resource === '') {
      return [undefined, new Error(`a resource must be present, got: ${resourceText(resource)}`)];
    }
    const known = [...this.#pluralToSingular.values()].flatMap(([plural, singular]) => [
      [singular, plural] as const,
      [plural, plural] as const,
    ]);
    const ret = [...new Set(matching(resource, known))];
    if (ret.length === 0) return [undefined, new NoResourceMatchError(resource)];
    return [ret.sort(this.#byPreference(({ resource }) => resource)), undefined];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#DefaultRESTMapper.ResourceFor
  resourceFor(resource: GroupVersionResource): Result<GroupVersionResource> {
    return onlyResource(resource, this.resourcesFor(resource));
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#DefaultRESTMapper.KindsFor
  kindsFor(input: GroupVersionResource): Result<GroupVersionKind[]> {
    const resource = coerceResourceForMatching(input);
    if (resource.resource === '') {
      return [undefined, new Error(`a resource must be present, got: ${resourceText(resource)}`)];
    }
    const ret = matching(resource, [...this.#resourceToKind.values()]);
    if (ret.length === 0) return [undefined, new NoResourceMatchError(input)];
    return [ret.sort(this.#byPreference(({ kind }) => kind)), undefined];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#DefaultRESTMapper.KindFor
  kindFor(resource: GroupVersionResource): Result<GroupVersionKind> {
    return onlyKind(resource, this.kindsFor(resource));
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#DefaultRESTMapper.RESTMapping
  restMapping(gk: GroupKind, ...versions: string[]): Result<RESTMapping> {
    const [mappings, err] = this.restMappings(gk, ...versions);
    if (err) return [undefined, err];
    const [first] = mappings;
    return first ? [first, undefined] : [undefined, new NoKindMatchError(gk, versions)];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#DefaultRESTMapper.RESTMappings
  restMappings(gk: GroupKind, ...versions: string[]): Result<RESTMapping[]> {
    const said = versions.filter((version) => version !== '' && version !== apiVersionInternal);
    const kinds = said.map((version) => ({ ...gk, version }));
    const known = kinds.find((gvk) => this.#kindToPluralResource.has(kindText(gvk)));
    const potential = said.length > 0 ? (known ? [known] : []) : this.#inDefaultVersions(gk);
    if (potential.length === 0) return [undefined, new NoKindMatchError(gk, versions)];
    const mappings = potential.flatMap((groupVersionKind) => {
      const found = this.#kindToPluralResource.get(kindText(groupVersionKind));
      return found ? [{ resource: found[0], scope: found[1], groupVersionKind }] : [];
    });
    return mappings.length > 0 ? [mappings, undefined] : [undefined, this.#noResource(gk)];
  }

  #inDefaultVersions(gk: GroupKind): GroupVersionKind[] {
    const own = this.#defaultGroupVersions.filter(({ group }) => group === gk.group);
    return own.map(({ version }) => ({ ...gk, version }));
  }

  #noResource(gk: GroupKind): Error {
    return new NoResourceMatchError({ group: gk.group, version: '', resource: gk.kind });
  }

  /** First by the order of versions, then by name. */
  #byPreference<T extends GroupVersion>(nameOf: (value: T) => string): (a: T, b: T) => number {
    const place = (value: GroupVersion): number =>
      this.#defaultGroupVersions.findIndex((gv) => groupVersion(gv) === groupVersion(value));
    return (a, b) => {
      if (groupVersion(a) === groupVersion(b)) return nameOf(a) < nameOf(b) ? -1 : 1;
      return place(b) === -1 ? -1 : place(a) - place(b);
    };
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#coerceResourceForMatching
function coerceResourceForMatching(resource: GroupVersionResource): GroupVersionResource {
  const version = resource.version === apiVersionInternal ? '' : resource.version;
  return { ...resource, version, resource: resource.resource.toLowerCase() };
}

/** The values of all known resources that the wanted one can mean. A group may be said by its beginning. */
function matching<T>(
  wanted: GroupVersionResource,
  known: readonly (readonly [GroupVersionResource, T])[],
): T[] {
  const { group, version } = wanted;
  const named = known.filter(([each]) => each.resource === wanted.resource);
  const valuesOf = (fits: (each: GroupVersionResource) => boolean): T[] =>
    named.filter(([each]) => fits(each)).map(([, value]) => value);
  if (group !== '' && version !== '') {
    return valuesOf((each) => each.group === group && each.version === version).slice(0, 1);
  }
  if (group !== '') {
    const exact = valuesOf((each) => each.group === group);
    return exact.length > 0 ? exact : valuesOf((each) => each.group.startsWith(group));
  }
  return valuesOf((each) => version === '' || each.version === version);
}

/** The only one of the resources that a mapper found. */
export function onlyResource(
  wanted: GroupVersionResource,
  [resources, err]: Result<GroupVersionResource[]>,
): Result<GroupVersionResource> {
  if (err) return [undefined, err];
  const [first] = resources;
  if (first && resources.length === 1) return [first, undefined];
  return [undefined, new AmbiguousResourceError(wanted, { resources })];
}

/** The only one of the kinds that a mapper found. */
export function onlyKind(
  wanted: GroupVersionResource,
  [kinds, err]: Result<GroupVersionKind[]>,
): Result<GroupVersionKind> {
  if (err) return [undefined, err];
  const [first] = kinds;
  if (first && kinds.length === 1) return [first, undefined];
  return [undefined, new AmbiguousResourceError(wanted, { kinds })];
}

/** The plural and the singular that a kind would have in simple English. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.go#UnsafeGuessKindToResource
export function unsafeGuessKindToResource(
  gvk: GroupVersionKind,
): readonly [plural: GroupVersionResource, singular: GroupVersionResource] {
  const { group, version, kind } = gvk;
  const name = kind.toLowerCase();
  const resource = (text: string): GroupVersionResource => ({ group, version, resource: text });
  const singular = resource(name);
  if (name === '' || name.endsWith('endpoints')) return [singular, singular];
  if (name.endsWith('s')) return [resource(`${name}es`), singular];
  if (name.endsWith('y')) return [resource(`${name.slice(0, -1)}ies`), singular];
  return [resource(`${name}s`), singular];
}
