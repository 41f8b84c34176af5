import type { PodInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { ReplicationControllerInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/replicationcontroller.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import { newBroadcaster } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { RealPodControl, newControllerExpectations } from '../controller_utils.ts';
import {
  type ReplicaSetController,
  burstReplicas as replicaSetBurstReplicas,
  newBaseController,
} from '../replicaset/replica_set.ts';
import { clientsetAdapter, informerAdapter, PodControlAdapter } from './conversion.ts';

/** The most pods that one sync creates or deletes. */
// Mirrors: pkg/controller/replication/replication_controller.go#BurstReplicas
export const burstReplicas = replicaSetBurstReplicas;

/**
 * Keeps, for every ReplicationController, as many pods running as its spec says: a ReplicaSet controller that is shown
 * ReplicationControllers through adapters, as if those were an older version of ReplicaSets.
 */
// Mirrors: pkg/controller/replication/replication_controller.go#ReplicationManager
export type ReplicationManager = ReplicaSetController;

/** The ReplicationController controller of kube-controller-manager, not yet running. */
// Mirrors: pkg/controller/replication/replication_controller.go#NewReplicationManager
export function newReplicationManager(
  sim: Sim,
  podInformer: PodInformer,
  rcInformer: ReplicationControllerInformer,
  kubeClient: Clientset,
  burstReplicas: number,
): ReplicationManager {
  const eventBroadcaster = newBroadcaster(sim);
  eventBroadcaster.startRecordingToSink(new EventSinkImpl(kubeClient.coreV1().events('')));
  const recorder = eventBroadcaster.newRecorder({ component: 'replication-controller' });
  return newBaseController(
    sim,
    informerAdapter(rcInformer),
    podInformer,
    clientsetAdapter(kubeClient),
    burstReplicas,
    { group: '', version: 'v1', kind: 'ReplicationController' },
    'replicationmanager',
    new PodControlAdapter(new RealPodControl(kubeClient, recorder)),
    newControllerExpectations(sim),
  );
}
