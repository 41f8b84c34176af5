import type {
  APIGroup,
  APIGroupList,
  APIResource,
  APIResourceList,
  APIVersions,
} from 'kubernetes-types/meta/v1';
import { isForbidden, isNotFound } from '../../apimachinery/pkg/api/errors/errors.ts';
import { groupVersion } from '../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../sim/sim.ts';
import { WaitGroup } from '../../../../../../sim/sync.ts';
import type { RESTClient } from '../rest/client.ts';
import { type Config, restClientFor } from '../rest/config.ts';
import { request } from '../rest/request.ts';
import { filteredBy } from './helper.ts';

/** Both may be there: what was found, and why that is not all. */
export type Partial<T> = [T | undefined, Error | undefined];

/** Asks which groups there are. */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#ServerGroupsInterface
export interface ServerGroupsInterface {
  serverGroups(): Blocking<Result<APIGroupList>>;
}

/** Asks which resources there are. Where a group fails, the others are given with the error. */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#ServerResourcesInterface
export interface ServerResourcesInterface {
  serverResourcesForGroupVersion(gv: string): Blocking<Partial<APIResourceList>>;
  serverGroupsAndResources(): Blocking<
    [APIGroup[] | undefined, APIResourceList[] | undefined, Error | undefined]
  >;
  /** Each resource in the version that the server prefers. */
  serverPreferredResources(): Blocking<Partial<APIResourceList[]>>;
  /** The same, without those that have no namespace. */
  serverPreferredNamespacedResources(): Blocking<Partial<APIResourceList[]>>;
}

/** Tells what the API server serves. */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#DiscoveryInterface
export interface DiscoveryInterface extends ServerGroupsInterface, ServerResourcesInterface {
  readonly restClient: RESTClient;
}

/** Keeps what it was told, until it is to forget it. */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#CachedDiscoveryInterface
export interface CachedDiscoveryInterface extends DiscoveryInterface {
  /** False if it may help to forget all and ask again. */
  fresh(): boolean;
  invalidate(): void;
}

/** How often discovery is tried as a whole, if groups fail. */
const defaultRetries = 2;

/** Asks the API server itself. */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#DiscoveryClient
export class DiscoveryClient implements DiscoveryInterface {
  readonly restClient: RESTClient;

  constructor(restClient: RESTClient) {
    this.restClient = restClient;
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#DiscoveryClient.ServerGroups
  *serverGroups(): Blocking<Result<APIGroupList>> {
    const [core, coreErr] = yield* this.#get<APIVersions>('/api');
    if (coreErr && !isNotFound(coreErr) && !isForbidden(coreErr)) return [undefined, coreErr];
    const [list, err] = yield* this.#get<APIGroupList>('/apis');
    if (err && !isNotFound(err) && !isForbidden(err)) return [undefined, err];
    const groups = list?.groups ?? [];
    const legacy = core && core.versions.length > 0 ? [apiVersionsToAPIGroup(core)] : [];
    return [{ groups: [...legacy, ...groups] }, undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#DiscoveryClient.ServerResourcesForGroupVersion
  *serverResourcesForGroupVersion(gv: string): Blocking<Partial<APIResourceList>> {
    if (gv === '') return [undefined, new Error("groupVersion shouldn't be empty")];
    const [list, err] = yield* this.#get<APIResourceList>(gv === 'v1' ? `/api/${gv}` : `/apis/${gv}`);
    if (!err) return [list, undefined];
    if (gv === 'v1' && (isNotFound(err) || isForbidden(err)))
      return [{ groupVersion: gv, resources: [] }, undefined];
    return [undefined, err];
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#DiscoveryClient.ServerGroupsAndResources
  *serverGroupsAndResources(): Blocking<
    [APIGroup[] | undefined, APIResourceList[] | undefined, Error | undefined]
  > {
    const { sim } = this.restClient;
    return yield* withRetries(() => serverGroupsAndResources(sim, this));
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#DiscoveryClient.ServerPreferredResources
  *serverPreferredResources(): Blocking<Partial<APIResourceList[]>> {
    const d = this as DiscoveryInterface;
    const [, lists, err] = yield* withRetries(function* () {
      const [preferred, problem] = yield* serverPreferredResources(d.restClient.sim, d);
      return [undefined, preferred, problem];
    });
    return [lists, err];
  }

  // Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#DiscoveryClient.ServerPreferredNamespacedResources
  *serverPreferredNamespacedResources(): Blocking<Partial<APIResourceList[]>> {
    return yield* serverPreferredNamespacedResources(this.restClient.sim, this);
  }

  *#get<T>(path: string): Blocking<Result<T>> {
    const [answer, err] = yield* request(this.restClient, { verb: 'get', resource: path });
    return err ? [undefined, err] : [answer as T, undefined];
  }
}

/** A client for discovery. Because it asks much at once, its burst is 100 if the configuration has none. */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#NewDiscoveryClientForConfig
export function newDiscoveryClientForConfig(sim: Sim, config: Config): DiscoveryClient {
  const burst = config.burst || ((config.qps ?? 0) < 100 ? 100 : undefined);
  return new DiscoveryClient(restClientFor(sim, { ...config, burst }));
}

// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#apiVersionsToAPIGroup
function apiVersionsToAPIGroup({ versions }: APIVersions): APIGroup {
  const all = versions.map((version) => ({ groupVersion: version, version }));
  return { name: '', versions: all, preferredVersion: all[0] };
}

/** Some groups could not be discovered. */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#ErrGroupDiscoveryFailed
export class ErrGroupDiscoveryFailed extends Error {
  override readonly name = 'ErrGroupDiscoveryFailed';
  /** By group and version. */
  readonly groups: ReadonlyMap<string, Error>;

  constructor(groups: ReadonlyMap<string, Error>) {
    const told = [...groups].map(([gv, { message }]) => `${gv}: ${message}`).sort();
    super(`unable to retrieve the complete list of server APIs: ${told.join(', ')}`);
    this.groups = groups;
  }
}

// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#IsGroupDiscoveryFailedError
export function isGroupDiscoveryFailedError(err: Error | undefined): err is ErrGroupDiscoveryFailed {
  return err instanceof ErrGroupDiscoveryFailed;
}

/** All groups and all their resources, in the server's order. */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#ServerGroupsAndResources
export function* serverGroupsAndResources(
  sim: Sim,
  d: DiscoveryInterface,
): Blocking<[APIGroup[] | undefined, APIResourceList[] | undefined, Error | undefined]> {
  const [sgs, err] = yield* d.serverGroups();
  if (err) return [undefined, undefined, err];
  const [found, failed] = yield* fetchGroupVersionResources(sim, d, sgs);
  const result = sgs.groups.flatMap((group) =>
    group.versions.flatMap((version) => found.get(version.groupVersion) ?? []),
  );
  return [sgs.groups, result, failed.size > 0 ? new ErrGroupDiscoveryFailed(failed) : undefined];
}

// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#ServerPreferredResources
export function* serverPreferredResources(
  sim: Sim,
  d: DiscoveryInterface,
): Blocking<Partial<APIResourceList[]>> {
  const [sgs, err] = yield* d.serverGroups();
  if (err) return [undefined, err];
  const [found, failed] = yield* fetchGroupVersionResources(sim, d, sgs);

  const result: APIResourceList[] = [];
  // The version that was chosen for each resource of a group.
  const chosen = new Map<string, { readonly list: APIResourceList; readonly resource: APIResource }>();
  for (const group of sgs.groups) {
    for (const version of group.versions) {
      const list = found.get(version.groupVersion);
      if (!list) continue;
      const preferred: APIResourceList = { groupVersion: version.groupVersion, resources: [] };
      result.push(preferred);
      for (const resource of list.resources) {
        if (resource.name.includes('/')) continue;
        const gr = `${group.name}/${resource.name}`;
        // Of several versions the preferred one counts.
        if (chosen.has(gr) && version.version !== group.preferredVersion?.version) continue;
        chosen.set(gr, { list: preferred, resource });
      }
    }
  }
  for (const { list, resource } of chosen.values()) list.resources.push(resource);
  return [result, failed.size > 0 ? new ErrGroupDiscoveryFailed(failed) : undefined];
}

// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#ServerPreferredNamespacedResources
export function* serverPreferredNamespacedResources(
  sim: Sim,
  d: DiscoveryInterface,
): Blocking<Partial<APIResourceList[]>> {
  const [all, err] = yield* serverPreferredResources(sim, d);
  return [filteredBy((_groupVersion, { namespaced }) => namespaced, all ?? []), err];
}

/**
 * The resources of every version of every group, asked for at the same time, and why some could not be had. Both are
 * by group and version.
 */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#fetchGroupVersionResources
function* fetchGroupVersionResources(
  sim: Sim,
  d: DiscoveryInterface,
  { groups }: APIGroupList,
): Blocking<readonly [Map<string, APIResourceList>, Map<string, Error>]> {
  const groupVersionResources = new Map<string, APIResourceList>();
  const failedGroups = new Map<string, Error>();
  const wg = new WaitGroup('the groups to be discovered');
  for (const { name, versions } of groups) {
    for (const { version } of versions) {
      const gv = groupVersion({ group: name, version });
      wg.add(1);
      sim.go(
        `discovery/${gv}`,
        (function* () {
          const [list, err] = yield* d.serverResourcesForGroupVersion(gv);
          if (err) failedGroups.set(gv, err);
          if (list) groupVersionResources.set(gv, list);
          wg.done();
        })(),
      );
    }
  }
  yield* wg.wait();
  return [groupVersionResources, failedGroups];
}

/** Tries again if groups failed, since they may have gone between two questions. */
// Mirrors: staging/src/k8s.io/client-go/discovery/discovery_client.go#withRetries
function* withRetries(
  f: () => Blocking<[APIGroup[] | undefined, APIResourceList[] | undefined, Error | undefined]>,
): Blocking<[APIGroup[] | undefined, APIResourceList[] | undefined, Error | undefined]> {
  for (let i = 1; ; i++) {
    const [groups, lists, err] = yield* f();
    if (!err) return [groups, lists, undefined];
    if (!isGroupDiscoveryFailedError(err)) return [undefined, undefined, err];
    if (i === defaultRetries) return [groups, lists, err];
  }
}
