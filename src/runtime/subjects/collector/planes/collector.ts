import { newSharedInformerFactory } from '../../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { addUserAgent } from '../../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import {
  burstReplicas,
  newReplicaSetController,
} from '../../../kubernetes/pkg/controller/replicaset/replica_set.ts';
import { replicaSets } from '../../../kubernetes/pkg/registry/apps/replicaset/strategy.ts';
import { Chan } from '../../../sim/chan.ts';
import { startCollectors } from '../start-collectors.ts';
import type { Plane, Program } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import type { Settings } from '../../../stage/settings.ts';
import { kubelets, scheduler } from '../../nodes/stand-ins/programs.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../../control-loop/subject.ts';
import { nodes } from '../../nodes/subject.ts';
import { collector } from '../subject.ts';

/**
 * A controller-manager that runs the ReplicaSet controller, the garbage collector and the namespace controller, all as
 * upstream has them, with stand-ins for scheduler and kubelets. It has no command, no leader election and no other
 * controllers.
 */
export const plane: Plane = {
  subjects: [api, controlLoop, nodes, collector],
  kinds: [replicaSets],
  programsOf: (settings) => [...kubelets(settings), scheduler, controllerManager(settings)],
};

function controllerManager({ qps, burst, workers }: Settings): Program {
  return {
    name: 'kube-controller-manager',
    *main(host) {
      const { name, sim } = host;
      const config = configOf(host, qps, burst);
      const stop = new Chan<never>('stop');
      const client = newForConfig(sim, addUserAgent(config, 'shared-informers'));
      const informers = newSharedInformerFactory(sim, client, { program: name });
      const replicaSetController = newReplicaSetController(
        sim,
        informers.apps().v1().replicaSets(),
        informers.core().v1().pods(),
        newForConfig(sim, addUserAgent(config, 'replicaset-controller')),
        burstReplicas,
      );
      sim.go('replicaset', replicaSetController.run(workers, stop));
      const informersStarted = yield* startCollectors(sim, name, config, informers, stop);
      informers.start(stop);
      informersStarted.close();
      yield* stop.receive();
    },
  };
}
