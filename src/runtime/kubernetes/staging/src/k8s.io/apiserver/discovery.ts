import type { APIGroup } from 'kubernetes-types/meta/v1';
import { deepFreeze } from '../apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeObject } from '../apimachinery/pkg/runtime/object.ts';
import { groupVersion } from '../apimachinery/pkg/runtime/schema/group_version.ts';
import { apiVersions } from './pkg/endpoints/discovery/legacy.ts';
import { apiGroupList } from './pkg/endpoints/discovery/root.ts';
import { apiResourceList } from './pkg/endpoints/discovery/version.ts';
import type { Discoverable } from './pkg/endpoints/installer.ts';

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
