import { newSharedInformerFactory } from '../client-go/informers/factory.ts';
import { type Clientset, newForConfig } from '../client-go/kubernetes/clientset.ts';
import { addUserAgent } from '../client-go/rest/config.ts';
import { newTaintEviction } from '../controllers/nodelifecycle/taint-eviction.ts';
import { newPodGC } from '../controllers/podgc/gc_controller.ts';
import { Chan } from '../sim/chan.ts';
import { type Program, configOf } from './program.ts';
import type { ClusterSettings } from './scenario.ts';

/** Upstream's default for pods that ended and may stay. */
const terminatedPodThreshold = 12500;

/**
 * A controller-manager with the controllers that undo what a scheduler did: those that take pods from nodes that are gone,
 * and from nodes with a taint.
 */
export function schedulingControllers({ qps, burst }: ClusterSettings): Program {
  return {
    name: 'kube-controller-manager',
    *main(host) {
      const { name, sim } = host;
      const config = configOf(host, qps, burst);
      const clientOf = (part: string): Clientset => newForConfig(sim, addUserAgent(config, part));
      const informers = newSharedInformerFactory(sim, clientOf('shared-informers'), { program: name });
      const v1 = informers.core().v1();
      const stop = new Chan<never>('stop');
      const pods = v1.pods();
      const nodes = v1.nodes();
      const podGC = newPodGC(sim, clientOf('pod-garbage-collector'), pods, nodes, terminatedPodThreshold);
      const eviction = newTaintEviction(sim, pods, nodes, clientOf('node-controller'));
      sim.go('podgc', podGC.run(stop));
      sim.go('nodelifecycle', eviction.run(stop));
      informers.start(stop);
      yield* stop.receive();
    },
  };
}
