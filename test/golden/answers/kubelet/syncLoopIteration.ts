import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newSourcesReady } from '../../../../src/runtime/kubernetes/pkg/kubelet/config/sources.ts';
import { ContainerID } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import {
  type Kubelet,
  type SyncHandler,
  syncLoopIteration,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet.ts';
import type {
  PodLifeCycleEventType,
  PodLifecycleEvent,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/pleg/pleg.ts';
import { newBasicMirrorClient } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/mirror_client.ts';
import { newBasicPodManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/pod_manager.ts';
import { newPodSandboxDeleter } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod_sandbox_deleter.ts';
import {
  type Result,
  newManager,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/prober/results/results_manager.ts';
import { TimeCache } from '../../../../src/runtime/kubernetes/pkg/kubelet/time_cache.ts';
import type {
  PodOperation,
  PodUpdate,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/types/pod_update.ts';
import { newBasicWorkQueue } from '../../../../src/runtime/kubernetes/pkg/kubelet/util/queue/work_queue.ts';
import { Chan } from '../../../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { ended } from '../../kubelet/ended.ts';

interface Item {
  readonly Kind: 'config' | 'pleg' | 'sync' | 'housekeeping' | 'liveness' | 'closed';
  readonly Type?: PodLifeCycleEventType;
  readonly UID?: string;
  readonly Container?: string;
  readonly Result?: Result;
  readonly Op?: PodOperation;
  readonly Source?: string;
  readonly Pods?: readonly Pod[];
}

interface Question {
  readonly Pods: readonly Pod[];
  readonly Items: readonly Item[];
  /** Those from which pods come. */
  readonly Sources: readonly string[];
}

/** What the handler is called with where one thing happens, and whether the loop goes on. */
export function answer(question: unknown): unknown {
  const { Pods, Items, Sources } = question as Question;
  const sim = new Sim();
  const mirrors = newBasicMirrorClient(undefined, 'n', { get: () => [undefined, new Error('no node')] });
  const podManager = newBasicPodManager(mirrors, undefined, undefined);
  podManager.setPods(Pods);
  const livenessManager = newManager('liveness');
  const workQueue = newBasicWorkQueue(sim);
  const kl = {
    sim,
    podManager,
    livenessManager,
    workQueue,
    podSyncLoopHandlers: [],
    sourcesReady: newSourcesReady((seen) => Sources.every((source) => seen.has(source))),
    lastContainerStartedTime: new TimeCache(),
    podCache: { get: () => [undefined, new Error('nothing is known')] },
    sandboxDeleter: newPodSandboxDeleter(sim, { deleteSandbox: nothing }),
  } as unknown as Kubelet;
  const configCh = new Chan<PodUpdate>('config', 1);
  const plegCh = new Chan<PodLifecycleEvent>('pleg', 1);
  const [syncCh, housekeepingCh] = [new Chan<number>('sync', 1), new Chan<number>('housekeeping', 1)];
  const happen = (item: Item): void => {
    const {
      Kind,
      Type = 'PodSync',
      UID = '',
      Container = '',
      Op = 'SET',
      Source = '',
      Pods: pods = [],
    } = item;
    if (Kind === 'config') configCh.trySend({ op: Op, pods, source: Source });
    if (Kind === 'pleg') plegCh.trySend({ id: UID, type: Type, data: Container });
    if (Kind === 'housekeeping') housekeepingCh.trySend(sim.now);
    if (Kind === 'closed') configCh.close();
    if (Kind === 'sync') {
      for (const { metadata } of pods) workQueue.enqueue(metadata.uid, 0);
      syncCh.trySend(sim.now);
    }
    const update = { containerID: new ContainerID('test', Container), podUID: UID };
    if (Kind === 'liveness') livenessManager.updates().trySend({ ...update, result: item.Result! });
  };
  return Items.map((item) => {
    const calls: unknown[] = [];
    happen(item);
    const handler = handlerOf((name, pods) => calls.push([name, pods.map(({ metadata }) => metadata.name)]));
    const goesOn = ended(syncLoopIteration(kl, configCh, handler, syncCh, housekeepingCh, plegCh));
    return { calls, continue: goesOn };
  });
}

function* nothing(): Blocking<undefined> {
  return undefined;
}

function handlerOf(say: (name: string, pods: readonly Pod[]) => void): SyncHandler {
  const handle = (name: string) =>
    function* (pods: readonly Pod[] = []): Blocking<undefined> {
      say(name, pods);
      return undefined;
    };
  return {
    handlePodAdditions: handle('HandlePodAdditions'),
    handlePodUpdates: handle('HandlePodUpdates'),
    handlePodRemoves: handle('HandlePodRemoves'),
    handlePodReconcile: handle('HandlePodReconcile'),
    handlePodSyncs: handle('HandlePodSyncs'),
    handlePodCleanups: handle('HandlePodCleanups'),
  };
}
