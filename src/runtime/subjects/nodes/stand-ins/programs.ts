import {
  type Clientset,
  newForConfig,
} from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import {
  type EventRecorder,
  newBroadcaster,
} from '../../../kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import { Mutex } from '../../../sim/sync.ts';
import type { Host } from '../../../stage/host.ts';
import type { Program } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import type { Settings } from '../../../stage/settings.ts';
import { GarbageCollectorStandIn } from './garbage-collector-stand-in.ts';
import type { KubeletNode, NodeShape } from './kubelet-node.ts';
import { type KubeletSettings, KubeletStandIn } from './kubelet-stand-in.ts';
import { SchedulerStandIn } from './scheduler-stand-in.ts';

/** A kubelet's stand-in for each node. With an admission handler, nodes refuse pods that do not fit. */
export function kubelets(
  { nodes, nodeShapes, startMs, readyMs, stopMs, serialGapMs: gapMs }: Settings,
  newAdmitHandler?: KubeletSettings['newAdmitHandler'],
): Program[] {
  const turn = new Mutex('the turn of a pod to change');
  const settings: KubeletSettings = {
    startMs,
    readyMs,
    stopMs,
    ...(gapMs > 0 ? { serial: { turn, gapMs } } : {}),
    newAdmitHandler,
  };
  let index = 0;
  const kubelet = (name: string, shape?: NodeShape): Program =>
    kubeletOf({ name, index: index++, shape }, settings, kubelet);
  return nodes.map((node) => kubelet(node, nodeShapes[node]));
}

function kubeletOf(node: KubeletNode, settings: KubeletSettings, another: Program['another']): Program {
  let running: KubeletStandIn | undefined;
  return {
    name: `kubelet-stand-in/${node.name}`,
    standIn: true,
    *main(host) {
      const client = newForConfig(host.sim, configOf(host, 5, 10));
      running = new KubeletStandIn(
        host.sim,
        client,
        node,
        settings,
        recorderOf(host, node.name, client, settings),
      );
      yield* running.run();
    },
    fail: (namespace, pod) => running?.fail(namespace, pod),
    another,
  };
}

/** Only a kubelet that may refuse a pod has something to record. */
function recorderOf(
  { sim }: Host,
  node: string,
  client: Clientset,
  { newAdmitHandler }: KubeletSettings,
): EventRecorder | undefined {
  if (!newAdmitHandler) return undefined;
  const broadcaster = newBroadcaster(sim);
  broadcaster.startRecordingToSink(new EventSinkImpl(client.coreV1().events('')));
  return broadcaster.newRecorder({ component: 'kubelet', host: node });
}

export const scheduler: Program = {
  name: 'scheduler-stand-in',
  standIn: true,
  *main(host) {
    const client = newForConfig(host.sim, configOf(host, 50, 100));
    const broadcaster = newBroadcaster(host.sim);
    broadcaster.startRecordingToSink(new EventSinkImpl(client.coreV1().events('')));
    const recorder = broadcaster.newRecorder({ component: 'default-scheduler' });
    yield* new SchedulerStandIn(host.sim, client, recorder).run();
  },
};

export const garbageCollector: Program = {
  name: 'garbage-collector-stand-in',
  standIn: true,
  *main(host) {
    yield* new GarbageCollectorStandIn(host.sim, newForConfig(host.sim, configOf(host, 20, 30))).run();
  },
};
