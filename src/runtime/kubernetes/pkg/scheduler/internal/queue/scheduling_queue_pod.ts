import type { Pod } from '../../../api/objects.ts';
import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import type { QueuedPodInfo } from '../../framework/types_pod_info.ts';

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#podInfoKeyFunc
export function podInfoKeyFunc({ pod: { metadata } }: QueuedPodInfo): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/**
 * To look for a pod in the queue.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#newQueuedPodInfoNoTimestamp
 */
export function newQueuedPodInfoNoTimestamp(pod: Pod): QueuedPodInfo {
  return { pod, timestamp: 0, attempts: 0, initialAttemptTimestamp: 0 };
}

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#updatePod
export function updatePod(pInfo: QueuedPodInfo, newPod: Pod): QueuedPodInfo {
  pInfo.pod = newPod;
  return pInfo;
}

/**
 * True if a pod changed in a way that may let a node take it. Upstream leaves the status out, and yet finds a change
 * whenever the status is written: the API server notes in `metadata.managedFields` who wrote which fields, and when.
 * So a pod is tried anew when the scheduler itself has said, in its status, why no node took it. Our API server keeps
 * no such notes; here the status is compared instead.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#isPodUpdated
 */
export function isPodUpdated(oldPod: Pod, newPod: Pod): boolean {
  const strip = ({ metadata, ...rest }: Pod): object => {
    const { resourceVersion: _version, generation: _generation, ...kept } = metadata;
    return { ...rest, metadata: kept };
  };
  return !semanticDeepEqual(strip(oldPod), strip(newPod));
}
