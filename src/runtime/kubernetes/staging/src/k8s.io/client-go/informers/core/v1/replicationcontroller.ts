import type { ReplicationController } from '../../../../../../../pkg/api/objects.ts';
import {
  type ReplicationControllerLister,
  newReplicationControllerLister,
} from '../../../listers/core/v1/replicationcontroller.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/replicationcontroller.go#ReplicationControllerInformer
export type ReplicationControllerInformer = ResourceInformer<
  ReplicationController,
  ReplicationControllerLister
>;

/** What makes an informer one of ReplicationControllers. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/replicationcontroller.go#NewFilteredReplicationControllerInformer
export const replicationControllerResource: Resource<ReplicationController, ReplicationControllerLister> = {
  name: 'replicationcontrollers',
  type: { apiVersion: 'v1', kind: 'ReplicationController' },
  listerWatcher: (client, namespace) => client.coreV1().replicationControllers(namespace),
  newLister: newReplicationControllerLister,
};
