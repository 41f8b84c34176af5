import { newForConfig } from '../../client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../client-go/kubernetes/typed/core/v1/event_expansion.ts';
import { newBroadcaster } from '../../client-go/tools/record/event.ts';
import { Mutex } from '../../sim/sync.ts';
import { type Program, configOf } from '../program.ts';
import type { ClusterSettings } from '../scenario.ts';
import { GarbageCollectorStandIn } from './garbage-collector-stand-in.ts';
import { type KubeletSettings, KubeletStandIn } from './kubelet-stand-in.ts';
import { SchedulerStandIn } from './scheduler-stand-in.ts';

/** A kubelet's stand-in for each node. */
export function kubelets({
  nodes,
  startMs,
  readyMs,
  stopMs,
  serialGapMs: gapMs,
}: ClusterSettings): Program[] {
  const turn = new Mutex('the turn of a pod to change');
  const settings: KubeletSettings = {
    startMs,
    readyMs,
    stopMs,
    ...(gapMs > 0 ? { serial: { turn, gapMs } } : {}),
  };
  return nodes.map((node, index) => kubelet(node, index, settings));
}

function kubelet(node: string, index: number, settings: KubeletSettings): Program {
  let running: KubeletStandIn | undefined;
  return {
    name: `kubelet-stand-in/${node}`,
    *main(host) {
      const client = newForConfig(host.sim, configOf(host, 5, 10));
      running = new KubeletStandIn(host.sim, client, node, index, settings);
      yield* running.run();
    },
    fail: (namespace, pod) => running?.fail(namespace, pod),
  };
}

export const scheduler: Program = {
  name: 'scheduler-stand-in',
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
  *main(host) {
    yield* new GarbageCollectorStandIn(host.sim, newForConfig(host.sim, configOf(host, 20, 30))).run();
  },
};
