import type { APIGroup, APIVersions } from 'kubernetes-types/meta/v1';

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/discovery/legacy.go#legacyRootAPIHandler
export function apiVersions(core: APIGroup | undefined): APIVersions {
  const versions = core?.versions.map(({ version }) => version) ?? [];
  return { kind: 'APIVersions', versions, serverAddressByClientCIDRs: [] };
}
