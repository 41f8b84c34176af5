import type { ContainerMetadata, PodSandboxMetadata } from '../runtime/v1alpha2/api.pb.ts';

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/utils.go#BuildContainerName
export function buildContainerName(metadata: ContainerMetadata, sandboxID: string): string {
  return `${sandboxID}_${metadata.name}_${metadata.attempt}`;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/utils.go#BuildSandboxName
export function buildSandboxName(metadata: PodSandboxMetadata): string {
  return `${metadata.name}_${metadata.namespace}_${metadata.uid}_${metadata.attempt}`;
}

type Labels = Readonly<Record<string, string>>;

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/testing/utils.go#filterInLabels
export function filterInLabels(filter: Labels, labels: Labels = {}): boolean {
  return Object.entries(filter).every(([k, v]) => labels[k] === v);
}
