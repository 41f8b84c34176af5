import type { Pod } from '../../../api/objects.ts';

/** A pod in messages: name, namespace and uid. */
// Mirrors: pkg/kubelet/util/format/pod.go#Pod
export function pod({ metadata }: Pod): string {
  return podDesc(metadata.name, metadata.namespace, metadata.uid);
}

// Mirrors: pkg/kubelet/util/format/pod.go#PodDesc
export function podDesc(podName: string, podNamespace: string, podUID: string): string {
  return `${podName}_${podNamespace}(${podUID})`;
}
