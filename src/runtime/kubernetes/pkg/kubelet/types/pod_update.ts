import { quote } from '../../../../go/strconv.ts';
import type { Result } from '../../../../go/result.ts';
import type { Pod } from '../../api/objects.ts';
import { systemCriticalPriority } from '../../apis/scheduling/types.ts';

/** Where a pod came from. */
// Mirrors: pkg/kubelet/types/pod_update.go#ConfigSourceAnnotationKey
export const configSourceAnnotationKey = 'kubernetes.io/config.source';
/** Says of a pod at the API server that it shows one that came from elsewhere. */
// Mirrors: pkg/kubelet/types/pod_update.go#ConfigMirrorAnnotationKey
export const configMirrorAnnotationKey = 'kubernetes.io/config.mirror';
// Mirrors: pkg/kubelet/types/pod_update.go#ConfigFirstSeenAnnotationKey
export const configFirstSeenAnnotationKey = 'kubernetes.io/config.seen';
// Mirrors: pkg/kubelet/types/pod_update.go#ConfigHashAnnotationKey
export const configHashAnnotationKey = 'kubernetes.io/config.hash';

/**
 * What is to be done with the pods of an update: `SET` says that these are all that a source has, `DELETE` that they are to
 * end with grace, `REMOVE` that they are gone, `RECONCILE` that their status is not what the kubelet said.
 */
// Mirrors: pkg/kubelet/types/pod_update.go#PodOperation
export type PodOperation = 'SET' | 'ADD' | 'DELETE' | 'REMOVE' | 'UPDATE' | 'RECONCILE';

// Mirrors: pkg/kubelet/types/pod_update.go#FileSource
export const fileSource = 'file';
// Mirrors: pkg/kubelet/types/pod_update.go#HTTPSource
export const httpSource = 'http';
// Mirrors: pkg/kubelet/types/pod_update.go#ApiserverSource
export const apiserverSource = 'api';
/** All of them. */
// Mirrors: pkg/kubelet/types/pod_update.go#AllSource
export const allSource = '*';

/** Pods of one source, and what is to be done with them. An empty one says that the source is there. */
// Mirrors: pkg/kubelet/types/pod_update.go#PodUpdate
export interface PodUpdate {
  readonly pods: readonly Pod[];
  readonly op: PodOperation;
  readonly source: string;
}

// Mirrors: pkg/kubelet/types/pod_update.go#GetValidatedSources
export function getValidatedSources(sources: readonly string[]): Result<string[]> {
  const validated: string[] = [];
  for (const source of sources) {
    if (source === allSource) return [[fileSource, httpSource, apiserverSource], undefined];
    if ([fileSource, httpSource, apiserverSource].includes(source)) validated.push(source);
    else if (source !== '') return [undefined, new Error(`unknown pod source ${quote(source)}`)];
  }
  return [validated, undefined];
}

// Mirrors: pkg/kubelet/types/pod_update.go#GetPodSource
export function getPodSource({ metadata }: Pod): Result<string> {
  const source = metadata.annotations?.[configSourceAnnotationKey];
  if (source !== undefined) return [source, undefined];
  return [undefined, new Error(`cannot get source of pod ${quote(metadata.uid)}`)];
}

/** What a worker is asked for. */
// Mirrors: pkg/kubelet/types/pod_update.go#SyncPodType
export type SyncPodType = 'sync' | 'update' | 'create' | 'kill';

// Mirrors: pkg/kubelet/types/pod_update.go#IsMirrorPod
export function isMirrorPod({ metadata }: Pod): boolean {
  return metadata.annotations?.[configMirrorAnnotationKey] !== undefined;
}

/** True for a pod that did not come from the API server. */
// Mirrors: pkg/kubelet/types/pod_update.go#IsStaticPod
export function isStaticPod(pod: Pod): boolean {
  const [source, err] = getPodSource(pod);
  return err === undefined && source !== apiserverSource;
}

/** True for a pod for which others make room. */
// Mirrors: pkg/kubelet/types/pod_update.go#IsCriticalPod
export function isCriticalPod(pod: Pod): boolean {
  if (isStaticPod(pod)) return true;
  if (isMirrorPod(pod)) return true;
  return pod.spec.priority !== undefined && isCriticalPodBasedOnPriority(pod.spec.priority);
}

/** Whether the first may take the place of the second. */
// Mirrors: pkg/kubelet/types/pod_update.go#Preemptable
export function preemptable(preemptor: Pod, preemptee: Pod): boolean {
  if (isCriticalPod(preemptor) && !isCriticalPod(preemptee)) return true;
  if (preemptor.spec.priority !== undefined && preemptee.spec.priority !== undefined)
    return preemptor.spec.priority > preemptee.spec.priority;
  return false;
}

// Mirrors: pkg/kubelet/types/pod_update.go#IsCriticalPodBasedOnPriority
export function isCriticalPodBasedOnPriority(priority: number): boolean {
  return priority >= systemCriticalPriority;
}
