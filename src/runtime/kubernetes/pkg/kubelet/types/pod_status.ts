/** The conditions of a pod that its kubelet writes; all others belong to who wrote them. */
// Mirrors: pkg/kubelet/types/pod_status.go#PodConditionsByKubelet
export const podConditionsByKubelet: readonly string[] = [
  'PodScheduled',
  'Ready',
  'Initialized',
  'ContainersReady',
];

// Mirrors: pkg/kubelet/types/pod_status.go#PodConditionByKubelet
export function podConditionByKubelet(conditionType: string): boolean {
  return podConditionsByKubelet.includes(conditionType);
}
