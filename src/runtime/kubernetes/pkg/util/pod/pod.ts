import type { ContainerState, ContainerStatus, PodStatus } from 'kubernetes-types/core/v1';
import { quote } from '../../../../go/strconv.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Pod } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { createTwoWayMergePatch } from '../../../staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';

/** Asks for the difference of two statuses; undefined, and no request, where there is none. */
// Mirrors: pkg/util/pod/pod.go#PatchPodStatus
export function* patchPodStatus(
  c: Clientset,
  namespace: string,
  name: string,
  uid: string,
  oldPodStatus: PodStatus,
  newPodStatus: PodStatus,
): Blocking<Result<Pod | undefined>> {
  const [patch, err] = preparePatchBytesForPodStatus(uid, oldPodStatus, newPodStatus);
  const pod = `${quote(namespace)}/${quote(name)}`;
  if (err) return [undefined, new Error(`failed to CreateTwoWayMergePatch for pod ${pod}: ${err.message}`)];
  if (Object.keys(patch).join() === 'metadata') return [undefined, undefined];
  const strategic = 'application/strategic-merge-patch+json';
  const [updatedPod, refused] = yield* c.coreV1().pods(namespace).patch(name, strategic, patch, 'status');
  if (!refused) return [updatedPod, undefined];
  const text = quote(JSON.stringify(patch));
  return [undefined, new Error(`failed to patch status ${text} for pod ${pod}: ${refused.message}`)];
}

/** The patch holds the uid in any case, so that it fits no other pod of the name. */
// Mirrors: pkg/util/pod/pod.go#preparePatchBytesForPodStatus
function preparePatchBytesForPodStatus(
  uid: string,
  oldPodStatus: PodStatus,
  newPodStatus: PodStatus,
): Result<Record<string, unknown>> {
  const oldData = { metadata: {}, status: written(oldPodStatus) };
  const newData = { metadata: { uid }, status: written(newPodStatus) };
  return createTwoWayMergePatch(oldData, newData, 'Pod');
}

/** A status as Go writes it: what its types have no way to leave out is there, as null or empty. */
function written(status: PodStatus): object {
  const { conditions, containerStatuses, initContainerStatuses, ephemeralContainerStatuses } = status;
  const lists = { containerStatuses, initContainerStatuses, ephemeralContainerStatuses };
  const statuses = Object.entries(lists).map(
    ([field, list]) => [field, list?.length ? list.map(writtenStatus) : undefined] as const,
  );
  const writtenConditions = conditions?.map((condition) => {
    const { lastProbeTime = null, lastTransitionTime = null } = condition;
    return { ...condition, lastProbeTime, lastTransitionTime };
  });
  return withoutNothing({
    ...status,
    conditions: writtenConditions?.length ? writtenConditions : undefined,
    ...Object.fromEntries(statuses),
  });
}

function writtenStatus(status: ContainerStatus): object {
  const { state, lastState, ready = false, restartCount = 0, image = '', imageID = '' } = status;
  const states = { state: writtenState(state), lastState: writtenState(lastState) };
  return withoutNothing({ ...status, ...states, ready, restartCount, image, imageID });
}

function writtenState({ waiting, running, terminated }: ContainerState = {}): object {
  return withoutNothing({
    waiting: waiting && withoutNothing({ ...waiting }),
    running: running && { startedAt: running.startedAt ?? null },
    terminated: terminated && {
      ...withoutNothing({ ...terminated }),
      exitCode: terminated.exitCode ?? 0,
      startedAt: terminated.startedAt ?? null,
      finishedAt: terminated.finishedAt ?? null,
    },
  });
}

const withoutNothing = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
