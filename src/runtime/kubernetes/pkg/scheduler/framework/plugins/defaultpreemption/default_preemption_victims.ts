import type { Pod, PodDisruptionBudget } from '../../../../api/objects.ts';
import { labelSelectorAsSelector } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { podPriority } from '../../../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { Victims } from '../../../../../staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import { podPassesFiltersOnNode } from '../../../core/generic_scheduler_nominated.ts';
import { byImportance } from '../../../util/utils.ts';
import type { CycleState } from '../../cycle_state.ts';
import type { PreemptHandle } from '../../interface.ts';
import type { NodeInfo } from '../../types.ts';

/**
 * The fewest pods of less priority that must go from the node so that the pod can run there: all go at first, and then
 * each that need not is let back, the most important first, those before all that a budget protects. Undefined if the
 * pod could not run even with all of them gone, or if there are none. It changes `state` and `nodeInfo`, so give it
 * copies.
 *
 * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#selectVictimsOnNode
 */
export function selectVictimsOnNode(
  ph: PreemptHandle,
  state: CycleState,
  pod: Pod,
  nodeInfo: NodeInfo,
  pdbs: readonly PodDisruptionBudget[],
  now: number,
): Victims | undefined {
  const removePod = (rp: Pod): Error | undefined =>
    nodeInfo.removePod(rp) ?? ph.runPreFilterExtensionRemovePod(state, pod, rp, nodeInfo)?.asError();
  const fits = (): boolean => podPassesFiltersOnNode(ph, state, pod, nodeInfo)[0];

  const potentialVictims: Pod[] = [];
  for (const p of [...nodeInfo.pods]) {
    if (podPriority(p.pod) >= podPriority(pod)) continue;
    potentialVictims.push(p.pod);
    if (removePod(p.pod)) return undefined;
  }
  if (potentialVictims.length === 0 || !fits()) return undefined;

  potentialVictims.sort(byImportance(now));
  const [violatingVictims, nonViolatingVictims] = filterPodsWithPDBViolation(potentialVictims, pdbs);
  const pods: Pod[] = [];
  /** Undefined for an error. */
  const reprievePod = (p: Pod): boolean | undefined => {
    nodeInfo.addPod(p);
    if (ph.runPreFilterExtensionAddPod(state, pod, p, nodeInfo)?.asError()) return undefined;
    if (fits()) return true;
    pods.push(p);
    return removePod(p) ? undefined : false;
  };
  let numPDBViolations = 0; // Go: none
  for (const p of violatingVictims) {
    const reprieved = reprievePod(p);
    if (reprieved === undefined) return undefined;
    if (!reprieved) numPDBViolations++;
  }
  for (const p of nonViolatingVictims) if (reprievePod(p) === undefined) return undefined;
  return { pods, numPDBViolations };
}

/**
 * `[those whose going would be against a budget, the others]`, both in their order. A budget that is used up by the
 * first of its pods protects those after it.
 *
 * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#filterPodsWithPDBViolation
 */
export function filterPodsWithPDBViolation(
  pods: readonly Pod[],
  pdbs: readonly PodDisruptionBudget[],
): [Pod[], Pod[]] {
  const budgets = pdbs.map((pdb) => ({
    pdb,
    selector: labelSelectorAsSelector(pdb.spec?.selector)[0],
    allowed: pdb.status?.disruptionsAllowed ?? 0,
  }));
  const violatingPods: Pod[] = []; // Go: none
  const nonViolatingPods: Pod[] = []; // Go: none
  for (const pod of pods) {
    const { namespace, name, labels = {} } = pod.metadata;
    let pdbForPodIsViolated = false;
    for (const budget of budgets) {
      const { pdb, selector } = budget;
      // No labels match no budget, and a budget with an empty selector, or none, matches nothing.
      if (Object.keys(labels).length === 0 || pdb.metadata.namespace !== namespace) continue;
      if (!selector || selector.empty() || !selector.matches(labels)) continue;
      // The API server has let this one go already, and counted it.
      if (Object.hasOwn(pdb.status?.disruptedPods ?? {}, name)) continue;
      budget.allowed--;
      if (budget.allowed < 0) pdbForPodIsViolated = true;
    }
    (pdbForPodIsViolated ? violatingPods : nonViolatingPods).push(pod);
  }
  return [violatingPods, nonViolatingPods];
}
