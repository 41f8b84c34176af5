import type { Pod, ReplicaSet } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { Indexer } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import { newSharedInformerFactory } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import type { Type } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import {
  type ControllerExpectationsInterface,
  type UIDTrackingControllerExpectations,
  newControllerExpectations,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/controller_utils.ts';
import {
  type ReplicaSetController,
  burstReplicas,
  newBaseController,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts';
import type { Blocking } from '../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { FakePodControl } from '../fake_pod_control.ts';
import { replicaSetKind } from '../objects.ts';
import { FakeServer } from './fake-server.ts';

export interface Fixture {
  readonly sim: Sim;
  readonly server: FakeServer;
  readonly podControl: FakePodControl;
  readonly rsc: ReplicaSetController;
  /** The caches, filled by hand. */
  readonly rss: Indexer<ReplicaSet>;
  readonly pods: Indexer<Pod>;
  readonly expectations: UIDTrackingControllerExpectations;
  readonly queue: Type;
  /** Runs a call in a process of its own until it returns. */
  run<T>(call: Blocking<T>): T;
  sync(key?: string): Error | undefined;
  /** What is expected of a key: `[creations, deletions]`. */
  expected(key?: string): [number, number] | undefined;
}

/** A controller over caches that hold `rs` and `pods`, with a pod control that only remembers. */
export function newFixture(
  rs?: ReplicaSet,
  pods: readonly Pod[] = [],
  options: { burst?: number; expectations?: (sim: Sim) => ControllerExpectationsInterface } = {},
): Fixture {
  const sim = new Sim();
  const observed = new Map<string, object>();
  sim.observe = (kind, _name, component) => {
    observed.set(kind, component);
    return component;
  };
  const server = new FakeServer(rs);
  const clientset = server.clientset(sim);
  const factory = newSharedInformerFactory(sim, clientset, { program: 'kube-controller-manager' });
  const rsInformer = factory.apps().v1().replicaSets();
  const podInformer = factory.core().v1().pods();
  const podControl = new FakePodControl();
  const { burst = burstReplicas, expectations = newControllerExpectations } = options;
  const rsc = newBaseController(
    sim,
    rsInformer,
    podInformer,
    clientset,
    burst,
    replicaSetKind,
    'replicaset',
    podControl,
    expectations(sim),
  );
  const rsIndexer = rsInformer.informer().getIndexer();
  const podIndexer = podInformer.informer().getIndexer();
  if (rs) rsIndexer.add(rs);
  for (const pod of pods) podIndexer.add(pod);

  const run = <T>(call: Blocking<T>): T => {
    let result: { value: T } | undefined;
    const body = function* (): Blocking<void> {
      result = { value: yield* call };
    };
    sim.go('test', body());
    sim.runUntil(() => result !== undefined);
    if (!result) throw new Error('expected the call to return, found that everything came to rest before');
    return result.value;
  };
  const tracked = observed.get('expectations') as UIDTrackingControllerExpectations;
  return {
    sim,
    server,
    podControl,
    rsc,
    rss: rsIndexer,
    pods: podIndexer,
    expectations: tracked,
    queue: observed.get('workqueue') as Type,
    run,
    sync: (key = 'default/foobar') => run(rsc.syncReplicaSet(key)),
    expected: (key = 'default/foobar') => tracked.getExpectations(key)[0]?.getExpectations(),
  };
}
