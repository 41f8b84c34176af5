import type { Pod } from '../api/objects.ts';
import { isPodReady } from '../api/v1/pod/util.ts';

// Mirrors: pkg/controller/controller_utils.go#podPhaseToOrdinal
const podPhaseToOrdinal: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

// A phase that is not in the table counts as the first one, as the zero value of a Go map does.
const phaseOrdinal = (pod: Pod): number => podPhaseToOrdinal[pod.status.phase ?? ''] ?? 0;

/** A list of pods that sorts those to be deleted first to the front. */
// Mirrors: pkg/controller/controller_utils.go#ActivePods
export class ActivePods {
  readonly pods: Pod[];

  constructor(pods: Pod[]) {
    this.pods = pods;
  }

  /** Sorts the list in place. */
  sort(): void {
    this.pods.sort((a, b) => (this.less(a, b) ? -1 : this.less(b, a) ? 1 : 0));
  }

  // Mirrors: pkg/controller/controller_utils.go#ActivePods.Less
  less(a: Pod, b: Pod): boolean {
    // 1. Unassigned < assigned
    if (isAssigned(a) !== isAssigned(b)) {
      return !isAssigned(a);
    }
    // 2. Pending < Unknown < Running
    if (phaseOrdinal(a) !== phaseOrdinal(b)) {
      return phaseOrdinal(a) < phaseOrdinal(b);
    }
    // 3. Not ready < ready
    if (isPodReady(a) !== isPodReady(b)) {
      return !isPodReady(a);
    }
    // 4. Ready since an unknown time < for a shorter time < for a longer time
    if (isPodReady(a) && isPodReady(b)) {
      const readyTime1 = podReadyTime(a);
      const readyTime2 = podReadyTime(b);
      if (readyTime1 !== readyTime2) {
        return afterOrZero(readyTime1, readyTime2);
      }
    }
    // 5. More restarts < fewer restarts
    if (maxContainerRestarts(a) !== maxContainerRestarts(b)) {
      return maxContainerRestarts(a) > maxContainerRestarts(b);
    }
    // 6. Created at an unknown time < newer < older
    if (creationTime(a) !== creationTime(b)) {
      return afterOrZero(creationTime(a), creationTime(b));
    }
    return false;
  }
}

/**
 * A list of pods and, at the same places, their ranks: how many related pods share the node. Sorting brings those
 * to be deleted first to the front, by the first of seven rules that tells two pods apart.
 */
// Mirrors: pkg/controller/controller_utils.go#ActivePodsWithRanks
export class ActivePodsWithRanks {
  readonly pods: Pod[];
  readonly rank: number[];

  constructor(pods: Pod[], rank: number[]) {
    this.pods = pods;
    this.rank = rank;
  }

  /**
   * Sorts both lists in place. Kubernetes leaves the order of equal pods to an unstable sort; Loopscope keeps the
   * order in which they came, because a run has to be the same each time.
   */
  sort(): void {
    const order = this.pods.map((_, i) => i);
    order.sort((i, j) => (this.less(i, j) ? -1 : this.less(j, i) ? 1 : 0));
    const pods = order.map((i) => this.pods[i] as Pod);
    const rank = order.map((i) => this.rank[i] as number);
    for (let i = 0; i < order.length; i++) {
      this.pods[i] = pods[i] as Pod;
      this.rank[i] = rank[i] as number;
    }
  }

  /** True if the pod at `i` should rather be deleted than the one at `j`. */
  // Mirrors: pkg/controller/controller_utils.go#ActivePodsWithRanks.Less
  less(i: number, j: number): boolean {
    const a = this.pods[i] as Pod;
    const b = this.pods[j] as Pod;
    // 1. Unassigned < assigned
    if (isAssigned(a) !== isAssigned(b)) {
      return !isAssigned(a);
    }
    // 2. Pending < Unknown < Running
    if (phaseOrdinal(a) !== phaseOrdinal(b)) {
      return phaseOrdinal(a) < phaseOrdinal(b);
    }
    // 3. Not ready < ready
    if (isPodReady(a) !== isPodReady(b)) {
      return !isPodReady(a);
    }
    // 4. On a node with more related pods < on a node with fewer
    if (this.rank[i] !== this.rank[j]) {
      return (this.rank[i] as number) > (this.rank[j] as number);
    }
    // 5. Ready since an unknown time < for a shorter time < for a longer time
    if (isPodReady(a) && isPodReady(b)) {
      const readyTime1 = podReadyTime(a);
      const readyTime2 = podReadyTime(b);
      if (readyTime1 !== readyTime2) {
        return afterOrZero(readyTime1, readyTime2);
      }
    }
    // 6. More restarts < fewer restarts
    if (maxContainerRestarts(a) !== maxContainerRestarts(b)) {
      return maxContainerRestarts(a) > maxContainerRestarts(b);
    }
    // 7. Created at an unknown time < newer < older
    if (creationTime(a) !== creationTime(b)) {
      return afterOrZero(creationTime(a), creationTime(b));
    }
    return false;
  }
}

const isAssigned = (pod: Pod): boolean => (pod.spec.nodeName ?? '') !== '';

/** A time in ms since 1970; 0, as the zero time of Go, if it is not set. */
const timeOf = (time: string | null | undefined): number => (time ? Date.parse(time) : 0);

const creationTime = (pod: Pod): number => timeOf(pod.metadata.creationTimestamp);

/** True if `t1` is later than `t2`; a time that is not set is later than any that is. */
// Mirrors: pkg/controller/controller_utils.go#afterOrZero
function afterOrZero(t1: number, t2: number): boolean {
  if (t1 === 0 || t2 === 0) {
    return t1 === 0;
  }
  return t1 > t2;
}

// Mirrors: pkg/controller/controller_utils.go#podReadyTime
function podReadyTime(pod: Pod): number {
  for (const c of pod.status.conditions ?? []) {
    if (c.type === 'Ready' && c.status === 'True') {
      return timeOf(c.lastTransitionTime);
    }
  }
  return 0;
}

// Mirrors: pkg/controller/controller_utils.go#maxContainerRestarts
function maxContainerRestarts(pod: Pod): number {
  let maxRestarts = 0;
  for (const c of pod.status.containerStatuses ?? []) {
    maxRestarts = Math.max(maxRestarts, c.restartCount);
  }
  return maxRestarts;
}
