import { newSharedInformerFactory } from '../../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import {
  type Clientset,
  newForConfig,
} from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { addUserAgent } from '../../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import { newQueueFIFO } from '../../../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { defaultControllerRateLimiter } from '../../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import { AlwaysSatisfiedExpectations } from '../../../kubernetes/pkg/controller/always-satisfied-expectations.ts';
import { newControllerExpectations } from '../../../kubernetes/pkg/controller/controller_utils.ts';
import {
  burstReplicas,
  newReplicaSetController,
  setFirstBatch,
} from '../../../kubernetes/pkg/controller/replicaset/replica_set.ts';
import { replicaSets } from '../../../kubernetes/pkg/registry/apps/replicaset/strategy.ts';
import { Chan } from '../../../sim/chan.ts';
import type { Plane, Program } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import type { Settings } from '../../../stage/settings.ts';
import { garbageCollector, kubelets, scheduler } from '../../nodes/stand-ins/programs.ts';
import { api } from '../../api/subject.ts';
import { replicaSetLoop } from '../loop.ts';
import { controlLoop } from '../subject.ts';
import { nodes } from '../../nodes/subject.ts';

/** A controller-manager that runs the ReplicaSet controller, and stand-ins for all that it works with. */
export const plane: Plane = {
  subjects: [api, controlLoop, nodes],
  kinds: [replicaSets],
  programsOf: (settings) => [...kubelets(settings), scheduler, garbageCollector, controllerManager(settings)],
  draws: { loop: replicaSetLoop },
};

/** Each of its clients has a rate limit of its own, as upstream. */
export function controllerManager(settings: Settings): Program {
  const { qps, burst, workers, expectations, informerGates, minResyncMs, controllerNumbers } = settings;
  const queueKind = newQueueFIFO(informerGates);
  return {
    name: 'kube-controller-manager',
    *main(host) {
      const { name, sim } = host;
      const config = configOf(host, qps, burst);
      const clientOf = (part: string): Clientset => newForConfig(sim, addUserAgent(config, part));
      const defaultResyncMs = Math.round(minResyncMs * (1 + sim.random.float()));
      const informers = newSharedInformerFactory(sim, clientOf('shared-informers'), {
        program: name,
        defaultResyncMs,
        ...(queueKind ? { queueKind } : {}),
      });
      const controller = newReplicaSetController(
        sim,
        informers.apps().v1().replicaSets(),
        informers.core().v1().pods(),
        clientOf('replicaset-controller'),
        controllerNumbers.burstReplicas ?? burstReplicas,
        expectations ? newControllerExpectations(sim) : new AlwaysSatisfiedExpectations(sim),
        defaultControllerRateLimiter(
          sim,
          controllerNumbers.itemBaseDelayMs,
          controllerNumbers.itemMaxDelayMs,
        ),
      );
      const { slowStartInitialBatchSize } = controllerNumbers;
      if (slowStartInitialBatchSize !== undefined) setFirstBatch(sim, slowStartInitialBatchSize);
      const stop = new Chan<never>('stop');
      informers.start(stop);
      yield* controller.run(workers, stop);
    },
  };
}
