import type { ReplicaSetCondition, ReplicaSetStatus } from 'kubernetes-types/apps/v1';
import type { Pod, ReplicaSet } from '../../api/objects.ts';
import { isPodAvailable, isPodReady } from '../../api/v1/pod/util.ts';
import { semanticDeepEqual } from '../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { selectorFromSet } from '../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { ReplicaSetInterface } from '../../../staging/src/k8s.io/client-go/kubernetes/typed/apps/v1/replicaset.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';

/** How often writing a status is tried again within one sync. */
// Mirrors: pkg/controller/replicaset/replica_set.go#statusUpdateRetries
const statusUpdateRetries = 1;

/**
 * Writes a status if it says something new. After a conflict it reads the ReplicaSet and tries once more.
 * Kubernetes changes a copy of `rs`; Loopscope puts a new object in its place, because objects are frozen.
 */
// Mirrors: pkg/controller/replicaset/replica_set_utils.go#updateReplicaSetStatus
export function* updateReplicaSetStatus(
  c: ReplicaSetInterface,
  rs: ReplicaSet,
  newStatus: ReplicaSetStatus,
): Blocking<Result<ReplicaSet>> {
  // The steady state: nothing to say. A new generation is worth saying even if the numbers are the same.
  if (
    rs.status.replicas === newStatus.replicas &&
    rs.status.fullyLabeledReplicas === newStatus.fullyLabeledReplicas &&
    rs.status.readyReplicas === newStatus.readyReplicas &&
    rs.status.availableReplicas === newStatus.availableReplicas &&
    rs.metadata.generation === rs.status.observedGeneration &&
    semanticDeepEqual(rs.status.conditions, newStatus.conditions)
  ) {
    return [rs, undefined];
  }

  // The generation that was acted upon, not the one that a second try may read.
  newStatus.observedGeneration = rs.metadata.generation;

  let current = rs;
  for (let i = 0; ; i++) {
    const [updatedRS, updateErr] = yield* c.updateStatus({ ...current, status: newStatus });
    if (updateErr === undefined) {
      return [updatedRS as ReplicaSet, undefined];
    }
    // Enough tries: the error puts the ReplicaSet back into the queue, with a delay.
    if (i >= statusUpdateRetries) {
      return [undefined, updateErr];
    }
    // The next try needs the latest resourceVersion.
    const [fresh, getErr] = yield* c.get(rs.metadata.name);
    if (getErr) {
      return [undefined, getErr];
    }
    current = fresh as ReplicaSet;
  }
}

/** What the status should say of these pods, and of the error of creating or deleting some. */
// Mirrors: pkg/controller/replicaset/replica_set_utils.go#calculateStatus
export function calculateStatus(
  sim: Sim,
  rs: ReplicaSet,
  filteredPods: readonly Pod[],
  manageReplicasErr: Error | undefined,
): ReplicaSetStatus {
  const newStatus = { ...rs.status };
  // A pod may match the selector and still lack a label of the template, which may have more labels.
  let fullyLabeledReplicasCount = 0;
  let readyReplicasCount = 0;
  let availableReplicasCount = 0;
  const minReadySeconds = rs.spec.minReadySeconds ?? 0;
  const now = sim.epoch + sim.now;
  const templateLabel = selectorFromSet(rs.spec.template.metadata?.labels);
  for (const pod of filteredPods) {
    if (templateLabel.matches(pod.metadata.labels)) {
      fullyLabeledReplicasCount++;
    }
    if (isPodReady(pod)) {
      readyReplicasCount++;
      if (isPodAvailable(pod, minReadySeconds, now)) {
        availableReplicasCount++;
      }
    }
  }

  const failureCond = getCondition(rs.status, 'ReplicaFailure');
  if (manageReplicasErr !== undefined && failureCond === undefined) {
    let reason = '';
    const diff = filteredPods.length - rs.spec.replicas;
    if (diff < 0) {
      reason = 'FailedCreate';
    } else if (diff > 0) {
      reason = 'FailedDelete';
    }
    const cond = newReplicaSetCondition(sim, 'ReplicaFailure', 'True', reason, manageReplicasErr.message);
    setCondition(newStatus, cond);
  } else if (manageReplicasErr === undefined && failureCond !== undefined) {
    removeCondition(newStatus, 'ReplicaFailure');
  }

  newStatus.replicas = filteredPods.length;
  // None is not written as 0, but left out, as Go's JSON does with these three.
  newStatus.fullyLabeledReplicas = fullyLabeledReplicasCount || undefined;
  newStatus.readyReplicas = readyReplicasCount || undefined;
  newStatus.availableReplicas = availableReplicasCount || undefined;
  return newStatus;
}

/** A condition that became so now. */
// Mirrors: pkg/controller/replicaset/replica_set_utils.go#NewReplicaSetCondition
export function newReplicaSetCondition(
  sim: Sim,
  condType: string,
  status: string,
  reason: string,
  msg: string,
): ReplicaSetCondition {
  return {
    type: condType,
    status,
    lastTransitionTime: sim.timestamp(),
    reason,
    message: msg,
  };
}

/** The condition of that type; undefined if there is none. */
// Mirrors: pkg/controller/replicaset/replica_set_utils.go#GetCondition
export function getCondition(status: ReplicaSetStatus, condType: string): ReplicaSetCondition | undefined {
  return status.conditions?.find((c) => c.type === condType);
}

/** Adds the condition, or puts it in place of the one of its type if its status or reason is another. */
// Mirrors: pkg/controller/replicaset/replica_set_utils.go#SetCondition
export function setCondition(status: ReplicaSetStatus, condition: ReplicaSetCondition): void {
  const currentCond = getCondition(status, condition.type);
  if (currentCond?.status === condition.status && currentCond.reason === condition.reason) {
    return;
  }
  const newConditions = filterOutCondition(status.conditions, condition.type);
  status.conditions = [...newConditions, condition];
}

/** Takes the condition of that type away. */
// Mirrors: pkg/controller/replicaset/replica_set_utils.go#RemoveCondition
export function removeCondition(status: ReplicaSetStatus, condType: string): void {
  status.conditions = filterOutCondition(status.conditions, condType);
}

// Mirrors: pkg/controller/replicaset/replica_set_utils.go#filterOutCondition
function filterOutCondition(
  conditions: readonly ReplicaSetCondition[] | undefined,
  condType: string,
): ReplicaSetCondition[] {
  return (conditions ?? []).filter((c) => c.type !== condType);
}
