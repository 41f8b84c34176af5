import type { PodActions } from '../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.ts';

/** What is to be done for a pod, as answers have it. */
export function podActionsAnswer(actions: PodActions): unknown {
  return {
    KillPod: actions.killPod,
    CreateSandbox: actions.createSandbox,
    SandboxID: actions.sandboxID,
    Attempt: actions.attempt,
    NextInitContainerToStart: actions.nextInitContainerToStart?.name ?? '',
    ContainersToStart: actions.containersToStart,
    ContainersToKill: [...actions.containersToKill.values()]
      .map(({ id, name, message }) => ({ id: id.id, name, message }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    EphemeralContainersToStart: actions.ephemeralContainersToStart,
  };
}
