import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { Kubelet } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet.ts';
import {
  filterOutTerminatedPods,
  isPodDeleted,
  isPodTerminated,
  podAndContainersAreTerminal,
  podResourcesAreReclaimed,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_pods.ts';
import { newBasicMirrorClient } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/mirror_client.ts';
import { newBasicPodManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/pod_manager.ts';
import { newManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/status/status_manager.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';

interface Question {
  readonly Pods: readonly Pod[];
  /** By the name of the pod. */
  readonly Cached: Readonly<Record<string, PodStatus>>;
  /** What the runtime still has of each pod. */
  readonly Containers: readonly unknown[];
  readonly Sandboxes: number;
}

/** Which pods have ended, are deleted, or have left nothing behind. */
export function answer(question: unknown): unknown {
  const { Pods, Cached, Containers, Sandboxes } = question as Question;
  const sim = new Sim();
  const mirrors = newBasicMirrorClient(undefined, 'n', { get: () => [undefined, new Error('no node')] });
  const podManager = newBasicPodManager(mirrors, undefined, undefined);
  podManager.setPods(Pods);
  const nothing = { podResourcesAreReclaimed: () => false };
  const statusManager = newManager(sim, undefined, podManager, nothing);
  for (const pod of Pods) {
    const status = Cached[pod.metadata.name];
    if (status) statusManager.setPodStatus(pod, status);
  }
  const left = { containerStatuses: Containers, sandboxStatuses: Array.from({ length: Sandboxes }) };
  const kl = {
    podManager,
    statusManager,
    podCache: { get: () => [left, undefined] },
    podVolumesExist: () => false,
    keepTerminatedPodVolumes: false,
    cgroupsPerQOS: false,
  } as unknown as Kubelet;
  return {
    filterOutTerminatedPods: filterOutTerminatedPods(kl, Pods).map(({ metadata }) => metadata.name),
    pods: Pods.map((pod) => {
      const { name, uid } = pod.metadata;
      return {
        ...podAndContainersAreTerminal(kl, pod),
        isPodDeleted: isPodDeleted(kl, uid),
        isPodTerminated: isPodTerminated(kl, uid),
        name,
        resourcesReclaimed: podResourcesAreReclaimed(kl, pod, statusManager.getPodStatus(uid) ?? pod.status),
      };
    }),
    unknownUID: { isPodDeleted: isPodDeleted(kl, 'nobody'), isPodTerminated: isPodTerminated(kl, 'nobody') },
  };
}
