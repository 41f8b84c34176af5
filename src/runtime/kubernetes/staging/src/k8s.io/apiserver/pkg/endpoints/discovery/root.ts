import type { APIGroup, APIGroupList } from 'kubernetes-types/meta/v1';

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/discovery/root.go#rootAPIsHandler
export function apiGroupList(groups: APIGroup[]): APIGroupList {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}
