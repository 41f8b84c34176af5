import { quote } from '../../../../go/strconv.ts';
import type { Result } from '../../../../go/result.ts';
import type { Pod } from '../../api/objects.ts';

/** Name and namespace in one. An underscore is in no name. */
// Mirrors: pkg/kubelet/container/runtime.go#GetPodFullName
export function getPodFullName({ metadata }: Pod): string {
  return `${metadata.name}_${metadata.namespace}`;
}

// Mirrors: pkg/kubelet/container/runtime.go#BuildPodFullName
export function buildPodFullName(name: string, namespace: string): string {
  return `${name}_${namespace}`;
}

// Mirrors: pkg/kubelet/container/runtime.go#ParsePodFullName
export function parsePodFullName(
  podFullName: string,
): Result<{ readonly name: string; readonly namespace: string }> {
  const [name, namespace, ...more] = podFullName.split('_');
  if (!name || !namespace || more.length > 0)
    return [undefined, new Error(`failed to parse the pod full name ${quote(podFullName)}`)];
  return [{ name, namespace }, undefined];
}
