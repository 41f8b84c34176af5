import type { NodeSelector } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../../../../../../pkg/api/objects.ts';
import { type LazyErrorNodeSelector, newLazyErrorNodeSelector } from './nodeaffinity/nodeaffinity.ts';

/** A pod without a priority was made when there was no default one: it counts as 0. */
// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.go#PodPriority
export function podPriority(pod: Pod): number {
  return pod.spec.priority ?? 0;
}

/** Selectors that were read before: a pod's is asked for on every node, and objects that are stored never change. */
const parsed = new WeakMap<NodeSelector, LazyErrorNodeSelector>();

/** Whether a term matches the node; and, where none does, what was wrong with those that could not be read. */
// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.go#MatchNodeSelectorTerms
export function matchNodeSelectorTerms(node: Node, nodeSelector: NodeSelector): [boolean, Error | undefined] {
  let selector = parsed.get(nodeSelector);
  if (!selector) {
    selector = newLazyErrorNodeSelector(nodeSelector);
    parsed.set(nodeSelector, selector);
  }
  return selector.match(node);
}
