import type { ReplicaSet } from '../../../../../../../pkg/api/objects.ts';
import { type ReplicaSetLister, newReplicaSetLister } from '../../../listers/apps/v1/replicaset.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/apps/v1/replicaset.go#ReplicaSetInformer
export type ReplicaSetInformer = ResourceInformer<ReplicaSet, ReplicaSetLister>;

/** What makes an informer one of ReplicaSets. */
// Mirrors: staging/src/k8s.io/client-go/informers/apps/v1/replicaset.go#NewFilteredReplicaSetInformer
export const replicaSetResource: Resource<ReplicaSet, ReplicaSetLister> = {
  name: 'replicasets',
  type: { apiVersion: 'apps/v1', kind: 'ReplicaSet' },
  listerWatcher: (client, namespace) => client.appsV1().replicaSets(namespace),
  newLister: newReplicaSetLister,
};
