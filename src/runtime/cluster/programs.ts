import { newSharedInformerFactory } from '../client-go/informers/factory.ts';
import { type Clientset, newForConfig } from '../client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../client-go/kubernetes/typed/core/v1/event_expansion.ts';
import { type Config, addUserAgent } from '../client-go/rest/config.ts';
import { newBroadcaster } from '../client-go/tools/record/event.ts';
import { AlwaysSatisfiedExpectations } from '../controllers/always-satisfied-expectations.ts';
import { newControllerExpectations } from '../controllers/controller_utils.ts';
import { burstReplicas, newReplicaSetController } from '../controllers/replicaset/replica_set.ts';
import { Chan } from '../sim/chan.ts';
import type { Blocking } from '../sim/process.ts';
import { Mutex } from '../sim/sync.ts';
import type { Cluster } from './cluster.ts';
import { GarbageCollectorStandIn } from './stand-ins/garbage-collector-stand-in.ts';
import { type KubeletSettings, KubeletStandIn } from './stand-ins/kubelet-stand-in.ts';
import { SchedulerStandIn } from './stand-ins/scheduler-stand-in.ts';

/** A program of the control plane. It can crash and be started again, and then begins from nothing. */
export interface Program {
  readonly name: string;
  main(): Blocking<void>;
  /** Reports a pod of this kubelet Failed; an error says why it cannot. Other programs have no such thing. */
  readonly fail?: (namespace: string, name: string) => Error | undefined;
}

/** Upstream's default: informers of the controller-manager resync at a random time from 12 to 24 hours. */
const minResyncMs = 12 * 60 * 60 * 1000;

/** Every program of a cluster, in the order in which they are started. */
export function programsOf(cluster: Cluster): Program[] {
  const { nodes, startMs, readyMs, stopMs, serialGapMs: gapMs } = cluster.settings;
  const turn = new Mutex('the turn of a pod to change');
  const settings: KubeletSettings = {
    startMs,
    readyMs,
    stopMs,
    ...(gapMs > 0 ? { serial: { turn, gapMs } } : {}),
  };
  return [
    ...nodes.map((node, index) => kubelet(cluster, node, index, settings)),
    scheduler(cluster),
    garbageCollector(cluster),
    controllerManager(cluster),
  ];
}

/** The controller-manager with one controller. Each of its clients has a rate limit of its own, as upstream. */
function controllerManager(cluster: Cluster): Program {
  const { sim, settings } = cluster;
  const name = 'kube-controller-manager';
  return {
    name,
    *main() {
      const config = configOf(cluster, name, settings.qps, settings.burst);
      const clientOf = (part: string): Clientset => newForConfig(sim, addUserAgent(config, part));
      const defaultResyncMs = Math.round(minResyncMs * (1 + sim.random.float()));
      const informers = newSharedInformerFactory(sim, clientOf('shared-informers'), {
        program: name,
        defaultResyncMs,
      });
      const controller = newReplicaSetController(
        sim,
        informers.apps().v1().replicaSets(),
        informers.core().v1().pods(),
        clientOf('replicaset-controller'),
        burstReplicas,
        settings.expectations ? newControllerExpectations(sim) : new AlwaysSatisfiedExpectations(sim),
      );
      const stop = new Chan<never>('stop');
      informers.start(stop);
      yield* controller.run(settings.workers, stop);
    },
  };
}

function scheduler(cluster: Cluster): Program {
  const { sim } = cluster;
  const name = 'scheduler-stand-in';
  return {
    name,
    *main() {
      const client = newForConfig(sim, configOf(cluster, name, 50, 100));
      const broadcaster = newBroadcaster(sim);
      broadcaster.startRecordingToSink(new EventSinkImpl(client.coreV1().events('')));
      yield* new SchedulerStandIn(
        sim,
        client,
        broadcaster.newRecorder({ component: 'default-scheduler' }),
      ).run();
    },
  };
}

function kubelet(cluster: Cluster, node: string, index: number, settings: KubeletSettings): Program {
  const { sim } = cluster;
  const name = `kubelet-stand-in/${node}`;
  let running: KubeletStandIn | undefined;
  return {
    name,
    *main() {
      running = new KubeletStandIn(
        sim,
        newForConfig(sim, configOf(cluster, name, 5, 10)),
        node,
        index,
        settings,
      );
      yield* running.run();
    },
    fail: (namespace, pod) => running?.fail(namespace, pod),
  };
}

function garbageCollector(cluster: Cluster): Program {
  const { sim } = cluster;
  const name = 'garbage-collector-stand-in';
  return {
    name,
    *main() {
      yield* new GarbageCollectorStandIn(sim, newForConfig(sim, configOf(cluster, name, 20, 30))).run();
    },
  };
}

function configOf({ network }: Cluster, program: string, qps: number, burst: number): Config {
  return { transport: network.transport(program), userAgent: program, qps, burst };
}
