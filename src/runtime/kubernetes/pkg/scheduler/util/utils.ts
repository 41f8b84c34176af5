import type { Affinity, PodAffinityTerm } from 'kubernetes-types/core/v1';
import type { Pod } from '../../api/objects.ts';
import { parseTime } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.ts';
import {
  type Aggregate,
  newAggregate,
} from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import {
  isAttachableVolumeResourceName,
  isExtendedResourceName,
  isHugePageResourceName,
  isPrefixedNativeResource,
} from '../../apis/core/v1/helper/helpers.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { podPriority } from '../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { Blocking } from '../../../../sim/process.ts';

/** True for a resource that is counted by its name: extended ones, huge pages, and volumes that can be attached. */
// Mirrors: pkg/scheduler/util/utils.go#IsScalarResourceName
export function isScalarResourceName(name: string): boolean {
  return (
    isExtendedResourceName(name) ||
    isHugePageResourceName(name) ||
    isPrefixedNativeResource(name) ||
    isAttachableVolumeResourceName(name)
  );
}

/** A name that no other pod has at the same time: an underscore cannot stand in the name of a pod. */
// Mirrors: pkg/scheduler/util/utils.go#GetPodFullName
export function getPodFullName({ metadata }: Pod): string {
  return `${metadata.name}_${metadata.namespace}`;
}

/** The required terms of the affinity to pods. */
// Mirrors: pkg/scheduler/util/utils.go#GetPodAffinityTerms
export function getPodAffinityTerms(affinity: Affinity | undefined): readonly PodAffinityTerm[] {
  return affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
}

/** The required terms of the anti-affinity to pods. */
// Mirrors: pkg/scheduler/util/utils.go#GetPodAntiAffinityTerms
export function getPodAntiAffinityTerms(affinity: Affinity | undefined): readonly PodAffinityTerm[] {
  return affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
}

/** When the pod was started, in ms since 1970; now, for one that has not been. */
// Mirrors: pkg/scheduler/util/utils.go#GetPodStartTime
export function getPodStartTime(pod: Pod, now: number): number {
  return parseTime(pod.status.startTime) ?? now;
}

/** The earliest start among the pods of the highest priority. */
// Mirrors: pkg/scheduler/util/utils.go#GetEarliestPodStartTime
export function getEarliestPodStartTime(pods: readonly Pod[], now: number): number {
  const maxPriority = Math.max(...pods.map(podPriority));
  const starts = pods
    .filter((pod) => podPriority(pod) === maxPriority)
    .map((pod) => getPodStartTime(pod, now));
  return Math.min(...starts);
}

/** Orders pods by priority, and of the same priority the one that runs longer first. */
// Mirrors: pkg/scheduler/util/utils.go#MoreImportantPod
export function byImportance(now: number): (pod1: Pod, pod2: Pod) => number {
  return (pod1, pod2) => {
    const byPriority = podPriority(pod2) - podPriority(pod1);
    if (byPriority !== 0 || pod1.status.startTime === pod2.status.startTime) return byPriority;
    return getPodStartTime(pod1, now) - getPodStartTime(pod2, now);
  };
}

/** Takes back the nomination of pods. Errors do not keep it from the others. */
// Mirrors: pkg/scheduler/util/utils.go#ClearNominatedNodeName
export function* clearNominatedNodeName(
  cs: Clientset,
  ...pods: readonly Pod[]
): Blocking<Aggregate | undefined> {
  const errs: (Error | undefined)[] = [];
  for (const { metadata, status } of pods) {
    if (!status.nominatedNodeName) continue;
    const patch = { status: { nominatedNodeName: null } };
    const client = cs.coreV1().pods(metadata.namespace);
    const [, err] = yield* client.patch(
      metadata.name,
      'application/strategic-merge-patch+json',
      patch,
      'status',
    );
    errs.push(err);
  }
  return newAggregate(errs);
}
