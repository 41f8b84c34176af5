import type { NodeAffinity } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../../../../api/objects.ts';
import { matchNodeSelectorTerms } from '../../../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';

/** Whether the pod's node selector and the required part of its node affinity both allow the node. */
// Mirrors: pkg/scheduler/framework/plugins/helper/node_affinity.go#PodMatchesNodeSelectorAndAffinityTerms
export function podMatchesNodeSelectorAndAffinityTerms(pod: Pod, node: Node): boolean {
  const { nodeSelector, affinity } = pod.spec;
  if (nodeSelector) {
    const labels = node.metadata.labels ?? {};
    // Each pair is a requirement of equality.
    for (const key of Object.keys(nodeSelector))
      if (!Object.hasOwn(labels, key) || labels[key] !== nodeSelector[key]) return false;
  }
  return nodeMatchesNodeAffinity(affinity?.nodeAffinity, node);
}

/** No affinity, and none that is required, allows every node. A required one without terms allows none. */
// Mirrors: pkg/scheduler/framework/plugins/helper/node_affinity.go#NodeMatchesNodeAffinity
export function nodeMatchesNodeAffinity(affinity: NodeAffinity | undefined, node: Node): boolean {
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return !required || matchNodeSelectorTerms(node, required)[0];
}
