import type { APIGroup, APIResource, APIResourceList } from 'kubernetes-types/meta/v1';
import type { GroupKind } from '../../apimachinery/pkg/api/errors/errors.ts';
import type { RESTMapper, RESTMapping } from '../../apimachinery/pkg/api/meta/interfaces.ts';
import { MultiRESTMapper } from '../../apimachinery/pkg/api/meta/multirestmapper.ts';
import { PriorityRESTMapper, any } from '../../apimachinery/pkg/api/meta/priority.ts';
import { DefaultRESTMapper, unsafeGuessKindToResource } from '../../apimachinery/pkg/api/meta/restmapper.ts';
import type {
  GroupVersion,
  GroupVersionKind,
  GroupVersionResource,
} from '../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import { Mutex } from '../../../../../../sim/sync.ts';
import type { CachedDiscoveryInterface, DiscoveryInterface } from '../discovery/discovery_client.ts';

/** A group, and the resources of each of its versions. */
// Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#APIGroupResources
export interface APIGroupResources {
  readonly group: APIGroup;
  readonly versionedResources: ReadonlyMap<string, readonly APIResource[]>;
}

/**
 * A mapper that knows what was discovered. Where groups have the same, the core group comes first, then the groups in
 * the server's order, each with its preferred version before the others.
 */
// Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#NewDiscoveryRESTMapper
export function newDiscoveryRESTMapper(groupResources: readonly APIGroupResources[]): RESTMapper {
  const unionMapper: RESTMapper[] = [];
  const priority: GroupVersion[] = [{ group: '', version: 'v1' }];
  for (const { group, versionedResources } of groupResources) {
    const preferred = group.preferredVersion?.version ?? '';
    if (versionedResources.has(preferred)) priority.push({ group: group.name, version: preferred });
    for (const { version } of group.versions) {
      const resources = versionedResources.get(version);
      if (!resources) continue;
      const gv = { group: group.name, version };
      if (version !== preferred) priority.push(gv);
      unionMapper.push(versionMapper(gv, resources));
    }
  }
  for (const { group } of groupResources) priority.push({ group: group.name, version: any });
  return new PriorityRESTMapper(
    new MultiRESTMapper(unionMapper),
    priority.map((gv) => ({ ...gv, resource: any })),
    priority.map((gv) => ({ ...gv, kind: any })),
  );
}

function versionMapper(gv: GroupVersion, resources: readonly APIResource[]): RESTMapper {
  const mapper = new DefaultRESTMapper([gv]);
  for (const { name, singularName, kind, namespaced } of resources) {
    if (name.includes('/')) continue;
    const scope = namespaced ? 'namespace' : 'root';
    const plural = { ...gv, resource: name };
    const singular =
      singularName === '' ? unsafeGuessKindToResource({ ...gv, kind })[1] : { ...gv, resource: singularName };
    mapper.addSpecific({ ...gv, kind: kind.toLowerCase() }, plural, singular, scope);
    mapper.addSpecific({ ...gv, kind }, plural, singular, scope);
    mapper.add({ ...gv, kind: `${kind}List` }, scope);
  }
  mapper.add({ ...gv, kind: 'List' }, 'root');
  return mapper;
}

/** What a mapper is made of, as the discovery client tells it. A failure of some groups is no failure here. */
// Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#GetAPIGroupResources
export function* getAPIGroupResources(cl: DiscoveryInterface): Blocking<Result<APIGroupResources[]>> {
  const [groups, lists, err] = yield* cl.serverGroupsAndResources();
  if (!groups || !lists) return [undefined, err ?? new Error('discovery: expected groups, found none')];
  const byVersion = new Map<string, APIResourceList>(lists.map((list) => [list.groupVersion, list]));
  const result = groups.map((group) => {
    const versioned = group.versions.flatMap(({ groupVersion, version }) => {
      const list = byVersion.get(groupVersion);
      return list ? [[version, list.resources] as const] : [];
    });
    return { group, versionedResources: new Map(versioned) };
  });
  return [result, undefined];
}

/** A mapper that discovers when it is first asked, and again after a reset. */
// Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#DeferredDiscoveryRESTMapper
export class DeferredDiscoveryRESTMapper {
  /** Held while discovery is under way. */
  readonly #initMu = new Mutex('the REST mapper');
  #delegate: RESTMapper | undefined;
  readonly #cl: CachedDiscoveryInterface;

  constructor(cl: CachedDiscoveryInterface) {
    this.#cl = cl;
  }

  /** Forgets all, what the discovery client remembers too. Waits for a discovery that is under way. */
  // Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#DeferredDiscoveryRESTMapper.Reset
  *reset(): Blocking<void> {
    yield* this.#initMu.lock();
    this.#cl.invalidate();
    this.#delegate = undefined;
    this.#initMu.unlock();
  }

  // Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#DeferredDiscoveryRESTMapper.KindFor
  *kindFor(resource: GroupVersionResource): Blocking<Result<GroupVersionKind>> {
    return yield* this.#ask((mapper) => mapper.kindFor(resource));
  }

  // Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#DeferredDiscoveryRESTMapper.KindsFor
  *kindsFor(resource: GroupVersionResource): Blocking<Result<GroupVersionKind[]>> {
    return yield* this.#ask((mapper) => mapper.kindsFor(resource));
  }

  // Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#DeferredDiscoveryRESTMapper.ResourceFor
  *resourceFor(input: GroupVersionResource): Blocking<Result<GroupVersionResource>> {
    return yield* this.#ask((mapper) => mapper.resourceFor(input));
  }

  // Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#DeferredDiscoveryRESTMapper.ResourcesFor
  *resourcesFor(input: GroupVersionResource): Blocking<Result<GroupVersionResource[]>> {
    return yield* this.#ask((mapper) => mapper.resourcesFor(input));
  }

  // Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#DeferredDiscoveryRESTMapper.RESTMapping
  *restMapping(gk: GroupKind, ...versions: string[]): Blocking<Result<RESTMapping>> {
    return yield* this.#ask((mapper) => mapper.restMapping(gk, ...versions));
  }

  // Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#DeferredDiscoveryRESTMapper.RESTMappings
  *restMappings(gk: GroupKind, ...versions: string[]): Blocking<Result<RESTMapping[]>> {
    return yield* this.#ask((mapper) => mapper.restMappings(gk, ...versions));
  }

  /** Asks what was discovered; if that does not help and is old, discovers again and asks once more. */
  *#ask<T>(question: (mapper: RESTMapper) => Result<T>): Blocking<Result<T>> {
    for (;;) {
      const [mapper, err] = yield* this.#getDelegate();
      if (err) return [undefined, err];
      const answer = question(mapper);
      if (!answer[1] || this.#cl.fresh()) return answer;
      yield* this.reset();
    }
  }

  // Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#DeferredDiscoveryRESTMapper.getDelegate
  *#getDelegate(): Blocking<Result<RESTMapper>> {
    yield* this.#initMu.lock();
    try {
      if (this.#delegate) return [this.#delegate, undefined];
      const [groupResources, err] = yield* getAPIGroupResources(this.#cl);
      if (err) return [undefined, err];
      this.#delegate = newDiscoveryRESTMapper(groupResources);
      return [this.#delegate, undefined];
    } finally {
      this.#initMu.unlock();
    }
  }
}

// Mirrors: staging/src/k8s.io/client-go/restmapper/discovery.go#NewDeferredDiscoveryRESTMapper
export function newDeferredDiscoveryRESTMapper(cl: CachedDiscoveryInterface): DeferredDiscoveryRESTMapper {
  return new DeferredDiscoveryRESTMapper(cl);
}
