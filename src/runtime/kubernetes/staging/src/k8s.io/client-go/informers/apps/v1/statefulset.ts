import type { StatefulSet } from '../../../../../../../pkg/api/objects.ts';
import { type StatefulSetLister, newStatefulSetLister } from '../../../listers/apps/v1/statefulset.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/apps/v1/statefulset.go#StatefulSetInformer
export type StatefulSetInformer = ResourceInformer<StatefulSet, StatefulSetLister>;

/** What makes an informer one of StatefulSets. */
// Mirrors: staging/src/k8s.io/client-go/informers/apps/v1/statefulset.go#NewFilteredStatefulSetInformer
export const statefulSetResource: Resource<StatefulSet, StatefulSetLister> = {
  name: 'statefulsets',
  type: { apiVersion: 'apps/v1', kind: 'StatefulSet' },
  listerWatcher: (client, namespace) => client.appsV1().statefulSets(namespace),
  newLister: newStatefulSetLister,
};
