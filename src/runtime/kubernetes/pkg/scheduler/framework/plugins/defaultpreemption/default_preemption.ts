import type { Result } from '../../../../../../go/result.ts';
import type { Context } from '../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import { labelSelectorAsSelector } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { everything } from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { PodLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import type { PodDisruptionBudgetLister } from '../../../../../staging/src/k8s.io/client-go/listers/policy/v1beta1/poddisruptionbudget.ts';
import { podPriority } from '../../../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { Victims } from '../../../../../staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import type { Pod, PodDisruptionBudget } from '../../../../api/objects.ts';
import type { DefaultPreemptionArgs } from '../../../apis/config/types_pluginargs.ts';
import { validateDefaultPreemptionArgs } from '../../../apis/config/validation/validation_pluginargs.ts';
import { errNoNodesAvailable, podPassesFiltersOnNode } from '../../../core/generic_scheduler.ts';
import { byImportance, clearNominatedNodeName, getEarliestPodStartTime } from '../../../util/utils.ts';
import type { CycleState } from '../../cycle_state.ts';
import type { Extender } from '../../extender.ts';
import {
  type Answer,
  type Handle,
  type NodeToStatusMap,
  type PostFilterPlugin,
  type PostFilterResult,
  type PreemptHandle,
  type Status,
  asStatus,
  codeOf,
  newStatus,
} from '../../interface.ts';
import type { NodeInfoLister } from '../../listers.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import type { Candidate } from './candidate.ts';

// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#Name
export const name = 'DefaultPreemption';

/** The parts of finding room. The plugin calls them on itself, or on an observer round it. */
export interface PreemptionSteps {
  findCandidates(state: CycleState, pod: Pod, m: NodeToStatusMap): Blocking<Result<Candidate[]>>;
  /** Undefined where there is none. */
  selectCandidate(pod: Pod, candidates: readonly Candidate[], now: number): Candidate | undefined;
  readonly checkNode: CheckNode;
}

/** Makes room for a pod that fits nowhere, by taking pods of less priority away from one node. */
// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption
export class DefaultPreemption implements PostFilterPlugin, PreemptionSteps {
  readonly #fh: Handle;
  readonly #args: DefaultPreemptionArgs;
  readonly #podLister: PodLister;
  readonly #pdbLister: PodDisruptionBudgetLister;
  readonly checkNode = victimsOnNode;
  readonly #steps: PreemptionSteps;

  constructor(fh: Handle, args: DefaultPreemptionArgs) {
    this.#fh = fh;
    this.#args = args;
    const informers = fh.sharedInformerFactory();
    this.#podLister = informers.core().v1().pods().lister();
    this.#pdbLister = informers.policy().v1beta1().podDisruptionBudgets().lister();
    this.#steps = fh.sim().observe('preemption', name, this);
  }

  // Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption.PostFilter
  *postFilter(
    _ctx: Context,
    state: CycleState,
    pod: Pod,
    m: NodeToStatusMap,
  ): Blocking<[PostFilterResult | undefined, Answer]> {
    const preemptionStartTime = this.#now();
    const [nnn, err] = yield* this.#preempt(state, pod, m);
    this.#fh.metrics?.()?.preempted((this.#now() - preemptionStartTime) / 1000); // Go: none
    if (err) return [undefined, asStatus(err)];
    if (nnn === '') return [undefined, newStatus('Unschedulable')];
    return [{ nominatedNodeName: nnn }, newStatus('Success')];
  }

  /**
   * The name of the node that is to be the pod's once its victims are gone; empty if there is none. It looks at the
   * same snapshot as the filters did, and leaves it as it is: else it might find room without taking any away, and
   * send the pod back behind others of its priority.
   */
  // Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption.preempt
  *#preempt(state: CycleState, asked: Pod, m: NodeToStatusMap): Blocking<Result<string>> {
    const { namespace, name: podName } = asked.metadata;
    const [pod, gone] = this.#podLister.pods(namespace).get(podName);
    if (gone) return [undefined, gone];
    const nodeLister = this.#fh.snapshotSharedLister().nodeInfos();
    const status = m.get(pod.status.nominatedNodeName ?? '');
    if (!podEligibleToPreemptOthers(pod, nodeLister, status)) return ['', undefined];
    const [candidates, err] = yield* this.#steps.findCandidates(state, pod, m);
    if (err) return [undefined, err];
    const extenders = this.#fh.preemptHandle().extenders();
    const [left, refused] = yield* callExtenders(extenders, pod, nodeLister, candidates);
    if (refused) return [undefined, refused];
    const bestCandidate = this.#steps.selectCandidate(pod, left, this.#now());
    if (!bestCandidate) return ['', undefined];
    const failed = yield* this.#prepareCandidate(bestCandidate, pod);
    return failed ? [undefined, failed] : [bestCandidate.name, undefined];
  }

  /** In ms since 1970. */
  #now(): number {
    const sim = this.#fh.sim();
    return sim.epoch + sim.now;
  }

  /** Where none can be, the pod loses the nomination that it may have. */
  // Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption.FindCandidates
  *findCandidates(state: CycleState, pod: Pod, m: NodeToStatusMap): Blocking<Result<Candidate[]>> {
    const allNodes = this.#fh.snapshotSharedLister().nodeInfos().list();
    if (allNodes.length === 0) return [undefined, errNoNodesAvailable];
    const potentialNodes = nodesWherePreemptionMightHelp(allNodes, m);
    if (potentialNodes.length === 0) {
      // That a nomination could not be taken back does no harm.
      yield* clearNominatedNodeName(this.#fh.clientSet(), pod);
      return [[], undefined];
    }
    const [pdbs, err] = this.#pdbLister.list(everything());
    if (err) return [undefined, err];
    const numNodes = potentialNodes.length;
    const offset = this.#fh.sim().random.below(numNodes);
    const among = { offset, numCandidates: this.#calculateNumCandidates(numNodes), now: this.#now() };
    const ph = this.#fh.preemptHandle();
    const { checkNode } = this.#steps; // Go: none
    return [dryRunPreemption(ph, state, pod, potentialNodes, pdbs, among, checkNode), undefined];
  }

  selectCandidate(_pod: Pod, candidates: readonly Candidate[], now: number): Candidate | undefined {
    return selectCandidate(candidates, now);
  }

  /** How many candidates are enough. */
  // Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption.calculateNumCandidates
  #calculateNumCandidates(numNodes: number): number {
    const { minCandidateNodesPercentage, minCandidateNodesAbsolute } = this.#args;
    const n = Math.trunc((numNodes * minCandidateNodesPercentage) / 100);
    return Math.min(Math.max(n, minCandidateNodesAbsolute), numNodes);
  }

  /**
   * Deletes the victims, and takes back the nominations of pods of less priority to the node, since they may not fit
   * there any more.
   */
  // Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#PrepareCandidate
  *#prepareCandidate(c: Candidate, pod: Pod): Blocking<Error | undefined> {
    const cs = this.#fh.clientSet();
    const { namespace, name: podName } = pod.metadata; // Go: none
    for (const victim of c.victims.pods) {
      const err = yield* cs.coreV1().pods(victim.metadata.namespace).delete(victim.metadata.name);
      if (err) return err;
      this.#fh.getWaitingPod(victim.metadata.uid)?.reject('preempted');
      const note = 'Preempted by %v/%v on node %v';
      const recorder = this.#fh.eventRecorder();
      recorder.eventf(victim, pod, 'Normal', 'Preempted', 'Preempting', note, namespace, podName, c.name);
    }
    this.#fh.metrics?.()?.preemptionVictims.observe(c.victims.pods.length);

    const nominated = this.#fh.preemptHandle().nominatedPodsForNode(c.name);
    const lower = nominated.filter((p) => podPriority(p) < podPriority(pod));
    yield* clearNominatedNodeName(cs, ...lower);
    return undefined;
  }
}

// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#New
export const newPlugin: PluginFactory = (dpArgs, fh) => {
  const args = dpArgs as DefaultPreemptionArgs;
  const err = validateDefaultPreemptionArgs(args);
  return err ? [undefined, err] : [new DefaultPreemption(fh, args), undefined];
};

/** A pod waits for the victims it has, while one of them is still going from the node that it is nominated to. */
// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#PodEligibleToPreemptOthers
export function podEligibleToPreemptOthers(
  pod: Pod,
  nodeInfos: NodeInfoLister,
  nominatedNodeStatus: Status | undefined,
): boolean {
  if (pod.spec.preemptionPolicy === 'Never') return false;
  const { nominatedNodeName } = pod.status;
  if (!nominatedNodeName || codeOf(nominatedNodeStatus) === 'UnschedulableAndUnresolvable') return true;
  const [nodeInfo] = nodeInfos.get(nominatedNodeName);
  return !nodeInfo?.pods.some(
    ({ pod: p }) => p.metadata.deletionTimestamp !== undefined && podPriority(p) < podPriority(pod),
  );
}

/** The nodes that were not refused for something that the going of pods would not change. */
// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#nodesWherePreemptionMightHelp
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

/** Tries it on copies. */
// Part of: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#dryRunPreemption
export const victimsOnNode: CheckNode = (ph, state, pod, nodeInfo, pdbs, now) =>
  selectVictimsOnNode(ph, state.clone(), pod, nodeInfo.clone(), pdbs, now);

/**
 * Tries on copies what would have to go from each node, beginning at `offset`, until there are `numCandidates`, one at
 * least against no budget. Those against no budget come first.
 */
// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#dryRunPreemption
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
    const nodeInfo = potentialNodes[(offset + i) % potentialNodes.length] as NodeInfo;
    const victims = checkNode(ph, state, pod, nodeInfo, pdbs, now);
    if (!victims) continue;
    const list = victims.numPDBViolations === 0 ? nonViolatingCandidates : violatingCandidates;
    if (list.length < numCandidates) list.push({ name: nodeInfo.name, victims });
    const found = nonViolatingCandidates.length + violatingCandidates.length;
    if (nonViolatingCandidates.length > 0 && found >= numCandidates) break;
  }
  return [...nonViolatingCandidates, ...violatingCandidates];
}

/** Lets extenders strike out candidates, and name other victims. One that cannot be asked is left out if that is allowed. */
// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#CallExtenders
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
 */
// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#pickOneNodeForPreemption
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

/**
 * The fewest pods of less priority that must go from the node so that the pod can run there: all go at first, and then
 * each that need not is let back, the most important first, those before all that a budget protects. Undefined if the
 * pod could not run even with all of them gone, or if there are none. It changes `state` and `nodeInfo`, so give it
 * copies.
 */
// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#selectVictimsOnNode
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
 */
// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#filterPodsWithPDBViolation
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
