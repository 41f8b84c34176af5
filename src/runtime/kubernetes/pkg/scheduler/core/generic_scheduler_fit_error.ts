import type { Pod } from '../../api/objects.ts';
import type { NodeToStatusMap } from '../framework/interface_status.ts';

/**
 * No node can run the pod. The message counts the reasons, each as often as it was given.
 *
 * Mirrors: pkg/scheduler/core/generic_scheduler.go#FitError
 */
export class FitError extends Error {
  override readonly name = 'FitError';
  readonly pod: Pod;
  readonly numAllNodes: number;
  readonly filteredNodesStatuses: NodeToStatusMap;

  constructor(pod: Pod, numAllNodes: number, filteredNodesStatuses: NodeToStatusMap) {
    super(fitMessage(numAllNodes, filteredNodesStatuses));
    this.pod = pod;
    this.numAllNodes = numAllNodes;
    this.filteredNodesStatuses = filteredNodesStatuses;
  }
}

/**
 * Sorted as texts, the count included: "10 …" stands before "2 …".
 *
 * Mirrors: pkg/scheduler/core/generic_scheduler.go#FitError.Error
 */
function fitMessage(numAllNodes: number, statuses: NodeToStatusMap): string {
  const reasons = new Map<string, number>();
  for (const status of statuses.values())
    for (const reason of status.reasons) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const histogram = [...reasons].map(([reason, count]) => `${count} ${reason}`).sort();
  return `0/${numAllNodes} nodes are available: ${histogram.join(', ')}.`;
}
