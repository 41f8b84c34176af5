import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Random } from '../../../../sim/random.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { podPriority } from '../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import { maxExtenderPriority } from '../../../staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import type { Node, Pod } from '../../api/objects.ts';
import type { CycleState } from '../framework/cycle_state.ts';
import type { Extender } from '../framework/extender.ts';
import {
  type Fits,
  type Framework,
  type NodeScore,
  type NodeScoreList,
  type NodeToStatusMap,
  type PreemptHandle,
  isSuccess,
  isUnschedulable,
  maxNodeScore,
  mergeStatuses,
  newStatus,
} from '../framework/interface.ts';
import type { NodeInfo } from '../framework/types.ts';
import type { Cache } from '../internal/cache/interface.ts';
import type { Snapshot } from '../internal/cache/snapshot.ts';
import { NodeStatuses } from './node-statuses.ts';

/** No node can run the pod. The message counts the reasons, each as often as it was given. */
// Mirrors: pkg/scheduler/core/generic_scheduler.go#FitError
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

/** Sorted as texts, the count included: "10 …" stands before "2 …". */
// Mirrors: pkg/scheduler/core/generic_scheduler.go#FitError.Error
function fitMessage(numAllNodes: number, statuses: NodeToStatusMap): string {
  const reasons = new Map<string, number>();
  for (const status of statuses.values())
    for (const reason of status.reasons) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const histogram = [...reasons].map(([reason, count]) => `${count} ${reason}`).sort();
  return `0/${numAllNodes} nodes are available: ${histogram.join(', ')}.`;
}

/** The least number of nodes that are to be found, in a cluster that has so many. */
// Mirrors: pkg/scheduler/core/generic_scheduler.go#minFeasibleNodesToFind
export const minFeasibleNodesToFind = 100;

// Mirrors: pkg/scheduler/core/generic_scheduler.go#minFeasibleNodesPercentageToFind
export const minFeasibleNodesPercentageToFind = 5;

// Mirrors: pkg/scheduler/core/generic_scheduler.go#ErrNoNodesAvailable
export const errNoNodesAvailable = new Error('no nodes available to schedule pods');

// Mirrors: pkg/scheduler/core/generic_scheduler.go#ScheduleResult
export interface ScheduleResult {
  /** The name of the node. */
  readonly suggestedHost: string;
  readonly evaluatedNodes: number;
  readonly feasibleNodes: number;
}

/** All that is asked of the cache. */
type SnapshotSource = Pick<Cache, 'updateSnapshot'>;

/** What the filters, and after them the extenders, left. */
interface Fitting {
  readonly feasibleNodes: readonly Node[];
  readonly statuses: NodeToStatusMap;
}

/** The parts of finding a node. The scheduler calls them on itself, or on an observer round it. */
export interface GenericSchedulerSteps {
  findNodesThatFitPod(fwk: Framework, state: CycleState, pod: Pod): Blocking<Result<Fitting>>;
  prioritizeNodes(
    fwk: Framework,
    state: CycleState,
    pod: Pod,
    nodes: readonly Node[],
  ): Blocking<Result<NodeScoreList>>;
  selectHost(nodeScoreList: NodeScoreList): Result<string>;
  readonly podPassesFiltersOnNode: typeof podPassesFiltersOnNode;
}

/** Knows how to find a node for a pod. */
// Mirrors: pkg/scheduler/core/generic_scheduler.go#ScheduleAlgorithm
export type ScheduleAlgorithm = Pick<GenericScheduler, 'schedule' | 'extenders'>;

/** Finds a node for a pod: filters, scores, and a draw among the best. */
// Mirrors: pkg/scheduler/core/generic_scheduler.go#genericScheduler
export class GenericScheduler implements GenericSchedulerSteps {
  /** Itself, or what observes it. */
  steps: GenericSchedulerSteps = this;
  readonly podPassesFiltersOnNode = podPassesFiltersOnNode;
  readonly #random: Random;
  readonly #cache: SnapshotSource;
  readonly #extenders: readonly Extender[];
  readonly #nodeInfoSnapshot: Snapshot;
  readonly percentageOfNodesToScore: number;
  /** Where the search for the next pod begins, so that all nodes have the same chance of being looked at. */
  nextStartNodeIndex = 0;

  constructor(
    random: Random,
    cache: SnapshotSource,
    nodeInfoSnapshot: Snapshot,
    extenders: readonly Extender[],
    percentageOfNodesToScore: number,
  ) {
    this.#random = random;
    this.#cache = cache;
    this.#nodeInfoSnapshot = nodeInfoSnapshot;
    this.#extenders = extenders;
    this.percentageOfNodesToScore = percentageOfNodesToScore;
  }

  // Mirrors: pkg/scheduler/core/generic_scheduler.go#genericScheduler.Extenders
  extenders(): readonly Extender[] {
    return this.#extenders;
  }

  /** A FitError if no node can run the pod. */
  // Mirrors: pkg/scheduler/core/generic_scheduler.go#genericScheduler.Schedule
  *schedule(fwk: Framework, state: CycleState, pod: Pod): Blocking<Result<ScheduleResult>> {
    const stale = this.#cache.updateSnapshot(this.#nodeInfoSnapshot); // Go: snapshot
    if (stale) return [undefined, stale];
    const numAllNodes = this.#nodeInfoSnapshot.numNodes();
    if (numAllNodes === 0) return [undefined, errNoNodesAvailable];

    const [found, err] = yield* this.steps.findNodesThatFitPod(fwk, state, pod);
    if (err) return [undefined, err];
    const { feasibleNodes, statuses } = found;
    const [first] = feasibleNodes;
    if (!first) return [undefined, new FitError(pod, numAllNodes, statuses)];
    const evaluatedNodes = feasibleNodes.length + statuses.size;
    const counts = { evaluatedNodes, feasibleNodes: feasibleNodes.length };
    // The only node that is left needs no score.
    if (feasibleNodes.length === 1) return [{ suggestedHost: first.metadata.name, ...counts }, undefined];

    const [priorityList, unscored] = yield* this.steps.prioritizeNodes(fwk, state, pod, feasibleNodes);
    if (unscored) return [undefined, unscored];
    const [suggestedHost, none] = this.steps.selectHost(priorityList);
    return none ? [undefined, none] : [{ suggestedHost, ...counts }, undefined];
  }

  /**
   * Any node of those with the highest score, each with the same chance: the n-th takes the place of the one that was
   * selected before it with a chance of 1/n.
   */
  // Mirrors: pkg/scheduler/core/generic_scheduler.go#genericScheduler.selectHost
  selectHost(nodeScoreList: NodeScoreList): Result<string> {
    const [first] = nodeScoreList;
    if (!first) return [undefined, new Error('empty priorityList')];
    let { score: maxScore, name: selected } = first;
    let cntOfMaxScore = 1;
    for (const ns of nodeScoreList) {
      if (ns === first) continue;
      if (ns.score > maxScore) {
        maxScore = ns.score;
        selected = ns.name;
        cntOfMaxScore = 1;
      } else if (ns.score === maxScore) {
        cntOfMaxScore++;
        if (this.#random.below(cntOfMaxScore) === 0) selected = ns.name;
      }
    }
    return [selected, undefined];
  }

  /**
   * How many nodes are enough. In a large cluster it is a share that falls with its size, from half of the nodes to a
   * twentieth, unless the configuration names one.
   */
  // Mirrors: pkg/scheduler/core/generic_scheduler.go#genericScheduler.numFeasibleNodesToFind
  numFeasibleNodesToFind(numAllNodes: number): number {
    if (numAllNodes < minFeasibleNodesToFind || this.percentageOfNodesToScore >= 100) return numAllNodes;
    let adaptivePercentage = this.percentageOfNodesToScore;
    if (adaptivePercentage <= 0) {
      adaptivePercentage = 50 - Math.trunc(numAllNodes / 125);
      adaptivePercentage = Math.max(adaptivePercentage, minFeasibleNodesPercentageToFind);
    }
    return Math.max(Math.trunc((numAllNodes * adaptivePercentage) / 100), minFeasibleNodesToFind);
  }

  /** The nodes that can run the pod, and why others cannot. */
  // Mirrors: pkg/scheduler/core/generic_scheduler.go#genericScheduler.findNodesThatFitPod
  *findNodesThatFitPod(fwk: Framework, state: CycleState, pod: Pod): Blocking<Result<Fitting>> {
    const statuses: NodeToStatusMap = new NodeStatuses(this.#nodeInfoSnapshot);
    const s = fwk.runPreFilterPlugins(state, pod);
    if (s && !isSuccess(s)) {
      if (!isUnschedulable(s)) return [undefined, s.asError() as Error];
      for (const n of this.#nodeInfoSnapshot.list()) statuses.set(n.name, s);
      return [{ feasibleNodes: [], statuses }, undefined];
    }
    const [passed, err] = this.#findNodesThatPassFilters(fwk, state, pod, statuses);
    if (err) return [undefined, err];
    const [feasibleNodes, refused] = yield* this.#findNodesThatPassExtenders(pod, passed, statuses);
    return refused ? [undefined, refused] : [{ feasibleNodes, statuses }, undefined];
  }

  /** Ends as soon as one node more than enough was found. */
  // Mirrors: pkg/scheduler/core/generic_scheduler.go#genericScheduler.findNodesThatPassFilters
  #findNodesThatPassFilters(
    fwk: Framework,
    state: CycleState,
    pod: Pod,
    statuses: NodeToStatusMap,
  ): Result<Node[]> {
    const allNodes = this.#nodeInfoSnapshot.list();
    const numNodesToFind = this.numFeasibleNodesToFind(allNodes.length);
    const start = this.nextStartNodeIndex; // Go: none
    const at = (i: number): NodeInfo => allNodes[(start + i) % allNodes.length] as NodeInfo;
    const feasibleNodes: Node[] = [];
    if (!fwk.hasFilterPlugins()) {
      for (let i = 0; i < numNodesToFind; i++) feasibleNodes.push(at(i).node() as Node);
      this.nextStartNodeIndex = (start + feasibleNodes.length) % allNodes.length;
      return [feasibleNodes, undefined];
    }
    const { podPassesFiltersOnNode } = this.steps; // Go: none
    const ph = fwk.preemptHandle(); // Go: none
    for (let i = 0; i < allNodes.length; i++) {
      const nodeInfo = at(i);
      const [fits, status, err] = podPassesFiltersOnNode(ph, state, pod, nodeInfo);
      if (err) return [undefined, err];
      if (!fits) {
        if (status) statuses.set(nodeInfo.name, status);
      } else if (feasibleNodes.length === numNodesToFind) {
        break; // Go: none
      } else {
        feasibleNodes.push(nodeInfo.node() as Node);
      }
    }
    this.nextStartNodeIndex = (start + feasibleNodes.length + statuses.size) % allNodes.length;
    return [feasibleNodes, undefined];
  }

  // Mirrors: pkg/scheduler/core/generic_scheduler.go#genericScheduler.findNodesThatPassExtenders
  *#findNodesThatPassExtenders(
    pod: Pod,
    passed: readonly Node[],
    statuses: NodeToStatusMap,
  ): Blocking<Result<readonly Node[]>> {
    let feasibleNodes = passed;
    for (const extender of this.#extenders) {
      if (feasibleNodes.length === 0) break;
      if (!extender.isInterested(pod)) continue;
      const [feasibleList, failedMap, err] = yield* extender.filter(pod, feasibleNodes);
      if (err) {
        if (extender.isIgnorable()) continue;
        return [undefined, err];
      }
      for (const [failedNodeName, failedMsg] of failedMap) {
        const status = statuses.get(failedNodeName)?.appendReason(failedMsg);
        statuses.set(failedNodeName, status ?? newStatus('Unschedulable', failedMsg));
      }
      feasibleNodes = feasibleList;
    }
    return [feasibleNodes, undefined];
  }

  /** The sum of the weighted scores of each node, in the order of the nodes. */
  // Mirrors: pkg/scheduler/core/generic_scheduler.go#genericScheduler.prioritizeNodes
  *prioritizeNodes(
    fwk: Framework,
    state: CycleState,
    pod: Pod,
    nodes: readonly Node[],
  ): Blocking<Result<NodeScoreList>> {
    if (this.#extenders.length === 0 && !fwk.hasScorePlugins())
      return [nodes.map(({ metadata }) => ({ name: metadata.name, score: 1 })), undefined];
    const preScoreErr = fwk.runPreScorePlugins(state, pod, nodes)?.asError();
    if (preScoreErr) return [undefined, preScoreErr];
    const [scoresMap, scoreStatus] = fwk.runScorePlugins(state, pod, nodes);
    if (scoreStatus) return [undefined, scoreStatus.asError() as Error];
    const result = nodes.map(({ metadata }) => ({ name: metadata.name, score: 0 }));
    for (const scores of scoresMap.values())
      for (let i = 0; i < scores.length; i++)
        (result[i] as NodeScore).score += (scores[i] as NodeScore).score;
    if (this.#extenders.length > 0) yield* this.#addExtenderScores(pod, nodes, result);
    return [result, undefined];
  }

  /** An extender that cannot be asked gives no scores, and that is all. */
  *#addExtenderScores(pod: Pod, nodes: readonly Node[], result: NodeScoreList): Blocking<void> {
    const combinedScores = new Map<string, number>();
    for (const extender of this.#extenders) {
      if (!extender.isInterested(pod)) continue;
      const [prioritizedList, weight, err] = yield* extender.prioritize(pod, nodes);
      if (err) continue;
      for (const [host, score] of prioritizedList)
        combinedScores.set(host, (combinedScores.get(host) ?? 0) + score * weight);
    }
    for (const node of result)
      node.score += (combinedScores.get(node.name) ?? 0) * (maxNodeScore / maxExtenderPriority);
  }
}

// Mirrors: pkg/scheduler/core/generic_scheduler.go#NewGenericScheduler
export function newGenericScheduler(
  sim: Sim,
  cache: SnapshotSource,
  nodeInfoSnapshot: Snapshot,
  extenders: readonly Extender[],
  percentageOfNodesToScore: number,
): GenericScheduler {
  const random = sim.observe('scheduler-random', 'generic', sim.random); // Go: none
  // Go: genericScheduler
  const g = new GenericScheduler(random, cache, nodeInfoSnapshot, extenders, percentageOfNodesToScore);
  const observed = sim.observe('generic-scheduler', 'generic', g); // Go: none
  g.steps = observed; // Go: none
  return observed;
}

/** With the pods added that are nominated to the node and are not of less priority; undefined if there are none. */
// Mirrors: pkg/scheduler/core/generic_scheduler.go#addNominatedPods
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
 */
// Mirrors: pkg/scheduler/core/generic_scheduler.go#PodPassesFiltersOnNode
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
