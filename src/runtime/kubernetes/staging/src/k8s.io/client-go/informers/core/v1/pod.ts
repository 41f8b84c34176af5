import type { Pod } from '../../../../../../../pkg/api/objects.ts';
import { type PodLister, newPodLister } from '../../../listers/core/v1/pod.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/pod.go#PodInformer
export type PodInformer = ResourceInformer<Pod, PodLister>;

/** What makes an informer one of Pods. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/pod.go#NewFilteredPodInformer
export const podResource: Resource<Pod, PodLister> = {
  name: 'pods',
  type: { apiVersion: 'v1', kind: 'Pod' },
  listerWatcher: (client, namespace) => client.coreV1().pods(namespace),
  newLister: newPodLister,
};
