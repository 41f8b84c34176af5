import type { Pod } from '../../../../api/objects.ts';
import { everything } from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { PodLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import type { PodDisruptionBudgetLister } from '../../../../../staging/src/k8s.io/client-go/listers/policy/v1beta1/poddisruptionbudget.ts';
import { podPriority } from '../../../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Context } from '../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import type { DefaultPreemptionArgs } from '../../../apis/config/types_pluginargs.ts';
import { validateDefaultPreemptionArgs } from '../../../apis/config/validation/validation_pluginargs.ts';
import { errNoNodesAvailable } from '../../../core/generic_scheduler.ts';
import { clearNominatedNodeName } from '../../../util/utils.ts';
import type { CycleState } from '../../cycle_state.ts';
import type { Answer, Handle, PostFilterPlugin, PostFilterResult } from '../../interface.ts';
import { type NodeToStatusMap, type Status, asStatus, codeOf, newStatus } from '../../interface_status.ts';
import type { NodeInfoLister } from '../../listers.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import {
  type Candidate,
  type CheckNode,
  callExtenders,
  dryRunPreemption,
  nodesWherePreemptionMightHelp,
  selectCandidate,
  victimsOnNode,
} from './default_preemption_candidates.ts';

// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#Name
export const name = 'DefaultPreemption';

/** The parts of finding room. The plugin calls them on itself, or on an observer round it. */
export interface PreemptionSteps {
  findCandidates(state: CycleState, pod: Pod, m: NodeToStatusMap): Blocking<Result<Candidate[]>>;
  /** Undefined where there is none. */
  selectCandidate(pod: Pod, candidates: readonly Candidate[], now: number): Candidate | undefined;
  readonly checkNode: CheckNode;
}

/**
 * Makes room for a pod that fits nowhere, by taking pods of less priority away from one node.
 *
 * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption
 */
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
    this.#steps = fh.sim().observe<PreemptionSteps>('preemption', name, this);
  }

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
    this.#fh.metrics?.()?.preempted((this.#now() - preemptionStartTime) / 1000);
    if (err) return [undefined, asStatus(err)];
    if (nnn === '') return [undefined, newStatus('Unschedulable')];
    return [{ nominatedNodeName: nnn }, newStatus('Success')];
  }

  /**
   * The name of the node that is to be the pod's once its victims are gone; empty if there is none. It looks at the
   * same snapshot as the filters did, and leaves it as it is: else it might find room without taking any away, and
   * send the pod back behind others of its priority.
   *
   * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption.preempt
   */
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

  /**
   * Where none can be, the pod loses the nomination that it may have.
   *
   * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption.FindCandidates
   */
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
    const { checkNode } = this.#steps;
    return [dryRunPreemption(ph, state, pod, potentialNodes, pdbs, among, checkNode), undefined];
  }

  selectCandidate(_pod: Pod, candidates: readonly Candidate[], now: number): Candidate | undefined {
    return selectCandidate(candidates, now);
  }

  /**
   * How many candidates are enough.
   *
   * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#DefaultPreemption.calculateNumCandidates
   */
  #calculateNumCandidates(numNodes: number): number {
    const { minCandidateNodesPercentage, minCandidateNodesAbsolute } = this.#args;
    const n = Math.trunc((numNodes * minCandidateNodesPercentage) / 100);
    return Math.min(Math.max(n, minCandidateNodesAbsolute), numNodes);
  }

  /**
   * Deletes the victims, and takes back the nominations of pods of less priority to the node, since they may not fit
   * there any more.
   *
   * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#PrepareCandidate
   */
  *#prepareCandidate(c: Candidate, pod: Pod): Blocking<Error | undefined> {
    const cs = this.#fh.clientSet();
    const { namespace, name: podName } = pod.metadata;
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

/**
 * A pod waits for the victims it has, while one of them is still going from the node that it is nominated to.
 *
 * Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#PodEligibleToPreemptOthers
 */
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

// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go#New
export const newPlugin: PluginFactory = (dpArgs, fh) => {
  const args = dpArgs as DefaultPreemptionArgs;
  const err = validateDefaultPreemptionArgs(args);
  return err ? [undefined, err] : [new DefaultPreemption(fh, args), undefined];
};
