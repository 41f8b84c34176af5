import { statefulSetResource } from '../../kubernetes/staging/src/k8s.io/client-go/informers/apps/v1/statefulset.ts';
import { newSharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import {
  type Clientset,
  newForConfig,
} from '../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { addUserAgent } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import { newDisruptionController } from '../../kubernetes/pkg/controller/disruption/disruption.ts';
import { newTaintEviction } from '../../kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.ts';
import { newPodGC } from '../../kubernetes/pkg/controller/podgc/gc_controller.ts';
import { Chan } from '../../sim/chan.ts';
import type { Program } from '../../stage/program.ts';
import { configOf } from '../api/config.ts';
import type { Settings } from '../../stage/settings.ts';

/** Upstream's default for pods that ended and may stay. */
const terminatedPodThreshold = 12500;

/**
 * A controller-manager with the controllers that have to do with a scheduler: those that take pods from nodes that are gone,
 * and from nodes with a taint, and the one that counts how many pods a disruption budget can spare.
 */
export function schedulingControllers({ qps, burst }: Settings): Program {
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
      const disruption = newDisruptionController(
        sim,
        {
          pods,
          pdbs: informers.policy().v1beta1().podDisruptionBudgets(),
          rcs: v1.replicationControllers(),
          rss: informers.apps().v1().replicaSets(),
          sss: informers.of(statefulSetResource),
        },
        clientOf('disruption-controller'),
      );
      sim.go('disruption', disruption.run(stop));
      informers.start(stop);
      yield* stop.receive();
    },
  };
}
