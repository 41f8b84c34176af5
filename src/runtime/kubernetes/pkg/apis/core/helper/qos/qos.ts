import type { Pod } from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

/**
 * How well a pod is protected when memory runs out, by what its containers ask for. Kubernetes compares
 * quantities here; Loopscope compares their texts, so that 1000m and 1 differ.
 */
// Mirrors: pkg/apis/core/helper/qos/qos.go#GetPodQOS
export function getPodQOS({ spec }: Pod): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const asked = (resources: Readonly<Record<string, string>> | undefined): [string, string][] =>
    Object.entries(resources ?? {}).filter(
      ([name, amount]) => ['cpu', 'memory'].includes(name) && amount !== '0',
    );
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].map(({ resources }) => ({
    requests: asked(resources?.requests),
    limits: asked(resources?.limits),
  }));
  if (containers.every(({ requests, limits }) => requests.length + limits.length === 0)) return 'BestEffort';
  const guaranteed = containers.every(
    ({ requests, limits }) =>
      limits.length === 2 &&
      requests.every(([name, amount]) =>
        limits.some(([limited, most]) => limited === name && most === amount),
      ),
  );
  return guaranteed ? 'Guaranteed' : 'Burstable';
}
