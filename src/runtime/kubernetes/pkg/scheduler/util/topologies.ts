import type { PodAffinityTerm } from 'kubernetes-types/core/v1';
import type { Pod } from '../../api/objects.ts';
import type { Selector } from '../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';

/** The namespaces that a term speaks of: those it names, else that of the pod that has the term. */
// Mirrors: pkg/scheduler/util/topologies.go#GetNamespacesFromPodAffinityTerm
export function getNamespacesFromPodAffinityTerm(
  pod: Pod,
  podAffinityTerm: PodAffinityTerm,
): ReadonlySet<string> {
  const { namespaces = [] } = podAffinityTerm;
  return new Set(namespaces.length === 0 ? [pod.metadata.namespace] : namespaces);
}

// Mirrors: pkg/scheduler/util/topologies.go#PodMatchesTermsNamespaceAndSelector
export function podMatchesTermsNamespaceAndSelector(
  pod: Pod,
  namespaces: ReadonlySet<string>,
  selector: Selector,
): boolean {
  return namespaces.has(pod.metadata.namespace) && selector.matches(pod.metadata.labels);
}
