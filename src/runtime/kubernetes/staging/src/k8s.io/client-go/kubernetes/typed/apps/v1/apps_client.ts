import type { StatefulSet } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { RESTClient } from '../../../../rest/client.ts';
import { ResourceClient } from '../../resource-client.ts';
import { ReplicaSets } from './replicaset.ts';

/** The kinds of the group `apps`. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/apps/v1/apps_client.go#AppsV1Client
export class AppsV1Client {
  readonly #client: RESTClient;

  constructor(client: RESTClient) {
    this.#client = client;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/apps/v1/apps_client.go#AppsV1Client.ReplicaSets
  replicaSets(namespace: string): ReplicaSets {
    return new ReplicaSets(this.#client, 'replicasets', namespace);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/apps/v1/apps_client.go#AppsV1Client.StatefulSets
  statefulSets(namespace: string): ResourceClient<StatefulSet> {
    return new ResourceClient(this.#client, 'statefulsets', namespace);
  }
}
