import type { Pod, Service } from '../../../api/objects.ts';
import { getPodReadyCondition } from '../../../api/v1/pod/util.ts';

/** What was known of a Service at its last sync. Times are as Kubernetes writes them, so that the later is the greater. */
// Mirrors: pkg/controller/util/endpoint/trigger_time_tracker.go#ServiceState
interface ServiceState {
  readonly lastServiceTriggerTime: string;
  /** By name of the pod. */
  readonly lastPodTriggerTimes: ReadonlyMap<string, string>;
}

/**
 * Knows when the change happened that Endpoints are about to tell of: for an annotation by which the delay of the whole
 * chain is measured. Of an object that changes twice between two syncs it knows the last change only.
 */
// Mirrors: pkg/controller/util/endpoint/trigger_time_tracker.go#TriggerTimeTracker
export class TriggerTimeTracker {
  /** By `namespace/name`. */
  readonly serviceStates = new Map<string, ServiceState>();

  /** The earliest change since the last sync of this Service; undefined if there was none. */
  // Mirrors: pkg/controller/util/endpoint/trigger_time_tracker.go#TriggerTimeTracker.ComputeEndpointLastChangeTriggerTime
  computeEndpointLastChangeTriggerTime(
    namespace: string,
    service: Service,
    pods: readonly Pod[],
  ): string | undefined {
    const key = `${namespace}/${service.metadata.name}`;
    const state = this.serviceStates.get(key);

    let minChangedTriggerTime: string | undefined;
    const podTriggerTimes = new Map<string, string>();
    for (const pod of pods) {
      const podTriggerTime = getPodTriggerTime(pod);
      if (podTriggerTime === undefined) {
        continue;
      }
      podTriggerTimes.set(pod.metadata.name, podTriggerTime);
      if (podTriggerTime > (state?.lastPodTriggerTimes.get(pod.metadata.name) ?? '')) {
        minChangedTriggerTime = min(minChangedTriggerTime, podTriggerTime);
      }
    }
    const serviceTriggerTime = getServiceTriggerTime(service);
    if (serviceTriggerTime > (state?.lastServiceTriggerTime ?? '')) {
      minChangedTriggerTime = min(minChangedTriggerTime, serviceTriggerTime);
    }

    this.serviceStates.set(key, {
      lastServiceTriggerTime: serviceTriggerTime,
      lastPodTriggerTimes: podTriggerTimes,
    });

    // A new Service: its creation is what triggered this.
    return state === undefined ? service.metadata.creationTimestamp : minChangedTriggerTime;
  }

  // Mirrors: pkg/controller/util/endpoint/trigger_time_tracker.go#TriggerTimeTracker.DeleteService
  deleteService(namespace: string, name: string): void {
    this.serviceStates.delete(`${namespace}/${name}`);
  }
}

/** A tracker that knows of no Service yet. */
// Mirrors: pkg/controller/util/endpoint/trigger_time_tracker.go#NewTriggerTimeTracker
export function newTriggerTimeTracker(): TriggerTimeTracker {
  return new TriggerTimeTracker();
}

/** When a pod became ready, or no longer ready. */
// Mirrors: pkg/controller/util/endpoint/trigger_time_tracker.go#getPodTriggerTime
function getPodTriggerTime(pod: Pod): string | undefined {
  return getPodReadyCondition(pod.status)?.lastTransitionTime;
}

// Mirrors: pkg/controller/util/endpoint/trigger_time_tracker.go#getServiceTriggerTime
function getServiceTriggerTime(service: Service): string {
  return service.metadata.creationTimestamp ?? '';
}

// Mirrors: pkg/controller/util/endpoint/trigger_time_tracker.go#min
function min(currentMin: string | undefined, newValue: string): string {
  return currentMin === undefined || newValue < currentMin ? newValue : currentMin;
}
