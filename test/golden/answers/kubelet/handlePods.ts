import type { Node, Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newSourcesReady } from '../../../../src/runtime/kubernetes/pkg/kubelet/config/sources.ts';
import { newRuntimeCache } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime_cache.ts';
import {
  type Kubelet,
  handlePodAdditions,
  handlePodReconcile,
  handlePodRemoves,
  handlePodSyncs,
  handlePodUpdates,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet.ts';
import { newAdmissionFailureHandlerStub } from '../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/admission_failure_handler_stub.ts';
import { newPredicateAdmitHandler } from '../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/predicate.ts';
import { newBasicMirrorClient } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/mirror_client.ts';
import { newBasicPodManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/pod_manager.ts';
import type { UpdatePodOptions } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod_workers.ts';
import { newManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/status/status_manager.ts';
import { TimeCache } from '../../../../src/runtime/kubernetes/pkg/kubelet/time_cache.ts';
import type { Blocking } from '../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { ended } from '../../kubelet/ended.ts';
import { recorderOf } from '../../kubelet/recorder.ts';

interface Question {
  readonly Node: Node;
  readonly SourcesReady: boolean;
  readonly Ops: readonly {
    readonly Op: 'add' | 'update' | 'remove' | 'reconcile' | 'sync';
    readonly Pods: readonly Pod[];
    /** The uids of those that run. */
    readonly Running?: readonly string[];
  }[];
}

const handlers: Record<string, (kl: Kubelet, pods: readonly Pod[]) => Blocking<void> | void> = {
  add: handlePodAdditions,
  update: handlePodUpdates,
  remove: handlePodRemoves,
  reconcile: handlePodReconcile,
  sync: handlePodSyncs,
};

/** What a kubelet has its parts do, in order, where pods come, change and go. */
export function answer(question: unknown): unknown {
  const { Node: node, SourcesReady, Ops } = question as Question;
  let [calls, running]: [unknown[], readonly string[]] = [[], []];
  const kl = kubeletOf(
    node,
    SourcesReady,
    (...call) => calls.push(call),
    () => running,
  );
  return Ops.map(({ Op, Pods, Running = [] }) => {
    [calls, running] = [[], Running];
    const call = handlers[Op]!(kl, Pods);
    if (call) ended(call);
    return calls;
  });
}

/** A kubelet that calls `say` with what its parts are to do. */
function kubeletOf(
  node: Node,
  sourcesReady: boolean,
  say: (what: string, about: unknown) => void,
  running: () => readonly string[],
): Kubelet {
  const sim = new Sim();
  const mirrors = newBasicMirrorClient(undefined, 'n', { get: () => [undefined, new Error('no node')] });
  const podManager = newBasicPodManager(mirrors, undefined, undefined);
  const statuses = newManager(sim, undefined, podManager, { podResourcesAreReclaimed: () => false });
  const names = (uid: string): string => podManager.getPodByUID(uid)?.metadata.name ?? uid.replace('u', 'p');
  const getPods = function* () {
    const none = { containers: [], sandboxes: [] };
    return [running().map((id) => ({ id, name: names(id), namespace: 'ns', ...none })), undefined];
  };
  return {
    sim,
    podManager,
    statusManager: {
      getPodStatus: (uid: string) => statuses.getPodStatus(uid),
      setPodStatus: (pod: Pod, status: Parameters<typeof statuses.setPodStatus>[1]) => {
        const { phase, reason, message } = status;
        say('statusManager.SetPodStatus', { message, phase, pod: pod.metadata.name, reason });
        statuses.setPodStatus(pod, status);
      },
      terminatePod: ({ metadata }: Pod) => say('statusManager.TerminatePod', metadata.name),
    },
    probeManager: {
      addPod: ({ metadata }: Pod) => say('probeManager.AddPod', metadata.name),
      removePod: ({ metadata }: Pod) => say('probeManager.RemovePod', metadata.name),
    },
    podWorkers: {
      updatePod: ({ pod, mirrorPod, updateType: type }: UpdatePodOptions) =>
        say('podWorkers.UpdatePod', { mirror: mirrorPod?.metadata.uid, pod: pod.metadata.name, type }),
      forgetWorker: (uid: string) => say('podWorkers.ForgetWorker', uid),
    },
    podKiller: {
      *killPod({ apiPod }: { apiPod: Pod }) {
        say('podKiller.KillPod', apiPod.metadata.name);
      },
      markMirrorPodPendingTermination: ({ metadata }: Pod) =>
        say('podKiller.MarkMirrorPodPendingTermination', metadata.name),
    },
    recorder: recorderOf(({ name: object, ...event }) => say('event', { ...event, object })),
    admitHandlers: [
      newPredicateAdmitHandler(
        () => node,
        newAdmissionFailureHandlerStub(),
        () => undefined,
      ),
    ],
    sourcesReady: newSourcesReady(() => sourcesReady),
    lastContainerStartedTime: new TimeCache(),
    runtimeCache: newRuntimeCache(sim, { getPods } as never),
    podCache: { get: () => [undefined, new Error('nothing is known')] },
  } as unknown as Kubelet;
}
