import {
  type SharedInformerFactory,
  newSharedInformerFactory,
} from '../../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import {
  type Clientset,
  newForConfig,
} from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { addUserAgent } from '../../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import { newEndpointController } from '../../../kubernetes/pkg/controller/endpoint/endpoints_controller.ts';
import { newPodGC } from '../../../kubernetes/pkg/controller/podgc/gc_controller.ts';
import {
  burstReplicas,
  newReplicaSetController,
} from '../../../kubernetes/pkg/controller/replicaset/replica_set.ts';
import { newReplicationManager } from '../../../kubernetes/pkg/controller/replication/replication_controller.ts';
import {
  defaultServiceAccountsControllerOptions,
  newServiceAccountsController,
} from '../../../kubernetes/pkg/controller/serviceaccount/serviceaccounts_controller.ts';
import { newTokensController } from '../../../kubernetes/pkg/controller/serviceaccount/tokens_controller.ts';
import { newTTLController } from '../../../kubernetes/pkg/controller/ttl/ttl_controller.ts';
import { controllersObservers } from '../controller-tables.ts';
import { controllerKinds } from '../../../kubernetes/pkg/registry/controller-kinds.ts';
import { jwtTokenGenerator } from '../../../kubernetes/pkg/serviceaccount/jwt.ts';
import { legacyIssuer } from '../../../kubernetes/pkg/serviceaccount/legacy.ts';
import { Chan } from '../../../sim/chan.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { startCollectors } from '../../collector/start-collectors.ts';
import type { Plane, Program } from '../../../stage/program.ts';
import { configOf } from '../../api/config.ts';
import type { Settings } from '../../../stage/settings.ts';
import { kubelets, scheduler } from '../../nodes/stand-ins/programs.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../subject.ts';
import { nodes } from '../../nodes/subject.ts';
import { collector } from '../../collector/subject.ts';

/** Upstream's default: informers of the controller-manager resync at a random time from 12 to 24 hours. */
const minResyncMs = 12 * 60 * 60 * 1000;

/** Upstream's default for pods that ended and may stay. */
const terminatedPodThreshold = 12500;

const program = 'kube-controller-manager';

/**
 * A controller-manager that runs all controllers of workloads, Services, accounts, garbage and namespaces at once,
 * without an election.
 */
export const plane: Plane = {
  subjects: [api, controlLoop, nodes, collector],
  kinds: controllerKinds,
  programsOf: (settings) => [...kubelets(settings), scheduler, controllerManager(settings)],
  observers: controllersObservers,
  draws: {
    controllers: {
      program,
      queues: {
        serviceaccount: ['serviceaccount'],
        'serviceaccount-token': ['serviceaccount_tokens_service', 'serviceaccount_tokens_secret'],
        ttl: ['ttlcontroller'],
        endpoint: ['endpoint'],
        replicationcontroller: ['replicationmanager'],
        replicaset: ['replicaset'],
        garbagecollector: [
          'garbage_collector_attempt_to_delete',
          'garbage_collector_attempt_to_orphan',
          'garbage_collector_graph_changes',
        ],
        podgc: ['orphaned_pods_nodes'],
        namespace: ['namespace'],
      },
    },
  },
};

function controllerManager({ qps, burst, workers }: Settings): Program {
  return {
    name: program,
    *main(host) {
      const { name, sim } = host;
      const config = configOf(host, qps, burst);
      const clientOf = (part: string): Clientset => newForConfig(sim, addUserAgent(config, part));
      const defaultResyncMs = Math.round(minResyncMs * (1 + sim.random.float()));
      const informers = newSharedInformerFactory(sim, clientOf('shared-informers'), {
        program: name,
        defaultResyncMs,
      });
      const stop = new Chan<never>('stop');
      for (const [controller, run] of controllers(sim, informers, clientOf, workers, stop)) {
        sim.go(controller, run);
      }
      const informersStarted = yield* startCollectors(sim, name, config, informers, stop);
      informers.start(stop);
      informersStarted.close();
      yield* stop.receive();
    },
  };
}

/** Each controller with the name that it has on the command line; its client has a rate limit of its own, as upstream. */
function controllers(
  sim: Sim,
  informers: SharedInformerFactory,
  clientOf: (part: string) => Clientset,
  workers: number,
  stop: Chan<never>,
): readonly (readonly [name: string, run: Blocking<void>])[] {
  const v1 = informers.core().v1();
  const pods = v1.pods();
  const tokens = newTokensController(sim, v1.serviceAccounts(), v1.secrets(), clientOf('tokens-controller'), {
    tokenGenerator: jwtTokenGenerator(legacyIssuer),
  });
  const accounts = newServiceAccountsController(
    sim,
    v1.serviceAccounts(),
    v1.namespaces(),
    clientOf('service-account-controller'),
    defaultServiceAccountsControllerOptions(),
  );
  const endpoints = newEndpointController(
    sim,
    pods,
    v1.services(),
    v1.endpoints(),
    clientOf('endpoint-controller'),
    0,
  );
  const replicaSets = newReplicaSetController(
    sim,
    informers.apps().v1().replicaSets(),
    pods,
    clientOf('replicaset-controller'),
    burstReplicas,
  );
  const replicationControllers = newReplicationManager(
    sim,
    pods,
    v1.replicationControllers(),
    clientOf('replication-controller'),
    burstReplicas,
  );
  const podGC = newPodGC(sim, clientOf('pod-garbage-collector'), pods, v1.nodes(), terminatedPodThreshold);
  const ttl = newTTLController(sim, v1.nodes(), clientOf('ttl-controller'));
  return [
    ['serviceaccount-token', tokens.run(workers, stop)],
    ['endpoint', endpoints.run(workers, stop)],
    ['replicationcontroller', replicationControllers.run(workers, stop)],
    ['podgc', podGC.run(stop)],
    ['serviceaccount', accounts.run(1, stop)],
    ['replicaset', replicaSets.run(workers, stop)],
    ['ttl', ttl.run(5, stop)],
  ];
}
