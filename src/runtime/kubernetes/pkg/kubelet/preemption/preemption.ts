import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Pod } from '../../api/objects.ts';
import { getResourceRequest } from '../../api/v1/resource/helpers.ts';
import { getPodQOS } from '../../apis/core/v1/helper/qos/qos.ts';
import { preemptContainer } from '../events/event.ts';
import type { ActivePodsFunc, KillPodFunc } from '../eviction/types.ts';
import {
  type AdmissionFailureHandler,
  type Failure,
  InsufficientResourceError,
} from '../lifecycle/predicate.ts';
import { isCriticalPod, preemptable } from '../types/pod_update.ts';

// Mirrors: pkg/kubelet/preemption/preemption.go#message
const message = 'Preempted in order to admit critical pod';

/** Ends pods to make room for one that the node cannot do without. */
// Mirrors: pkg/kubelet/preemption/preemption.go#CriticalPodAdmissionHandler
class CriticalPodAdmissionHandler implements AdmissionFailureHandler {
  readonly #getPodsFunc: ActivePodsFunc;
  readonly #killPodFunc: KillPodFunc;
  readonly #recorder: EventRecorder;

  constructor(getPodsFunc: ActivePodsFunc, killPodFunc: KillPodFunc, recorder: EventRecorder) {
    this.#getPodsFunc = getPodsFunc;
    this.#killPodFunc = killPodFunc;
    this.#recorder = recorder;
  }

  /** Only what is short can be helped: where something else keeps the pod off, nothing is ended. */
  // Mirrors: pkg/kubelet/preemption/preemption.go#CriticalPodAdmissionHandler.HandleAdmissionFailure
  *handleAdmissionFailure(
    admitPod: Pod,
    failureReasons: readonly Failure[],
  ): Blocking<readonly [reasons: readonly Failure[], err: Error | undefined]> {
    if (!isCriticalPod(admitPod)) return [failureReasons, undefined];
    const nonResourceReasons: Failure[] = [];
    const resourceReasons: AdmissionRequirement[] = [];
    for (const r of failureReasons) {
      if (r instanceof InsufficientResourceError)
        resourceReasons.push({ resourceName: r.resourceName, quantity: r.getInsufficientAmount() });
      else nonResourceReasons.push(r);
    }
    if (nonResourceReasons.length > 0) return [nonResourceReasons, undefined];
    return [[], yield* this.#evictPodsToFreeRequests(admitPod, resourceReasons)];
  }

  /** One that could not be ended is passed over. */
  // Mirrors: pkg/kubelet/preemption/preemption.go#CriticalPodAdmissionHandler.evictPodsToFreeRequests
  *#evictPodsToFreeRequests(
    admitPod: Pod,
    insufficientResources: AdmissionRequirementList,
  ): Blocking<Error | undefined> {
    const [podsToPreempt, err] = getPodsToPreempt(admitPod, this.#getPodsFunc(), insufficientResources);
    if (err) return new Error(`preemption: error finding a set of pods to preempt: ${err.message}`);
    for (const pod of podsToPreempt) {
      const status: PodStatus = { phase: 'Failed', message, reason: preemptContainer };
      this.#recorder.eventf(pod, 'Warning', preemptContainer, message);
      yield* this.#killPodFunc(pod, status, undefined);
    }
    return undefined;
  }
}

// Mirrors: pkg/kubelet/preemption/preemption.go#NewCriticalPodAdmissionHandler
export function newCriticalPodAdmissionHandler(
  getPodsFunc: ActivePodsFunc,
  killPodFunc: KillPodFunc,
  recorder: EventRecorder,
): AdmissionFailureHandler {
  return new CriticalPodAdmissionHandler(getPodsFunc, killPodFunc, recorder);
}

/** As few guaranteed pods as can be, then as few burstable ones, then as few of those that asked for nothing. */
// Mirrors: pkg/kubelet/preemption/preemption.go#getPodsToPreempt
function getPodsToPreempt(
  pod: Pod,
  pods: readonly Pod[],
  requirements: AdmissionRequirementList,
): Result<Pod[]> {
  const [bestEffortPods, burstablePods, guaranteedPods] = sortPodsByQOS(pod, pods);
  const all = [...bestEffortPods, ...burstablePods, ...guaranteedPods];
  const unableToMeetRequirements = subtract(requirements, ...all);
  if (unableToMeetRequirements.length > 0) return [undefined, notFound(unableToMeetRequirements)];

  const guaranteed = subtract(requirements, ...bestEffortPods, ...burstablePods);
  const [guaranteedToEvict, err] = getPodsToPreemptByDistance(guaranteedPods, guaranteed);
  if (err) return [undefined, err];
  const burstable = subtract(requirements, ...bestEffortPods, ...guaranteedToEvict);
  const [burstableToEvict, err2] = getPodsToPreemptByDistance(burstablePods, burstable);
  if (err2) return [undefined, err2];
  const bestEffort = subtract(requirements, ...burstableToEvict, ...guaranteedToEvict);
  const [bestEffortToEvict, err3] = getPodsToPreemptByDistance(bestEffortPods, bestEffort);
  if (err3) return [undefined, err3];
  return [[...bestEffortToEvict, ...burstableToEvict, ...guaranteedToEvict], undefined];
}

const notFound = (requirements: AdmissionRequirementList): Error =>
  new Error(`no set of running pods found to reclaim resources: ${toString(requirements)}`);

/** Takes again and again the pod that brings what is needed nearest, and of two alike the smaller one. */
// Mirrors: pkg/kubelet/preemption/preemption.go#getPodsToPreemptByDistance
function getPodsToPreemptByDistance(from: readonly Pod[], needed: AdmissionRequirementList): Result<Pod[]> {
  const [pods, podsToEvict] = [[...from], [] as Pod[]];
  let requirements = needed;
  while (requirements.length > 0) {
    if (pods.length === 0) return [undefined, notFound(requirements)];
    let bestDistance = requirements.length + 1;
    let bestPodIndex = 0;
    for (const [i, pod] of pods.entries()) {
      const dist = distance(requirements, pod);
      if (dist > bestDistance) continue;
      if (dist === bestDistance && !smallerResourceRequest(pod, pods[bestPodIndex]!)) continue;
      bestDistance = dist;
      bestPodIndex = i;
    }
    const best = pods[bestPodIndex]!;
    requirements = subtract(requirements, best);
    podsToEvict.push(best);
    pods[bestPodIndex] = pods.at(-1)!;
    pods.pop();
  }
  return [podsToEvict, undefined];
}

/** How much of a resource has to become free. */
// Mirrors: pkg/kubelet/preemption/preemption.go#admissionRequirement
interface AdmissionRequirement {
  readonly resourceName: string;
  readonly quantity: number;
}

// Mirrors: pkg/kubelet/preemption/preemption.go#admissionRequirementList
type AdmissionRequirementList = readonly AdmissionRequirement[];

/** How much would still be needed without the pod: the squares of the shares, added up. */
// Mirrors: pkg/kubelet/preemption/preemption.go#admissionRequirementList.distance
function distance(a: AdmissionRequirementList, pod: Pod): number {
  let dist = 0;
  for (const { resourceName, quantity } of a) {
    const remainingRequest = quantity - getResourceRequest(pod, resourceName);
    const share = remainingRequest / quantity;
    if (remainingRequest > 0) dist += share * share;
  }
  return dist;
}

/** What is needed once the pods are gone. */
// Mirrors: pkg/kubelet/preemption/preemption.go#admissionRequirementList.subtract
function subtract(a: AdmissionRequirementList, ...pods: readonly Pod[]): AdmissionRequirement[] {
  return a
    .map(({ resourceName, quantity }) => {
      const freed = pods.reduce((sum, pod) => sum + getResourceRequest(pod, resourceName), 0);
      return { resourceName, quantity: quantity - freed };
    })
    .filter(({ quantity }) => quantity > 0);
}

// Mirrors: pkg/kubelet/preemption/preemption.go#admissionRequirementList.toString
function toString(a: AdmissionRequirementList): string {
  const told = a.map(({ resourceName, quantity }) => `(res: ${resourceName}, q: ${quantity}), `);
  return `[${told.join('')}]`;
}

/** The pods that the first may end. */
// Mirrors: pkg/kubelet/preemption/preemption.go#sortPodsByQOS
function sortPodsByQOS(
  preemptor: Pod,
  pods: readonly Pod[],
): [bestEffort: Pod[], burstable: Pod[], guaranteed: Pod[]] {
  const lesser = pods.filter((pod) => preemptable(preemptor, pod));
  const of = (qos: string): Pod[] => lesser.filter((pod) => getPodQOS(pod) === qos);
  return [of('BestEffort'), of('Burstable'), of('Guaranteed')];
}

/** Whether the first asks for less memory, or for as much and less of the processor, or for no more of either. */
// Mirrors: pkg/kubelet/preemption/preemption.go#smallerResourceRequest
function smallerResourceRequest(pod1: Pod, pod2: Pod): boolean {
  for (const res of ['memory', 'cpu']) {
    const [req1, req2] = [getResourceRequest(pod1, res), getResourceRequest(pod2, res)];
    if (req1 !== req2) return req1 < req2;
  }
  return true;
}
