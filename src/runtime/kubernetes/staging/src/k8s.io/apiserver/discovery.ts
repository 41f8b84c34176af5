import type {
  APIGroup,
  APIGroupList,
  APIResource,
  APIResourceList,
  APIVersions,
} from 'kubernetes-types/meta/v1';
import { deepFreeze } from '../apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeObject } from '../apimachinery/pkg/runtime/object.ts';
import { groupVersion } from '../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Kind, Subresource } from './pkg/registry/kind.ts';

/** The part of a resource that discovery tells of. */
export interface Discoverable {
  readonly kind: Kind;
  readonly subresources: ReadonlyMap<string, Subresource>;
}

/**
 * What the API server tells at a path about the kinds that it serves; undefined where there is nothing.
 * `/api` has the versions of the core group, `/apis` the other groups, and each version the list of its resources.
 */
export function discover(path: string, served: readonly Discoverable[]): KubeObject | undefined {
  const answer = answerAt(path, served);
  return answer && (deepFreeze(answer) as KubeObject);
}

function answerAt(path: string, served: readonly Discoverable[]): object | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  const [root, ...rest] = parts;
  const groups = groupsOf(served);
  if (path === '/healthz' || path === '/livez' || path === '/readyz') return healthy;
  if (path === '/version') return { major: '1', minor: '20', gitVersion: 'v1.20.2' };
  if (path === '/api') return apiVersions(groups.find(({ name }) => name === ''));
  if (path === '/apis') return apiGroupList(groups.filter(({ name }) => name !== ''));
  if (root === 'apis' && rest.length === 1) {
    const group = groups.find(({ name }) => name === rest[0]);
    return group && { kind: 'APIGroup', apiVersion: 'v1', ...group };
  }
  if ((root === 'api' && rest.length !== 1) || (root === 'apis' && rest.length !== 2)) return undefined;
  if (root !== 'api' && root !== 'apis') return undefined;
  return apiResourceList(rest.join('/'), served);
}

/** Kubernetes answers with the word ok alone; here every answer is an object. */
const healthy = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  message: 'ok',
  code: 200,
};

/** The groups in the order in which their kinds are served; the version that comes first is the preferred one. */
function groupsOf(served: readonly Discoverable[]): APIGroup[] {
  const groups = new Map<string, string[]>();
  for (const { kind } of served) {
    const { group, version } = kind.strategy.gvk;
    const versions = groups.get(group) ?? [];
    if (!versions.includes(version)) versions.push(version);
    groups.set(group, versions);
  }
  return [...groups].map(([name, versions]) => {
    const all = versions.map((version) => ({
      groupVersion: groupVersion({ group: name, version }),
      version,
    }));
    return { name, versions: all, preferredVersion: all[0] };
  });
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/discovery/legacy.go#legacyRootAPIHandler
function apiVersions(core: APIGroup | undefined): APIVersions {
  const versions = core?.versions.map(({ version }) => version) ?? [];
  return { kind: 'APIVersions', versions, serverAddressByClientCIDRs: [] };
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/discovery/root.go#rootAPIsHandler
function apiGroupList(groups: APIGroup[]): APIGroupList {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/discovery/version.go#APIVersionHandler
function apiResourceList(wanted: string, served: readonly Discoverable[]): APIResourceList | undefined {
  const resources = served
    .filter(({ kind }) => groupVersion(kind.strategy.gvk) === wanted)
    .flatMap((each) => apiResourcesOf(each));
  if (resources.length === 0) return undefined;
  resources.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: wanted, resources };
}

/** A resource and its subresources. A verb is told of if there is something that answers it. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/installer.go#APIInstaller.registerResourceHandlers
function apiResourcesOf({ kind, subresources }: Discoverable): APIResource[] {
  const { strategy, resource, shortNames } = kind;
  const common = { singularName: '', namespaced: strategy.namespaceScoped, kind: strategy.gvk.kind };
  const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
  const own: APIResource = {
    ...common,
    name: resource.resource,
    // A kind with a deletion of its own has none for many at once.
    verbs: kind.delete ? verbs.filter((verb) => verb !== 'deletecollection') : verbs,
    ...(shortNames ? { shortNames: [...shortNames] } : {}),
  };
  const status = { ...common, name: `${resource.resource}/status`, verbs: ['get', 'patch', 'update'] };
  const others = [...subresources].map(([name, { get, create, update, gvk }]) => {
    const has = [create && 'create', get && 'get', get && update && 'patch', update && 'update'];
    return {
      ...common,
      ...gvk,
      name: `${resource.resource}/${name}`,
      verbs: has.filter((verb) => verb !== undefined),
    };
  });
  return [own, ...(kind.statusStrategy ? [status] : []), ...others];
}
