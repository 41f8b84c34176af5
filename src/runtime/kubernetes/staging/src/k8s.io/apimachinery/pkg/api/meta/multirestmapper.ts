import type { Result } from '../../../../../../../../go/result.ts';
import type { GroupKind } from '../errors/errors.ts';
import {
  type GroupVersionKind,
  type GroupVersionResource,
  kindText,
  resourceText,
} from '../../runtime/schema/group_version.ts';
import { newAggregate } from '../../util/errors/errors.ts';
import { AmbiguousKindError, NoKindMatchError, NoResourceMatchError, isNoMatchError } from './errors.ts';
import type { RESTMapper, RESTMapping } from './interfaces.ts';
import { onlyKind, onlyResource } from './restmapper.ts';

/** Several mappers as one: each is asked, and what they find is put together. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.go#MultiRESTMapper
export class MultiRESTMapper implements RESTMapper {
  readonly #mappers: readonly RESTMapper[];

  constructor(mappers: readonly RESTMapper[]) {
    this.#mappers = mappers;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.go#MultiRESTMapper.ResourcesFor
  resourcesFor(resource: GroupVersionResource): Result<GroupVersionResource[]> {
    return this.#all(resource, (mapper) => mapper.resourcesFor(resource), resourceText);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.go#MultiRESTMapper.KindsFor
  kindsFor(resource: GroupVersionResource): Result<GroupVersionKind[]> {
    return this.#all(resource, (mapper) => mapper.kindsFor(resource), kindText);
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.go#MultiRESTMapper.ResourceFor
  resourceFor(resource: GroupVersionResource): Result<GroupVersionResource> {
    return onlyResource(resource, this.resourcesFor(resource));
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.go#MultiRESTMapper.KindFor
  kindFor(resource: GroupVersionResource): Result<GroupVersionKind> {
    return onlyKind(resource, this.kindsFor(resource));
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.go#MultiRESTMapper.RESTMapping
  restMapping(gk: GroupKind, ...versions: string[]): Result<RESTMapping> {
    const allMappings: RESTMapping[] = [];
    const errors: Error[] = [];
    for (const mapper of this.#mappers) {
      const [mapping, err] = mapper.restMapping(gk, ...versions);
      if (mapping) allMappings.push(mapping);
      else if (!isNoMatchError(err)) errors.push(err);
    }
    const [first] = allMappings;
    // One mapping counts even if other mappers failed.
    if (first && allMappings.length === 1) return [first, undefined];
    if (first) {
      const kinds = allMappings.map(({ groupVersionKind }) => groupVersionKind);
      return [undefined, new AmbiguousKindError({ ...gk, version: '' }, kinds)];
    }
    return [undefined, newAggregate(errors) ?? new NoKindMatchError(gk, versions)];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.go#MultiRESTMapper.RESTMappings
  restMappings(gk: GroupKind, ...versions: string[]): Result<RESTMapping[]> {
    const allMappings: RESTMapping[] = [];
    const errors: Error[] = [];
    for (const mapper of this.#mappers) {
      const [mappings, err] = mapper.restMappings(gk, ...versions);
      if (mappings) allMappings.push(...mappings);
      else if (!isNoMatchError(err)) errors.push(err);
    }
    const failed = newAggregate(errors);
    if (failed) return [undefined, failed];
    if (allMappings.length === 0) return [undefined, new NoKindMatchError(gk, versions)];
    return [allMappings, undefined];
  }

  /** What all mappers find, each thing once. A mapper that finds nothing does no harm. */
  #all<T>(
    resource: GroupVersionResource,
    find: (mapper: RESTMapper) => Result<T[]>,
    textOf: (value: T) => string,
  ): Result<T[]> {
    const found = new Map<string, T>();
    for (const mapper of this.#mappers) {
      const [values, err] = find(mapper);
      if (err && !isNoMatchError(err)) return [undefined, err];
      for (const value of values ?? []) if (!found.has(textOf(value))) found.set(textOf(value), value);
    }
    return found.size > 0
      ? [[...found.values()], undefined]
      : [undefined, new NoResourceMatchError(resource)];
  }
}
