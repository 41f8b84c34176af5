import type { Pod, PodDisruptionBudget } from '../../../../api/objects.ts';
import { podPriority } from '../../../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Victims } from '../../../../../staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import { getEarliestPodStartTime } from '../../../util/utils.ts';
import type { CycleState } from '../../cycle_state.ts';
import type { Extender } from '../../extender.ts';
import type { PreemptHandle } from '../../interface.ts';
import { type NodeToStatusMap, codeOf } from '../../interface_status.ts';
import type { NodeInfoLister } from '../../listers.ts';
import type { NodeInfo } from '../../types.ts';
import { selectVictimsOnNode } from './default_preemption_victims.ts';

/**
 * A node, and the pods that would have to go from it.
 *
 * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/candidate.go#Candidate
 */
export interface Candidate {
  readonly name: string;
  readonly victims: Victims;
}

/**
 * The nodes that were not refused for something that the going of pods would not change.
 *
 * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#nodesWherePreemptionMightHelp
 */
export function nodesWherePreemptionMightHelp(nodes: readonly NodeInfo[], m: NodeToStatusMap): NodeInfo[] {
  return nodes.filter(({ name }) => codeOf(m.get(name)) !== 'UnschedulableAndUnresolvable');
}

/** Finds who would have to go from a node; undefined if that would be of no use. */
export type CheckNode = (
  ph: PreemptHandle,
  state: CycleState,
  pod: Pod,
  nodeInfo: NodeInfo,
  pdbs: readonly PodDisruptionBudget[],
  now: number,
) => Victims | undefined;

/**
 * Tries it on copies.
 *
 * Part of: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#dryRunPreemption
 */
export const victimsOnNode: CheckNode = (ph, state, pod, nodeInfo, pdbs, now) =>
  selectVictimsOnNode(ph, state.clone(), pod, nodeInfo.clone(), pdbs, now);

/**
 * Tries on copies what would have to go from each node, beginning at `offset`, until there are `numCandidates`, one at
 * least against no budget. Those against no budget come first.
 *
 * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#dryRunPreemption
 */
export function dryRunPreemption(
  ph: PreemptHandle,
  state: CycleState,
  pod: Pod,
  potentialNodes: readonly NodeInfo[],
  pdbs: readonly PodDisruptionBudget[],
  { offset, numCandidates, now }: { offset: number; numCandidates: number; now: number },
  checkNode: CheckNode = victimsOnNode,
): Candidate[] {
  const nonViolatingCandidates: Candidate[] = [];
  const violatingCandidates: Candidate[] = [];
  for (let i = 0; i < potentialNodes.length; i++) {
    const nodeInfo = potentialNodes[(offset + i) % potentialNodes.length] as NodeInfo; // Go: none
    const victims = checkNode(ph, state, pod, nodeInfo, pdbs, now);
    if (!victims) continue;
    const list = victims.numPDBViolations === 0 ? nonViolatingCandidates : violatingCandidates;
    if (list.length < numCandidates) list.push({ name: nodeInfo.name, victims });
    const found = nonViolatingCandidates.length + violatingCandidates.length;
    if (nonViolatingCandidates.length > 0 && found >= numCandidates) break;
  }
  return [...nonViolatingCandidates, ...violatingCandidates];
}

/**
 * Lets extenders strike out candidates, and name other victims. One that cannot be asked is left out if that is allowed.
 *
 * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#CallExtenders
 */
export function* callExtenders(
  extenders: readonly Extender[],
  pod: Pod,
  nodeLister: NodeInfoLister,
  candidates: readonly Candidate[],
): Blocking<Result<readonly Candidate[]>> {
  if (extenders.length === 0 || candidates.length === 0) return [candidates, undefined];
  let victimsMap: ReadonlyMap<string, Victims> = new Map(
    candidates.map(({ name, victims }) => [name, victims]),
  );
  for (const extender of extenders) {
    if (!extender.supportsPreemption() || !extender.isInterested(pod)) continue;
    const [nodeNameToVictims, err] = yield* extender.processPreemption(pod, victimsMap, nodeLister);
    if (err) {
      if (extender.isIgnorable()) continue;
      return [undefined, err];
    }
    victimsMap = nodeNameToVictims;
    if (victimsMap.size === 0) break;
  }
  return [[...victimsMap].map(([name, victims]) => ({ name, victims })), undefined];
}

/** Those with the least of something. */
function least(candidates: readonly Candidate[], measure: (victims: Victims) => number): Candidate[] {
  let min = Infinity;
  let kept: Candidate[] = [];
  for (const candidate of candidates) {
    const found = measure(candidate.victims);
    if (found < min) {
      min = found;
      kept = [];
    }
    if (found === min) kept.push(candidate);
  }
  return kept;
}

/** Added to each priority in a sum, so that more pods of a negative one do not weigh less than fewer. */
export const maxInt32Plus1 = 2 ** 31;

/**
 * The best of the candidates: what goes against the fewest budgets; whose first victim has the least priority; whose
 * victims' priorities sum up to the least; that has the fewest victims; whose most important victims were started
 * last; and then the first. Kubernetes goes through a map, so there the last tie falls to any of them.
 *
 * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#pickOneNodeForPreemption
 */
export function selectCandidate(candidates: readonly Candidate[], now: number): Candidate | undefined {
  const sumPriorities = ({ pods }: Victims): number =>
    pods.reduce((sum, pod) => sum + podPriority(pod) + maxInt32Plus1, 0);
  const measures: readonly ((victims: Victims) => number)[] = [
    ({ numPDBViolations }) => numPDBViolations,
    ({ pods: [first] }) => (first ? podPriority(first) : 0),
    sumPriorities,
    ({ pods }) => pods.length,
    ({ pods }) => -getEarliestPodStartTime(pods, now),
  ];
  let best: readonly Candidate[] = candidates; // Go: minNodes1
  for (const measure of measures) {
    if (best.length <= 1) break;
    best = least(best, measure); // Go: none
  }
  return best[0];
}
