import { type Discoverable, apiResourcesOf } from '../installer.ts';
import { groupVersion } from '../../../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { APIResourceList } from 'kubernetes-types/meta/v1';

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/discovery/version.go#APIVersionHandler
export function apiResourceList(
  wanted: string,
  served: readonly Discoverable[],
): APIResourceList | undefined {
  const resources = served
    .filter(({ kind }) => groupVersion(kind.strategy.gvk) === wanted)
    .flatMap((each) => apiResourcesOf(each));
  if (resources.length === 0) return undefined;
  resources.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: wanted, resources };
}
