import type { Pod } from '../../api/objects.ts';
import { podPriority } from '../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { Result } from '../../../../go/result.ts';
import type { CycleState } from '../framework/cycle_state.ts';
import type { PreemptHandle } from '../framework/interface.ts';
import { type Fits, isSuccess, isUnschedulable, mergeStatuses } from '../framework/interface_status.ts';
import type { NodeInfo } from '../framework/types.ts';

/**
 * With the pods added that are nominated to the node and are not of less priority; undefined if there are none.
 *
 * Mirrors: pkg/scheduler/core/generic_scheduler.go#addNominatedPods
 */
function addNominatedPods(
  ph: PreemptHandle,
  nominatedPods: readonly Pod[],
  pod: Pod,
  state: CycleState,
  nodeInfo: NodeInfo,
): Result<{ readonly state: CycleState; readonly nodeInfo: NodeInfo } | undefined> {
  if (nominatedPods.length === 0) return [undefined, undefined];
  const nodeInfoOut = nodeInfo.clone();
  const stateOut = state.clone();
  let podsAdded = false;
  for (const p of nominatedPods) {
    if (podPriority(p) < podPriority(pod) || p.metadata.uid === pod.metadata.uid) continue;
    nodeInfoOut.addPod(p);
    const err = ph.runPreFilterExtensionAddPod(stateOut, pod, p, nodeInfoOut)?.asError();
    if (err) return [undefined, err];
    podsAdded = true;
  }
  return [podsAdded ? { state: stateOut, nodeInfo: nodeInfoOut } : undefined, undefined];
}

/**
 * `[fits, why not, error]`. Where pods of no less priority are nominated to the node, the pod must fit with them and
 * without them: with them, since the room is theirs; without, since they may go elsewhere, and an affinity to them
 * would then not hold.
 *
 * Mirrors: pkg/scheduler/core/generic_scheduler.go#PodPassesFiltersOnNode
 */
export function podPassesFiltersOnNode(ph: PreemptHandle, state: CycleState, pod: Pod, info: NodeInfo): Fits {
  const nominatedPods = ph.nominatedPodsForNode(info.name);
  const [nominated, err] = addNominatedPods(ph, nominatedPods, pod, state, info);
  if (err) return [false, undefined, err];
  let statusMap = nominated && ph.runFilterPlugins(nominated.state, pod, nominated.nodeInfo);
  if (!statusMap || statusMap.size === 0) statusMap = ph.runFilterPlugins(state, pod, info); // Go: none
  const status = mergeStatuses(statusMap);
  if (!isSuccess(status) && !isUnschedulable(status)) return [false, status, status?.asError()];
  return [isSuccess(status), status, undefined];
}
